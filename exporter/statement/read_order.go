package statement

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// entrySeq is a list of entries as it is read.
type entrySeq = iter.Seq2[supplier.LedgerEntry, error]

// inTime gives the entries in the order of their time where the supplier lists the newest
// first: such a list is turned round. Any other one is given as it comes.
func (r *reader) inTime(p *part, list entrySeq) entrySeq {
	return func(yield func(supplier.LedgerEntry, error) bool) {
		next, stop := iter.Pull2(list)
		defer stop()
		first, falls, err := firstStep(next)
		if falls {
			r.turn(p, first, next, err, yield)
			return
		}
		for i := range first {
			if !yield(first[i], nil) {
				return
			}
		}
		for ok := err == nil; ok; {
			var e supplier.LedgerEntry
			if e, err, ok = next(); ok && !yield(e, err) {
				return
			}
		}
		if err != nil {
			yield(supplier.LedgerEntry{}, err)
		}
	}
}

// mostAtOnce is how many entries of one moment may begin a list before it counts as one
// that does not fall.
const mostAtOnce = 10_000

// firstStep takes entries until the time moves, and reports whether it falls.
func firstStep(next func() (supplier.LedgerEntry, error, bool)) (first []supplier.LedgerEntry, falls bool, err error) {
	var at time.Time
	for len(first) < mostAtOnce {
		e, err, ok := next()
		if !ok || err != nil {
			return first, false, err
		}
		first = append(first, e.Clone())
		switch {
		case e.PostedAt.IsZero():
		case at.IsZero():
			at = e.PostedAt
		case !e.PostedAt.Equal(at):
			return first, e.PostedAt.Before(at), nil
		}
	}
	return first, false, nil
}

// turn gives a list from its end, through a file; where its time rises after all, as it
// came. An error of the list comes behind its entries.
func (r *reader) turn(p *part, first []supplier.LedgerEntry, next func() (supplier.LedgerEntry, error, bool), err error, yield func(supplier.LedgerEntry, error) bool) {
	pile := &pile{}
	defer pile.close()
	for i := range first {
		err = errors.Join(err, pile.add(&first[i]))
	}
	for err == nil {
		var e supplier.LedgerEntry
		var ok bool
		if e, err, ok = next(); !ok {
			break
		}
		if err == nil {
			err = pile.add(&e)
		}
	}
	p.reversed = !pile.rises
	for e, failed := range pile.entries(p.reversed) {
		if !yield(e, failed) || failed != nil {
			return
		}
	}
	if err != nil {
		yield(supplier.LedgerEntry{}, err)
	}
}

// pile keeps entries in a temporary file, to be given from either end.
type pile struct {
	file   *os.File
	out    *bufio.Writer
	size   int64
	count  int
	starts []int64 // of each pileBlock entries
	last   time.Time
	rises  bool // an entry is later than the one before
	record []byte
}

const pileBlock = 500 // entries that are in memory at once

func (s *pile) add(e *supplier.LedgerEntry) (err error) {
	if s.file == nil {
		if s.file, err = os.CreateTemp("", "dropbridge-ledger-*"); err != nil {
			return fmt.Errorf("put the ledger in order: %w", err)
		}
		s.out = bufio.NewWriterSize(s.file, 1<<16)
		_ = os.Remove(s.file.Name()) // where the system allows that, a killed process leaves nothing
	}
	if s.count%pileBlock == 0 {
		s.starts = append(s.starts, s.size)
	}
	if !e.PostedAt.IsZero() {
		s.rises = s.rises || !s.last.IsZero() && e.PostedAt.After(s.last)
		s.last = e.PostedAt
	}
	s.record = appendEntry(s.record[:0], e)
	s.count++
	s.size += int64(len(s.record))
	if _, err := s.out.Write(s.record); err != nil {
		return fmt.Errorf("put the ledger in order: %w", err)
	}
	return nil
}

// entries gives all entries, the last one first where they are turned.
func (s *pile) entries(turned bool) entrySeq {
	return func(yield func(supplier.LedgerEntry, error) bool) {
		if err := s.out.Flush(); err != nil {
			yield(supplier.LedgerEntry{}, fmt.Errorf("put the ledger in order: %w", err))
			return
		}
		for i := range s.starts {
			if turned {
				i = len(s.starts) - 1 - i
			}
			block, err := s.block(i)
			if err != nil {
				yield(supplier.LedgerEntry{}, fmt.Errorf("put the ledger in order: %w", err))
				return
			}
			if turned {
				slices.Reverse(block)
			}
			for _, e := range block {
				if !yield(e, nil) {
					return
				}
			}
		}
	}
}

func (s *pile) block(i int) (block []supplier.LedgerEntry, err error) {
	to := s.size
	if i+1 < len(s.starts) {
		to = s.starts[i+1]
	}
	data := make([]byte, to-s.starts[i])
	if _, err := s.file.ReadAt(data, s.starts[i]); err != nil {
		return nil, err
	}
	for in := bufio.NewReader(bytes.NewReader(data)); ; {
		e, err := readEntry(in)
		if errors.Is(err, io.EOF) {
			return block, nil
		}
		if err != nil {
			return nil, err
		}
		block = append(block, e)
	}
}

func (s *pile) close() {
	if s.file != nil {
		_ = s.file.Close()
		_ = os.Remove(s.file.Name()) // where it is not gone already
	}
}

// appendEntry appends an entry as texts, each after its length.
func appendEntry(b []byte, e *supplier.LedgerEntry) []byte {
	for _, text := range e.Texts() {
		b = appendText(b, *text)
	}
	for _, amount := range e.Amounts() {
		b = appendText(b, amount.String())
	}
	return appendText(b, e.PostedAt.Format(time.RFC3339Nano))
}

// readEntry reads one entry; io.EOF where there is none.
func readEntry(in *bufio.Reader) (e supplier.LedgerEntry, err error) {
	for i, text := range e.Texts() {
		if *text, err = readText(in); err != nil {
			if i > 0 && errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return e, err
		}
	}
	for _, amount := range e.Amounts() {
		text, err := readText(in)
		if err == nil && text != "" {
			*amount, err = money.Parse(text)
		}
		if err != nil {
			return e, err
		}
	}
	at, err := readText(in)
	if err == nil {
		e.PostedAt, err = time.Parse(time.RFC3339Nano, at)
	}
	return e, err
}
