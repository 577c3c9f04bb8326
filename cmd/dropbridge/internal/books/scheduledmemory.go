package books

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// scheduledMemory is the file that remembers which books were written by schedule, and what keeps one from it.
type scheduledMemory string

// scheduledBook is what is remembered of one.
type scheduledBook struct {
	standing.BookFile

	Due time.Time `json:"due"` // that it was written for last, zero for never
}

// remembering is held while the memory is changed: a process writes several books.
var remembering sync.Mutex

// read is all that is remembered, by the names of the books.
func (m scheduledMemory) read() (books map[string]scheduledBook, err error) {
	data, err := os.ReadFile(string(m))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &books)
	}
	if err != nil {
		return nil, fmt.Errorf("read which books were written: %w", err)
	}
	return books, nil
}

// of is what is remembered of a book, zero for nothing.
func (m scheduledMemory) of(name string) (scheduledBook, error) {
	books, err := m.read()
	return books[name], err
}

// keep remembers a book.
func (m scheduledMemory) keep(name string, is scheduledBook) error {
	remembering.Lock()
	defer remembering.Unlock()
	books, err := m.read()
	if err != nil {
		return err
	}
	if books == nil {
		books = map[string]scheduledBook{}
	}
	is.Name = name
	books[name] = is
	return durable.WriteFileFor(string(m), durable.Access{Mode: 0o600}, func(error) {}, func(w io.Writer) error { return json.NewEncoder(w).Encode(books) })
}
