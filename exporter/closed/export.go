package closed

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Span is the time from From to To, which is not part of it. A zero From is the ledger's
// beginning.
type Span struct{ From, To time.Time }

// Contains reports whether a moment lies in the span.
func (s Span) Contains(at time.Time) bool { return !at.Before(s.From) && at.Before(s.To) }

func (s Span) overlaps(other Span) bool { return s.From.Before(other.To) && other.From.Before(s.To) }

// Export is a span of the ledger as it was when it was exported last.
type Export struct {
	Span
	At               time.Time        // when
	Opening, Closing supplier.Balance // absent in files of the first version
	path             string
	version          int
}

const (
	stamp      = "20060102T150405Z"
	beginning  = "start" // stands for the stamp of a zero From
	fileEnding = ".csv.zst"
)

// fileName is the name of an account's export of a span.
func fileName(owner string, s Span) string {
	from := beginning
	if !s.From.IsZero() {
		from = s.From.UTC().Format(stamp)
	}
	return owner + "-" + from + "-" + s.To.UTC().Format(stamp) + fileEnding
}

// spanOf reads the span out of an export's file name.
func spanOf(name string) (s Span, ok bool) {
	stem, ours := strings.CutSuffix(name, fileEnding)
	parts := strings.Split(stem, "-")
	if !ours || len(parts) != 3 {
		return s, false
	}
	var err error
	if parts[1] != beginning {
		if s.From, err = time.Parse(stamp, parts[1]); err != nil {
			return s, false
		}
	}
	s.To, err = time.Parse(stamp, parts[2])
	return s, err == nil
}

// openExport reads what a file says of itself, and whether it is whole.
func openExport(path string) (*Export, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	e := &Export{path: path}
	e.Span, _ = spanOf(filepath.Base(path))
	packed, err := unpack(file)
	if err != nil {
		return nil, err
	}
	defer packed.Close()
	var ends ends
	if _, err := io.Copy(&ends, packed); err != nil {
		return nil, cut(err)
	}
	if err := e.readHead(ends.head); err != nil {
		return nil, err
	}
	return e, e.readEnd(ends.tail)
}

func unpack(r io.Reader) (*zstd.Decoder, error) {
	return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(8<<20))
}

// ends keeps the beginning and the end of what is written to it.
type ends struct{ head, tail []byte }

const endBytes = 1 << 10 // hold the first or the last line of a file

func (e *ends) Write(p []byte) (int, error) {
	if room := endBytes - len(e.head); room > 0 {
		e.head = append(e.head, p[:min(room, len(p))]...)
	}
	e.tail = append(e.tail, p[max(0, len(p)-endBytes):]...)
	e.tail = append(e.tail[:0], e.tail[max(0, len(e.tail)-endBytes):]...)
	return len(p), nil
}

func (e *Export) readHead(text []byte) error {
	line, _, _ := strings.Cut(string(text), "\n")
	cells := strings.Split(line, ",")
	if len(cells) != headColumns {
		return cmp.Or(shortFile(text), errOtherVersion)
	}
	switch cells[0] {
	case formatHashed:
		e.version = 1
	case formatWhole:
		e.version = 2
	default:
		return errOtherVersion
	}
	var err error
	e.At, err = time.Parse(time.RFC3339Nano, cells[1])
	return err
}

var errOtherVersion = errors.New("it is of another version of the program")

func shortFile(text []byte) error {
	if len(text) == 0 {
		return errCut
	}
	return nil
}

var errCut = errors.New("it is cut short")

// cut says of an error that a file ended early.
func cut(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errCut
	}
	return err
}

// readEnd reads the balances of the last line.
func (e *Export) readEnd(text []byte) error {
	if e.version == 1 {
		return nil
	}
	body := strings.TrimSuffix(string(text), "\n")
	cells := strings.Split(body[strings.LastIndexByte(body, '\n')+1:], ",")
	if len(cells) != endColumns || cells[0] != "" {
		return errCut
	}
	var err error
	if e.Opening, err = balanceOf(cells[2:5]); err == nil {
		e.Closing, err = balanceOf(cells[5:8])
	}
	return err
}

// whole reports whether the export has all that its entries say.
func (e *Export) whole() bool { return e.version > 1 }

// remembered is an entry of a file with the hash of what it says.
type remembered struct {
	supplier.LedgerEntry
	content uint64
}

// entries reads the entries of the file in their order. What they are given is theirs for
// the call alone.
func (e *Export) entries() iter.Seq2[*remembered, error] {
	return func(yield func(*remembered, error) bool) {
		file, err := os.Open(e.path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer file.Close()
		if err := readLines(file, e.version, yield); err != nil {
			yield(nil, fmt.Errorf("%s: %w", e.path, err))
		}
	}
}

// readLines gives the entries of a file until yield has enough of them.
func readLines(file io.Reader, version int, yield func(*remembered, error) bool) error {
	packed, err := unpack(file)
	if err != nil {
		return err
	}
	defer packed.Close()
	lines := csv.NewReader(packed)
	lines.FieldsPerRecord, lines.ReuseRecord = -1, true
	if _, err := lines.Read(); err != nil {
		return cut(err)
	}
	var hasher Hasher
	columns := wholeColumns
	if version == 1 {
		columns = hashedColumns
	}
	for n := int64(0); ; n++ {
		cells, err := lines.Read()
		switch {
		case err != nil:
			return cut(err)
		case cells[0] == "":
			return atEnd(cells, n)
		case len(cells) != columns:
			return fmt.Errorf("entry %s has %d columns", cells[0], len(cells))
		}
		entry, err := rememberedOf(cells, version, &hasher)
		if err != nil {
			return err
		}
		if !yield(&entry, nil) {
			return nil
		}
	}
}

func rememberedOf(cells []string, version int, hasher *Hasher) (r remembered, err error) {
	if r.LedgerEntry, err = entryOf(cells, version); err != nil {
		return r, err
	}
	if version > 1 {
		r.content = hasher.Content(&r.LedgerEntry)
		return r, nil
	}
	if r.content, err = strconv.ParseUint(cells[1], 36, 64); err != nil {
		return r, lineError(&r.LedgerEntry, err)
	}
	return r, nil
}

func atEnd(cells []string, n int64) error {
	if len(cells) < 2 || cells[1] != strconv.FormatInt(n, 10) {
		return fmt.Errorf("it has %d entries of %s", n, cells[min(1, len(cells)-1)])
	}
	return nil
}
