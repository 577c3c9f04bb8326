package exporter

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/encode"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// lentPages is a list whose pages take their memory back, and write over all texts in it.
type lentPages struct {
	*fakePages
	released int
}

func (l *lentPages) Fetch(ctx context.Context) (*supplier.RawPage, error) {
	raw, err := l.fakePages.Fetch(ctx)
	if err != nil {
		return nil, err
	}
	memory := new([]byte)
	lent := supplier.LendRawPage(raw.Index, "", func() {
		l.released++
		for i := range *memory {
			(*memory)[i] = '#'
		}
	})
	lent.Texts = memory
	return lent, nil
}

// lentBytes is more than the texts of a page take.
const lentBytes = 1 << 20

func (l *lentPages) Decode(raw *supplier.RawPage, into *supplier.ProductPage) error {
	if err := l.fakePages.Decode(raw, into); err != nil {
		return err
	}
	memory := make([]byte, 0, lentBytes)
	for i := range into.Products {
		p := &into.Products[i]
		into.Products[i] = *deepCopy(reflect.ValueOf(p), &memory).Interface().(*supplier.Product)
	}
	*raw.Texts.(*[]byte) = memory
	if cap(memory) > lentBytes {
		return errors.New("the memory moved, and not all of it would be written over")
	}
	return nil
}

// deepCopy is a copy of a value whose texts stand in the memory.
func deepCopy(v reflect.Value, memory *[]byte) reflect.Value {
	made := reflect.New(v.Type()).Elem()
	made.Set(v)
	switch v.Kind() {
	case reflect.Pointer:
		if v.Type().Elem() != reflect.TypeFor[supplier.Product]() {
			return made // the zone of a time
		}
		made.Set(reflect.New(v.Type().Elem()))
		made.Elem().Set(deepCopy(v.Elem(), memory))
	case reflect.String:
		start := len(*memory)
		*memory = append(*memory, v.String()...)
		made.SetString(encode.View((*memory)[start:]))
	case reflect.Slice:
		made.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			made.Index(i).Set(deepCopy(v.Index(i), memory))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if made.Field(i).CanSet() {
				made.Field(i).Set(deepCopy(v.Field(i), memory))
			}
		}
	}
	return made
}

// TestNothingIsKeptOfAPageThatIsDone: every template makes the same feed, report and changes of
// pages whose memory is written over as soon as they are done.
func TestNothingIsKeptOfAPageThatIsDone(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	for _, info := range feedTemplates(t) {
		t.Run(info.Name, func(t *testing.T) {
			build := func(lend bool) (files []string, report Report) {
				feed := targetFeed(t, info.Name)
				feed.Out = filepath.Join(t.TempDir(), "feed")
				kept := listOf(targetCases(), 3)
				lent := &lentPages{fakePages: kept}
				var pages Pages = kept
				if lend {
					pages = lent
				}
				opts := testOptions()
				opts.Workers = 1
				reports, err := Build(t.Context(), pages, []Feed{feed}, opts)
				require.NoError(t, err)
				if lend {
					require.Equal(t, len(kept.pages), lent.released)
				}
				for _, ending := range []string{"", ChangesEnding, ReportEnding} {
					text, err := os.ReadFile(feed.Out + ending)
					require.NoError(t, err)
					files = append(files, string(text))
				}
				report = reports[0]
				report.Out = ""
				return files, report
			}
			wantFiles, wantReport := build(false)
			files, report := build(true)
			require.Equal(t, wantReport, report)
			require.Equal(t, wantFiles, files)
		})
	}
}
