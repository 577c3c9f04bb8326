// Package chronology puts a ledger in the order of its time where the supplier lists the
// newest entries first, without holding it in memory.
package chronology

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Entries are the entries of a list as they are read.
type Entries = iter.Seq2[supplier.LedgerEntry, error]

// Sorted gives the entries of a list in the order of their time where the list begins with
// the newest, and calls turned then. Any other list is given as it comes. An error of the
// list comes behind its entries.
func Sorted(list Entries, turned func()) Entries {
	return func(yield func(supplier.LedgerEntry, error) bool) {
		next, stop := iter.Pull2(list)
		defer stop()
		begin, falls, err := firstStep(next)
		if falls {
			turn(begin, next, turned)(yield)
			return
		}
		for i := range begin {
			if !yield(begin[i], nil) {
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

// puller gives the next entry of a list; false at its end.
type puller func() (supplier.LedgerEntry, error, bool)

// firstStep takes entries until the time moves, and reports whether it falls.
func firstStep(next puller) (begin []supplier.LedgerEntry, falls bool, err error) {
	var at time.Time
	for len(begin) < mostAtOnce {
		e, err, ok := next()
		if !ok || err != nil {
			return begin, false, err
		}
		begin = append(begin, e.Clone())
		switch {
		case e.PostedAt.IsZero():
		case at.IsZero():
			at = e.PostedAt
		case !e.PostedAt.Equal(at):
			return begin, e.PostedAt.Before(at), nil
		}
	}
	return begin, false, nil
}

// turn gives a list from its end, through a file; where its time rises after all, as it
// came.
func turn(begin []supplier.LedgerEntry, next puller, turned func()) Entries {
	return func(yield func(supplier.LedgerEntry, error) bool) {
		p := &pile{}
		defer p.close()
		err := p.fill(begin, next)
		if !p.rises {
			turned()
		}
		for e, failed := range p.entries(!p.rises) {
			if !yield(e, failed) || failed != nil {
				return
			}
		}
		if err != nil {
			yield(supplier.LedgerEntry{}, err)
		}
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
	record bytes.Buffer
	lines  *csv.Writer // to record
	cells  []string
}

const pileBlock = 500 // entries that are in memory at once

// fill adds all entries of a list.
func (p *pile) fill(begin []supplier.LedgerEntry, next puller) error {
	for i := range begin {
		if err := p.add(&begin[i]); err != nil {
			return err
		}
	}
	for {
		e, err, ok := next()
		if ok && err == nil {
			err = p.add(&e)
		}
		if !ok || err != nil {
			return err
		}
	}
}

func (p *pile) add(e *supplier.LedgerEntry) (err error) {
	if p.file == nil {
		if p.file, err = os.CreateTemp("", "dropbridge-ledger-*"); err != nil {
			return fmt.Errorf("put the ledger in order: %w", err)
		}
		p.out, p.lines = bufio.NewWriterSize(p.file, 1<<16), csv.NewWriter(&p.record)
		_ = os.Remove(p.file.Name()) // where the system allows that, a killed process leaves nothing
	}
	if p.count%pileBlock == 0 {
		p.starts = append(p.starts, p.size)
	}
	if !e.PostedAt.IsZero() {
		p.rises = p.rises || !p.last.IsZero() && e.PostedAt.After(p.last)
		p.last = e.PostedAt
	}
	p.record.Reset()
	p.cells = e.AppendCells(p.cells[:0])
	err = p.lines.Write(p.cells)
	p.lines.Flush()
	p.count++
	p.size += int64(p.record.Len())
	if _, failed := p.out.Write(p.record.Bytes()); cmp.Or(err, failed) != nil {
		return fmt.Errorf("put the ledger in order: %w", cmp.Or(err, failed))
	}
	return nil
}

// entries gives all entries, the last one first where they are turned.
func (p *pile) entries(turned bool) Entries {
	return func(yield func(supplier.LedgerEntry, error) bool) {
		if err := p.out.Flush(); err != nil {
			yield(supplier.LedgerEntry{}, fmt.Errorf("put the ledger in order: %w", err))
			return
		}
		for i := range p.starts {
			if turned {
				i = len(p.starts) - 1 - i
			}
			block, err := p.block(i)
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

func (p *pile) block(i int) (block []supplier.LedgerEntry, err error) {
	to := p.size
	if i+1 < len(p.starts) {
		to = p.starts[i+1]
	}
	data := make([]byte, to-p.starts[i])
	if _, err := p.file.ReadAt(data, p.starts[i]); err != nil {
		return nil, err
	}
	for lines := csv.NewReader(bytes.NewReader(data)); ; {
		cells, err := lines.Read()
		if errors.Is(err, io.EOF) {
			return block, nil
		}
		if err != nil {
			return nil, err
		}
		e, err := supplier.LedgerEntryOf(cells)
		if err != nil {
			return nil, err
		}
		block = append(block, e)
	}
}

func (p *pile) close() {
	if p.file != nil {
		_ = p.file.Close()
		_ = os.Remove(p.file.Name()) // where it is not gone already
	}
}
