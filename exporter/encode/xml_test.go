package encode

import (
	"errors"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestForeseen: what stands before the offers is written once where it was foreseen, and the
// file begins anew where it was not; either way it holds the same.
func TestForeseen(t *testing.T) {
	document := func(category string) func() []Element {
		return func() []Element {
			return []Element{{Tag: NewTag("shop"), Holds: Lines}, {Level: 1, Tag: NewTag("category"), Holds: Words, Text: category}, {Level: 1, Tag: NewTag("offers"), Holds: Offers}}
		}
	}
	noSpool := func() (File, error) { return nil, errors.New("nothing is written twice") }
	for _, test := range []struct {
		name     string
		foreseen func() []Element
		begins   int
	}{{"right", document("Чайники"), 0}, {"longer", document("Електричні чайники"), 1}, {"other, as long", document("Чайника"), 1}} {
		out := newTaken(t)
		out.Spool = noSpool
		w, err := openXML(out.Output, Options{Doctype: "shop", Document: document("Чайники"), Foreseen: test.foreseen})
		require.NoError(t, err)
		for _, sku := range []string{"a", "b"} {
			page := w.NewPage()
			page.Place(nil)
			page.Add(&Record{Elements: []Element{{Tag: NewTag("offer"), Holds: Words, Text: sku}}})
			page.Seal()
			require.NoError(t, page.Write())
		}
		require.NoError(t, w.Close())
		want := "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE shop>\n<shop>\n<category>Чайники</category>\n<offers>\n<offer>a</offer>\n<offer>b</offer>\n</offers>\n</shop>\n"
		data, err := os.ReadFile(out.file.Name())
		require.NoError(t, err)
		require.Equal(t, want, string(data), test.name)
		require.Equal(t, test.begins, out.begun, test.name)
	}
}

func TestForeseenInVain(t *testing.T) {
	out := newTaken(t)
	full := errors.New("no space left")
	out.Again = func() (File, error) { return nil, full }
	around := func() []Element { return []Element{{Tag: NewTag("offers"), Holds: Offers}} }
	w, err := openXML(out.Output, Options{Document: around, Foreseen: func() []Element { return []Element{{Tag: NewTag("shop"), Holds: Offers}} }})
	require.NoError(t, err)
	require.ErrorIs(t, w.Close(), full)
}

// taken is an output whose file begins anew.
type taken struct {
	Output
	file  *os.File
	begun int
}

func newTaken(t *testing.T) *taken {
	o := &taken{}
	create := func() *os.File {
		f, err := os.CreateTemp(t.TempDir(), "feed")
		require.NoError(t, err)
		t.Cleanup(func() { f.Close() })
		return f
	}
	o.file = create()
	o.Plain = writing(func(b []byte) (int, error) { return o.file.Write(b) })
	o.Again = func() (File, error) {
		o.begun++
		written := o.file
		o.file = create()
		return written, nil
	}
	return o
}

type writing func([]byte) (int, error)

func (w writing) Write(b []byte) (int, error) { return w(b) }
