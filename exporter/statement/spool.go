package statement

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
)

// spool keeps entries that a payout may cover in a temporary file, out of memory. The
// zero spool is empty; close removes its file.
type spool struct {
	file   *os.File
	out    *bufio.Writer
	in     *bufio.Reader
	size   int64
	record []byte
}

// piece is a part of a spool.
type piece struct{ from, to int64 }

// append writes an entry behind the others and returns where it stands.
func (s *spool) append(c *Covered) (piece, error) {
	if s.file == nil {
		file, err := os.CreateTemp("", "dropbridge-ledger-*")
		if err != nil {
			return piece{}, fmt.Errorf("keep entries apart for their payouts: %w", err)
		}
		s.file, s.out, s.in = file, bufio.NewWriterSize(file, 1<<16), bufio.NewReaderSize(nil, 1<<16)
		_ = os.Remove(file.Name()) // where the system allows that, a killed process leaves nothing
	}
	s.record = c.appendTo(s.record[:0])
	if _, err := s.out.Write(s.record); err != nil {
		return piece{}, fmt.Errorf("keep entries apart for their payouts: %w", err)
	}
	at := piece{s.size, s.size + int64(len(s.record))}
	s.size = at.to
	return at, nil
}

// read gives the entries of some pieces.
func (s *spool) read(pieces []piece) iter.Seq2[Covered, error] {
	return func(yield func(Covered, error) bool) {
		if len(pieces) == 0 {
			return
		}
		if err := s.out.Flush(); err != nil {
			yield(Covered{}, fmt.Errorf("keep entries apart for their payouts: %w", err))
			return
		}
		for _, p := range pieces {
			s.in.Reset(io.NewSectionReader(s.file, p.from, p.to-p.from))
			for {
				c, err := readCovered(s.in)
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					err = fmt.Errorf("read back the entries of a payout: %w", err)
				}
				if !yield(c, err) || err != nil {
					return
				}
			}
		}
	}
}

func (s *spool) close() error {
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	if gone := os.Remove(s.file.Name()); !errors.Is(gone, os.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	return err
}

// texts are what a spool keeps of an entry beside its time and amount.
func (c *Covered) texts() []*string {
	return []*string{&c.ID, &c.Kind, &c.Operation, &c.OrderID, &c.OrderExternalID, &c.Document}
}

// recordHead is the length of a record, in so many bytes, that stands before it.
const recordHead = 4

// appendTo appends the entry as a record of texts, each after its length.
func (c *Covered) appendTo(b []byte) []byte {
	start := len(b)
	b = append(b, make([]byte, recordHead)...)
	for _, text := range c.texts() {
		b = appendText(b, *text)
	}
	var scratch [64]byte
	amount, _ := c.Amount.AppendText(scratch[:0]) // it fails for no amount
	b = appendText(b, amount)
	b = appendText(b, c.PostedAt.AppendFormat(scratch[:0], time.RFC3339Nano))
	binary.BigEndian.PutUint32(b[start:], uint32(len(b)-start-recordHead)) //nolint:gosec // no page is that long
	return b
}

func appendText[T string | []byte](b []byte, text T) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// readCovered reads one entry; io.EOF where there is none.
func readCovered(in *bufio.Reader) (c Covered, err error) {
	record, err := readRecord(in)
	if err != nil {
		return c, err
	}
	var amount, at string
	for _, into := range append(c.texts(), &amount, &at) {
		if *into, record, err = cutText(record); err != nil {
			return c, err
		}
	}
	if c.PostedAt, err = time.Parse(time.RFC3339Nano, at); err != nil {
		return c, err
	}
	c.Amount, err = money.Parse(amount)
	return c, err
}

// readRecord reads a record; io.EOF where there is none.
func readRecord(in *bufio.Reader) (string, error) {
	head, err := in.Peek(recordHead)
	if len(head) == 0 {
		return "", err
	}
	if err != nil {
		return "", io.ErrUnexpectedEOF
	}
	length := int(binary.BigEndian.Uint32(head))
	_, _ = in.Discard(recordHead) // it is there
	if record, err := in.Peek(length); err == nil {
		defer in.Discard(length) //nolint:errcheck // it is there
		return string(record), nil
	}
	record := make([]byte, length) // longer than the buffer
	if _, err := io.ReadFull(in, record); err != nil {
		return "", io.ErrUnexpectedEOF
	}
	return string(record), nil
}

// cutText takes the text at the beginning of a record off.
func cutText(record string) (text, rest string, err error) {
	n, size := uint64(0), 0
	for shift := 0; ; shift += 7 {
		if size == len(record) {
			return "", "", io.ErrUnexpectedEOF
		}
		c := record[size]
		n |= uint64(c&0x7F) << shift
		if size++; c < 0x80 {
			break
		}
	}
	if uint64(len(record)-size) < n {
		return "", "", io.ErrUnexpectedEOF
	}
	return record[size:][:n], record[size:][n:], nil
}
