package closed

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Writer writes down an export, beside the one that it may replace.
type Writer struct {
	Span
	books  *Books
	out    *durable.File
	packed *zstd.Encoder
	buffer *bufio.Writer
	lines  *csv.Writer
	cells  []string
	size   int64
	count  int64
	known  int64 // entries of a time that an export counts for
}

// Begin begins the export of a span.
func (b *Books) Begin(s Span) (*Writer, error) {
	w := &Writer{Span: s, books: b}
	if err := w.begin(); err != nil {
		w.Abort()
		return nil, fmt.Errorf("remember the ledger: %w", err)
	}
	return w, nil
}

func (w *Writer) begin() (err error) {
	if w.out, err = durable.Create(filepath.Join(w.books.folder, fileName(w.books.owner, w.Span))); err != nil {
		return err
	}
	if err := w.out.Grant(durable.Access{Mode: 0o600}); err != nil {
		return err
	}
	w.packed, err = zstd.NewWriter(w.out, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20))
	if err != nil {
		return err
	}
	w.buffer = bufio.NewWriterSize(w.packed, 1<<16)
	w.lines = csv.NewWriter(w.buffer)
	from := ""
	if !w.From.IsZero() {
		from = w.From.UTC().Format(time.RFC3339Nano)
	}
	return w.lines.Write([]string{formatWhole, w.books.now.UTC().Format(time.RFC3339Nano), from, w.To.UTC().Format(time.RFC3339Nano)})
}

// Add takes the next entry, each once.
func (w *Writer) Add(e *supplier.LedgerEntry) error {
	w.count++
	if w.books.counting(e.PostedAt) != nil {
		w.known++
	}
	w.cells = e.AppendCells(w.cells[:0])
	if err := w.lines.Write(w.cells); err != nil {
		return fmt.Errorf("remember the ledger: %w", err)
	}
	return nil
}

// End ends the export with the balances that it begins and ends with.
func (w *Writer) End(opening, closing supplier.Balance) error {
	err := w.lines.Write(slices.Concat([]string{"", strconv.FormatInt(w.count, 10)}, cellsOf(opening), cellsOf(closing)))
	w.lines.Flush()
	err = errors.Join(err, w.lines.Error(), w.buffer.Flush(), w.packed.Close())
	if err == nil {
		w.size, err = w.out.Seek(0, io.SeekCurrent)
	}
	if err != nil {
		return fmt.Errorf("remember the ledger: %w", err)
	}
	return nil
}

// entries reads back what was added, after End.
func (w *Writer) entries() iter.Seq2[*remembered, error] {
	return func(yield func(*remembered, error) bool) {
		if err := readLines(io.NewSectionReader(w.out, 0, w.size), 2, yield); err != nil {
			yield(nil, fmt.Errorf("read back what is to be remembered: %w", err))
		}
	}
}

// Commit keeps the export, after End: it counts from now on. A damaged file of its time is
// kept under another name, and the same export under a former name is removed.
func (w *Writer) Commit() error {
	err := w.books.setAside(w.Span)
	if err == nil {
		err = w.out.Commit()
	}
	w.Abort()
	if err != nil {
		return fmt.Errorf("remember the ledger: %w", err)
	}
	for _, path := range w.books.upgraded(w.Span) {
		if err := os.Remove(path); err != nil {
			return fmt.Errorf("remember the ledger: %w", err)
		}
	}
	return nil
}

// Abort leaves everything as it was; after Commit it does nothing.
func (w *Writer) Abort() {
	if w != nil && w.out != nil {
		w.out.Abort()
	}
}
