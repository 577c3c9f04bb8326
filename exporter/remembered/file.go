package remembered

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// An export is a CSV file, packed with zstd, whose checksum tells whether it is whole: a
// line with the format, the time of the export and its period; a line for each row; and a
// line without an id that counts them.
const (
	format = "dropbridge book 1"
	suffix = ".csv.zst"
	stamp  = "20060102T150405Z"
)

// span is the period of an export, From inclusive and To exclusive, and when it was made.
type span struct{ from, to, at time.Time }

func (s span) contains(t time.Time) bool { return !t.Before(s.from) && t.Before(s.to) }

func (s span) overlaps(other span) bool { return s.from.Before(other.to) && other.from.Before(s.to) }

func (s span) file() string {
	return s.from.UTC().Format(stamp) + "-" + s.to.UTC().Format(stamp) + suffix
}

// spanOf is the period in the name of a file.
func spanOf(name string) (s span, ok bool) {
	from, to, ok := strings.Cut(strings.TrimSuffix(name, suffix), "-")
	if !ok {
		return s, false
	}
	var wrong, too error
	s.from, wrong = time.Parse(stamp, from)
	s.to, too = time.Parse(stamp, to)
	return s, wrong == nil && too == nil
}

// past is an earlier export. Its rows are in memory by their id.
type past struct {
	span
	rows []Row
}

// readPast reads an earlier export, and keeps the rows that are wanted.
func readPast(path string, wanted func(*Row) bool) (*past, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	packed, err := zstd.NewReader(f, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(8<<20))
	if err != nil {
		return nil, err
	}
	defer packed.Close()
	lines := csv.NewReader(packed)
	lines.FieldsPerRecord, lines.ReuseRecord = rowCells, true
	p := &past{}
	if err := p.head(lines); err != nil {
		return nil, err
	}
	return p, p.body(lines, wanted)
}

func (p *past) head(lines *csv.Reader) error {
	cells, err := lines.Read()
	if err != nil {
		return cut(err)
	}
	if cells[0] != format {
		return errors.New("it is of another version of the program")
	}
	for i, into := range []*time.Time{&p.at, &p.from, &p.to} {
		if *into, err = time.Parse(time.RFC3339Nano, cells[1+i]); err != nil {
			return err
		}
	}
	return nil
}

func (p *past) body(lines *csv.Reader, wanted func(*Row) bool) error {
	for count := int64(0); ; count++ {
		cells, err := lines.Read()
		if err != nil {
			return cut(err)
		}
		if cells[0] == "" {
			if cells[1] != strconv.FormatInt(count, 10) {
				return fmt.Errorf("it has %d rows of %s", count, cells[1])
			}
			if _, err = lines.Read(); errors.Is(err, io.EOF) { // its end, which holds the checksum
				return nil
			}
			return cmp.Or(err, errors.New("it goes on behind its end"))
		}
		row, err := parse(cells)
		if err != nil {
			return err
		}
		if wanted(&row) {
			p.rows = append(p.rows, row)
		}
	}
}

func cut(err error) error {
	if errors.Is(err, io.EOF) {
		return errors.New("it is cut short")
	}
	return err
}

// writer writes an export beside the older one of its period.
type writer struct {
	out    *durable.File
	packed *zstd.Encoder
	lines  *csv.Writer
	count  int64
}

func newWriter(path string, s span) (*writer, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	// What a killed export left is of no use; that it cannot be removed is no reason to fail.
	_ = durable.RemoveStale(filepath.Dir(path), s.at)
	out, err := durable.Create(path)
	if err != nil {
		return nil, err
	}
	w := &writer{out: out}
	if err = out.Grant(durable.Access{Mode: 0o600}); err == nil {
		w.packed, err = zstd.NewWriter(out, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20))
	}
	if err == nil {
		w.lines = csv.NewWriter(w.packed)
		head := []string{format}
		for _, t := range []time.Time{s.at, s.from, s.to} {
			head = append(head, t.UTC().Format(time.RFC3339Nano))
		}
		err = w.lines.Write(append(head, "", "", ""))
	}
	if err != nil {
		out.Abort()
		return nil, err
	}
	return w, nil
}

func (w *writer) row(row *Row) error {
	w.count++
	return w.lines.Write(row.cells())
}

// commit puts the export into the place of the older one.
func (w *writer) commit() error {
	err := w.lines.Write([]string{"", strconv.FormatInt(w.count, 10), "", "", "", "", ""})
	w.lines.Flush()
	if err = errors.Join(err, w.lines.Error(), w.packed.Close()); err == nil {
		err = w.out.Commit()
	}
	w.out.Abort()
	return err
}
