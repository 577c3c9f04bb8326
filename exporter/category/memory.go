package category

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// MemoryPath is the hidden file beside a feed that keeps which id stands for
// which category: a CSV of the id and the names from the root. A category that only
// holds others has its id from a product that stands right in it; when the last such
// product goes, the id must not change, since marketplaces know categories by it.
func MemoryPath(out string) string {
	dir, name := filepath.Split(out)
	return dir + "." + name + ".categories"
}

// Recall reads the categories that the feed had when it was last published; a file that cannot be
// read to its end is a *remark.DamagedError.
func (t *Tree) Recall(out string) error {
	data, err := os.ReadFile(MemoryPath(out))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	r := csv.NewReader(bytes.NewReader(data))
	r.FieldsPerRecord = -1
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil || len(row) < 2 {
			err = cmp.Or(err, io.ErrUnexpectedEOF)
			return &remark.DamagedError{Said: wording.NewMessage("remark.memory_unreadable.categories", MemoryPath(out), err), Err: err}
		}
		path := joinPath(row[1:])
		if t.remembered[path] == "" {
			t.remembered[path] = row[0]
		}
		t.last = append(t.last, Listed{ID: row[0], Parent: t.remembered[joinPath(row[1:len(row)-1])], Name: nameOf(row[0], row[1:]), Path: row[1:]})
	}
}

// Last are the categories that Recall has read, in their order, nil where there are none.
func (t *Tree) Last() []Listed { return t.last }

// Remember writes the memory of a feed's categories.
func Remember(to io.Writer, categories []Listed) error {
	w := csv.NewWriter(to)
	for _, c := range categories {
		_ = w.Write(append([]string{c.ID}, c.Path...)) // the writer keeps the first error
	}
	w.Flush()
	return w.Error()
}
