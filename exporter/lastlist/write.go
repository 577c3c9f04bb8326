package lastlist

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// magic begins a file; the number is that of its form. Another form is no list at all.
const magic = "dropbridge list 1\n"

// Facts are what is known of a list as a whole.
type Facts struct {
	Read       time.Time // when the reading began
	Pages      int
	Products   int64 // that can be read
	Unreadable int64
}

// Writer makes a list, of which nobody sees anything before Commit. It is for one goroutine.
type Writer struct {
	file  *durable.File
	to    *bufio.Writer
	facts Facts
}

// Create begins a list that is to take its place at path. read is when its reading began. What an
// interruption left there of an earlier one is removed.
func Create(path string, read time.Time) (*Writer, error) {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	_ = durable.RemoveStale(dir, read) // what cannot be removed now is tried again the next time
	file, err := durable.Create(path)
	if err != nil {
		return nil, err
	}
	w := &Writer{file: file, to: bufio.NewWriterSize(file, 256<<10), facts: Facts{Read: read}}
	err = file.Grant(durable.Access{Mode: 0o600}) // it holds what the shop pays
	if err == nil {
		_, err = w.to.WriteString(magic)
	}
	if err != nil {
		w.Abort()
		return nil, err
	}
	return w, nil
}

// Add puts the next page of the list behind those before: its bytes, as Pack makes them of page.
func (w *Writer) Add(packed []byte, page *supplier.ProductPage) error {
	w.facts.Pages++
	w.facts.Products += int64(len(page.Products))
	w.facts.Unreadable += int64(len(page.Unreadable))
	return w.put(packed)
}

// put writes a piece with its length before it.
func (w *Writer) put(piece []byte) error {
	if int64(len(piece)) > math.MaxUint32 {
		return fmt.Errorf("a page of %d bytes is too large to be kept", len(piece))
	}
	if _, err := w.to.Write(binary.BigEndian.AppendUint32(nil, uint32(len(piece)))); err != nil {
		return err
	}
	_, err := w.to.Write(piece)
	return err
}

// Facts are those of the pages so far.
func (w *Writer) Facts() Facts { return w.facts }

// Commit writes the facts behind the last page, and lets the list take the place of the one
// before. Lists that were opened before go on as they are.
func (w *Writer) Commit() error {
	text, err := json.Marshal(w.facts)
	if err != nil {
		return err
	}
	if err := w.put(text); err != nil {
		return err
	}
	if _, err := w.to.Write(binary.BigEndian.AppendUint32(nil, uint32(len(text)))); err != nil {
		return err
	}
	if err := w.to.Flush(); err != nil {
		return err
	}
	return w.file.Commit()
}

// Abort removes what was written. It is harmless after Commit.
func (w *Writer) Abort() { w.file.Abort() }
