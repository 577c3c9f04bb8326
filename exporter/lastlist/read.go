package lastlist

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/go-json-experiment/json"
)

// ErrDamaged is wrapped by every error about a file that is no whole list.
var ErrDamaged = errors.New("the kept product list is damaged")

// List is a list on the disk. Use Open, and Close once it is not needed any more.
type List struct {
	Facts
	file *os.File
	size int64
}

// Open opens the list at path; fs.ErrNotExist where there is none, ErrDamaged where it is not
// whole or of another form.
func Open(path string) (*List, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	l := &List{file: file}
	if err := l.readFacts(); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return l, nil
}

// readFacts reads what stands at both ends of the file.
func (l *List) readFacts() error {
	info, err := l.file.Stat()
	if err != nil {
		return err
	}
	const tail = 4
	if l.size = info.Size(); l.size < int64(len(magic))+2*tail {
		return ErrDamaged
	}
	head, length := make([]byte, len(magic)), make([]byte, tail)
	if _, err := l.file.ReadAt(head, 0); err != nil {
		return err
	}
	if _, err := l.file.ReadAt(length, l.size-tail); err != nil {
		return err
	}
	begins := l.size - tail - int64(binary.BigEndian.Uint32(length))
	if string(head) != magic || begins < int64(len(magic)) {
		return ErrDamaged
	}
	text := make([]byte, l.size-tail-begins)
	if _, err := l.file.ReadAt(text, begins); err != nil {
		return err
	}
	if err := json.Unmarshal(text, &l.Facts); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return nil
}

// Close ends the reading of the list.
func (l *List) Close() error { return l.file.Close() }

// Reading is one way through the pages of a list. Many may ask it at once.
type Reading struct {
	mu          sync.Mutex
	from        *bufio.Reader
	pages, left int
}

// Begin starts at the first page; a list may be read any number of times, side by side.
func (l *List) Begin() *Reading {
	at := int64(len(magic))
	return &Reading{from: bufio.NewReaderSize(io.NewSectionReader(l.file, at, l.size-at), 256<<10), pages: l.Pages, left: l.Pages}
}

// Next is the bytes of the next page, for Unpack, and its number from 0; io.EOF after the last.
func (r *Reading) Next() (index int, packed []byte, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.left == 0 {
		return 0, nil, io.EOF
	}
	var length [4]byte
	if _, err := io.ReadFull(r.from, length[:]); err != nil {
		return 0, nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	size := binary.BigEndian.Uint32(length[:])
	if size > maxPage {
		return 0, nil, ErrDamaged
	}
	packed = make([]byte, size)
	if _, err := io.ReadFull(r.from, packed); err != nil {
		return 0, nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	index = r.pages - r.left
	r.left--
	return index, packed, nil
}
