package backups

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/sorting"
)

const (
	stamp  = "20060102T150405Z" // a moment in names, of UTC
	ending = ".db"
	packed = ending + durable.PackedEnding
	shown  = 8 // characters of a journal's id in names
)

// Copy is a copy of the journal that was made by schedule.
type Copy struct {
	Name string    // of its file
	At   time.Time // when it was begun
}

// begins is how the names begin of the copies of a journal. Those of another one in the same folder are
// never touched.
func begins(id string) string { return "journal-" + id[:min(shown, len(id))] + "-" }

// nameOf names the copy of a journal at a moment, with one of the endings.
func nameOf(id string, at time.Time, ending string) string {
	return begins(id) + at.UTC().Format(stamp) + ending
}

// named is the copy of a journal that has a name, where nameOf gives that name, packed or not.
func named(id, name string) (Copy, bool) {
	text, ours := strings.CutPrefix(name, begins(id))
	for _, as := range []string{ending, packed} {
		at, err := time.Parse(stamp, strings.TrimSuffix(text, as))
		if ours && err == nil && nameOf(id, at, as) == name {
			return Copy{name, at}, true
		}
	}
	return Copy{}, false
}

// newestFirst are the copies in their order, without those whose time has not come: some clock was
// wrong, and they are neither counted nor taken away.
func newestFirst(copies []Copy, now time.Time) []Copy {
	copies = slices.DeleteFunc(copies, func(c Copy) bool { return c.At.After(now) })
	sorting.Func(copies, func(a, b Copy) int { return b.At.Compare(a.At) })
	return copies
}

// List is the copies of a journal in a folder, the newest first; none where there is no folder.
func List(dir, id string, now time.Time) (copies []Copy, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, entry := range entries {
		if c, ours := named(id, entry.Name()); ours && entry.Type().IsRegular() {
			copies = append(copies, c)
		}
	}
	return newestFirst(copies, now), nil
}

// remove takes copies away that are in a folder.
func remove(dir string, copies []Copy) (err error) {
	for _, c := range copies {
		if gone := os.Remove(filepath.Join(dir, c.Name)); !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return err
}
