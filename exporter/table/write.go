package table

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"iter"

	"github.com/gocarina/gocsv"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// Result is what a written file is.
type Result struct {
	Rows   int64  `json:"rows"` // records, without the headings
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // in hex
	Lost   Lost   `json:"lost"`
}

// Lost are the characters for which a question mark stands, since the encoding lacks them.
type Lost struct {
	Characters int64      `json:"characters"`
	Cells      int64      `json:"cells"`
	First      []LostCell `json:"first,omitempty"` // the first hundred
}

// LostCell is a cell that lacks characters of its text.
type LostCell struct {
	Row        int64  `json:"row"` // as a spreadsheet counts, the headings included
	Column     string `json:"column"`
	Characters string `json:"characters"` // their Unicode numbers
}

// shownLost is how many cells a result names: a ledger with an odd sign in each
// description must not fill the memory.
const shownLost = 100

func (l *Lost) add(cell LostCell, characters int) {
	l.Characters += int64(characters)
	if l.Cells++; l.Cells <= shownLost {
		l.First = append(l.First, cell)
	}
}

// Write writes the records as a file that is whole or absent, and takes no more memory
// for more of them. R is a struct whose csv tags are the names of its values. An error
// among the records is returned as it is; the file that was there before then stays.
func Write[R any](path string, t *Template, records iter.Seq2[R, error]) (Result, error) {
	f, err := durable.Create(path)
	if err != nil {
		return Result{}, fmt.Errorf("create %s: %w", path, err)
	}
	defer f.Abort()
	sum := &tally{out: f, hash: sha256.New()}
	buffer := bufio.NewWriterSize(sum, 64<<10)
	encoded := t.encoding.Writer(buffer)
	w := newRows(t, kinds[R](), encoded)
	wrong, err := marshal(w, records)
	if wrong != nil {
		return Result{}, wrong
	}
	if err == nil {
		err = errors.Join(encoded.Close(), buffer.Flush())
	}
	if err == nil {
		err = f.Commit()
	}
	if err != nil {
		return Result{}, fmt.Errorf("write %s: %w", path, err)
	}
	return Result{Rows: w.records, Bytes: sum.bytes, SHA256: hex.EncodeToString(sum.hash.Sum(nil)), Lost: w.lost}, nil
}

// Records turns a reading that gives out rows into records that Write takes: read calls
// its argument with each row, and ends early with the error that it gives.
func Records[Row, R any](read func(take func(*Row) error) error, record func(*Row) R) iter.Seq2[R, error] {
	enough := errors.New("enough read")
	return func(yield func(R, error) bool) {
		err := read(func(row *Row) error {
			if !yield(record(row), nil) {
				return enough
			}
			return nil
		})
		if err != nil && !errors.Is(err, enough) {
			var none R
			yield(none, err)
		}
	}
}

// marshal lets the CSV library read the records off a channel, which is its way to take
// them one by one. It returns an error of the records apart from one of writing.
func marshal[R any](w *rows, records iter.Seq2[R, error]) (wrong, err error) {
	channel, ended := make(chan any, 64), make(chan struct{})
	go func() {
		defer close(ended)
		err = gocsv.MarshalChan(channel, w)
	}()
	wrong = send(channel, ended, records)
	<-ended
	if errors.Is(err, gocsv.ErrChannelIsClosed) && wrong == nil {
		err = gocsv.MarshalCSV([]R{}, w) // the headings alone
	}
	return wrong, err
}

// send gives out the records until they or their reader end, and closes the channel in
// any case, so that the reader ends as well.
func send[R any](channel chan<- any, ended <-chan struct{}, records iter.Seq2[R, error]) error {
	defer close(channel)
	for record, err := range records {
		if err != nil {
			return err
		}
		select {
		case channel <- record:
		case <-ended:
			return nil
		}
	}
	return nil
}

// tally counts and hashes what passes.
type tally struct {
	out   io.Writer
	hash  hash.Hash
	bytes int64
}

func (t *tally) Write(p []byte) (int, error) {
	n, err := t.out.Write(p)
	t.bytes += int64(n)
	t.hash.Write(p[:n])
	return n, err
}
