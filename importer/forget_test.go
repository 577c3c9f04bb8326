package importer_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/forget"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// personal is a file with an order of one person and one of another.
func personal(number string) string {
	return heading + strings.NewReplacer("Петренко Іван", "Журавель Олена", "+380670000101", "0671112233").Replace(row(number)) + row(number+"0")
}

var zhuravel = []string{"Журавель", "журавель", "Олена", "671112233"}

// complete has the supplier complete orders, and follows them.
func (r *rig) complete(numbers ...string) {
	r.t.Helper()
	for _, number := range numbers {
		r.shop.change(number, func(o *supplier.Order) {
			o.Status, o.WaybillNumber, o.UpdatedAt = "completed", "20450000000001", r.im.Config.Now()
		})
	}
	require.NoError(r.t, r.im.Follow(r.t.Context()))
	require.NoError(r.t, r.im.Resume(r.t.Context()))
}

func (r *rig) purge(o forget.Options) forget.Report {
	r.t.Helper()
	report, err := forget.Run(r.t.Context(), r.im.Desk, o)
	require.NoError(r.t, err)
	return report
}

// with are the files of the shop that hold one of some words, however they are packed.
func (r *rig) with(words ...string) (found []string) {
	r.t.Helper()
	require.NoError(r.t, filepath.WalkDir(r.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		for _, word := range words {
			if strings.Contains(string(data), word) {
				found = append(found, strings.TrimPrefix(path, r.dir+"/"))
				break
			}
		}
		return err
	}))
	return found
}

func person(t *testing.T, text string) *forget.Person {
	t.Helper()
	who, ok := forget.ParsePerson(text)
	require.True(t, ok)
	return &who
}

// Of a person who was purged no byte is left in any file or row; the orders stay, and are not
// posted again.
func TestPurgedPersonIsNowhere(t *testing.T) {
	r := newRig(t)
	path := r.write("a.csv", personal("1"))
	r.importFile(path)
	require.NoError(t, os.Remove(path))
	r.complete("1", "10")
	require.NotEmpty(t, r.with(zhuravel...))
	dry := r.purge(forget.Options{Person: person(t, "+38 067 111 22 33"), Deep: true})
	require.Equal(t, []forget.Gone{{Kind: forget.KindOrder, Name: "1"}}, dry.Orders)
	require.NotEmpty(t, r.with(zhuravel...), "a dry run changes nothing")
	done := r.purge(forget.Options{Person: person(t, "Олена Журавель"), Apply: true, By: "clerk", Deep: true})
	require.Equal(t, dry.Orders, done.Orders)
	require.Equal(t, dry.Files, done.Files)
	require.Empty(t, done.Kept)
	require.Empty(t, r.with(zhuravel...))
	require.Contains(t, string(r.order("10").Content), "Петренко", "another person stays")
	require.Empty(t, r.purge(forget.Options{Person: person(t, "Олена Журавель"), Apply: true}).Orders)

	story, err := r.im.Query(t.Context(), overview.StatusQuery{Number: "1"})
	require.NoError(t, err)
	require.Equal(t, r.clock.Now(), story.Orders[0].Story.ForgottenAt)
	require.Equal(t, []string{"20450000000001"}, story.Orders[0].Waybills)
	acts, err := r.journal.Actions(t.Context(), state.ActionQuery{})
	require.NoError(t, err)
	require.Equal(t, state.ActedPurged, acts[0].Kind)
	require.Equal(t, "clerk", acts[0].Person)

	again := r.importFile(r.write("a.csv", personal("1")))
	require.Equal(t, "duplicate duplicate", statuses(again), "the same file")
	require.Equal(t, "duplicate", statuses(r.importFile(r.write("b.csv", strings.Replace(personal("1"), row("10"), "", 1)))), "the same row")
	require.Equal(t, "conflict", statuses(r.importFile(r.write("c.csv", other("1")))), "the same number")
	require.Equal(t, 2, r.shop.allPosts())
}

// What is not final, or waits for a decision, is named and stays, with the files that it came in.
func TestPurgeNamesWhatStays(t *testing.T) {
	r := newRig(t)
	r.importFile(r.write("a.csv", personal("1")))
	r.complete("10")
	report := r.purge(forget.Options{Person: person(t, "0671112233"), Apply: true})
	require.Empty(t, report.Orders)
	require.Empty(t, report.Files)
	var codes []string
	for _, kept := range report.Kept {
		codes = append(codes, kept.Code)
		require.NotEmpty(t, kept.Hint)
	}
	require.ElementsMatch(t, []string{"not_final", "open_file", "open_file"}, codes)
	require.Contains(t, report.Kept[0].Message, "order 1 is not final")
	require.Contains(t, string(r.order("1").Content), "Журавель")
}

// Ages let go what is done with for so long, and nothing else.
func TestAges(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		r.write("inbox/old.csv", personal("1"))
		r.write("inbox/bad.csv", "Журавель Олена;0671112233\n")
		wait(time.Minute)
		r.complete("1", "10")
		wait(2 * time.Minute)
		r.write("inbox/new.csv", orders("2"))
		wait(time.Minute)
		for _, name := range []string{"archive/old.csv", "archive/new.csv", "failed/bad.csv"} {
			require.NoError(t, os.Chtimes(r.path(name), time.Now(), time.Now().Add(-time.Hour)), "it was written long before")
		}
		const age = 100 * time.Second
		report := r.purge(forget.Options{Ages: forget.Ages{Archive: age, Results: age, Failed: age, People: age}, Apply: true, Deep: true})
		require.Equal(t, []forget.Gone{{Kind: forget.KindOrder, Name: "1"}, {Kind: forget.KindOrder, Name: "10"}}, report.Orders)
		require.Empty(t, report.Kept)
		require.Empty(t, r.with(zhuravel...))
		require.FileExists(t, r.path("archive/new.csv"))
		require.NoFileExists(t, r.path("archive/old.csv"))
		r.write("inbox/old.csv", personal("1"))
		wait(time.Minute)
		require.Equal(t, 3, r.shop.allPosts())
		require.FileExists(t, r.path("archive/old.csv"), "it is known, and archived anew")
	})
}

func TestPurgeInABucket(t *testing.T) {
	inBucket(t, func(t *testing.T, c *cloudy) {
		c.drop("inbox/a.csv", personal("1"))
		c.drop("inbox/b.csv", orders("2"))
		wait(time.Minute)
		c.complete("1", "10", "2")
		require.Equal(t, []string{"a.csv", "b.csv"}, c.keys("archive"))
		c.purge(forget.Options{Person: person(t, "0671112233"), Apply: true, Deep: true})
		require.Equal(t, []string{"b.csv"}, c.keys("archive"))
		require.Len(t, c.keys("results"), 1)
		require.Len(t, c.keys("spool"), 1)
		require.Empty(t, c.with(zhuravel...))
	})
}
