package closed

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Account is whose ledger is remembered. Name is its normal form, however its address is
// spelled; exports that were kept under a name of Former are read, and kept under Name
// from then on.
type Account struct {
	Name   string
	Former []string
}

// owner is what the names of an account's files begin with.
func owner(account string) string {
	sum := sha256.Sum256([]byte(account))
	return hex.EncodeToString(sum[:8])
}

// Damage is a file that cannot be read.
type Damage struct {
	Path string
	Span Span // as its name has it
	Why  string
}

// DamagedEnding is what the name of a damaged file ends with once it was replaced.
const DamagedEnding = ".damaged"

// Books are the exports of an account.
type Books struct {
	Damaged []Damage

	folder, owner string
	now           time.Time
	exports       []*Export // the last one that was made is the first
	stretches     []stretch
}

// Open finds what is remembered of an account in a folder, which it makes where there is
// none. A folder that cannot be used is an error; a file that is damaged is noted.
func Open(folder string, account Account, now time.Time) (*Books, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("remember the ledger: %w", err)
	}
	// What a killed export left is of no use; that it cannot be removed is no reason to fail.
	_ = durable.RemoveStale(folder, now)
	b := &Books{folder: folder, owner: owner(account.Name), now: now}
	names := []string{account.Name}
	for _, former := range account.Former {
		if !slices.Contains(names, former) {
			names = append(names, former)
		}
	}
	for _, name := range names {
		if err := b.find(owner(name)); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(b.exports, func(x, y *Export) int { return y.At.Compare(x.At) })
	b.stretches = stretchesOf(b.exports)
	return b, nil
}

// find opens the files whose names begin with an owner.
func (b *Books) find(owner string) error {
	files, err := os.ReadDir(b.folder)
	if err != nil {
		return fmt.Errorf("remember the ledger: %w", err)
	}
	for _, file := range files {
		span, ok := spanOf(file.Name())
		if !ok || !strings.HasPrefix(file.Name(), owner+"-") {
			continue
		}
		path := filepath.Join(b.folder, file.Name())
		e, err := openExport(path)
		switch {
		case errors.Is(err, fs.ErrPermission):
			return fmt.Errorf("read what was exported before: %w", err)
		case errors.Is(err, fs.ErrNotExist): // another export replaced it meanwhile
		case err != nil:
			b.Damaged = append(b.Damaged, Damage{path, span, err.Error()})
		default:
			b.exports = append(b.exports, e)
		}
	}
	return nil
}

// stretch is a part of the time line with the export that counts there.
type stretch struct {
	Span
	export *Export
}

// stretchesOf cuts the time into parts, each with the export that was made last of it.
func stretchesOf(exports []*Export) []stretch {
	var bounds []time.Time
	for _, e := range exports {
		bounds = append(bounds, e.From, e.To)
	}
	slices.SortFunc(bounds, time.Time.Compare)
	bounds = slices.CompactFunc(bounds, time.Time.Equal)
	var out []stretch
	for i := 1; i < len(bounds); i++ {
		part := Span{bounds[i-1], bounds[i]}
		at := slices.IndexFunc(exports, func(e *Export) bool { return e.Contains(part.From) })
		switch {
		case at < 0:
		case len(out) > 0 && out[len(out)-1].export == exports[at] && out[len(out)-1].To.Equal(part.From):
			out[len(out)-1].To = part.To
		default:
			out = append(out, stretch{part, exports[at]})
		}
	}
	return out
}

// counting is the export that counts at a moment, nil where there is none.
func (b *Books) counting(at time.Time) *Export {
	i, _ := slices.BinarySearchFunc(b.stretches, at, func(s stretch, at time.Time) int {
		if s.To.After(at) {
			return 1
		}
		return -1
	})
	if i < len(b.stretches) && b.stretches[i].Contains(at) {
		return b.stretches[i].export
	}
	return nil
}

// Past is the ledger up to a moment as it is remembered.
type Past struct {
	Opening supplier.Balance // with which the ledger began
	Last    *Export          // that ends it

	stretches []stretch
}

// Until gives the ledger before a moment; false where some of its time was not exported
// after it was over, or only by a version of the program that kept less.
func (b *Books) Until(moment time.Time) (p Past, known bool) {
	reached := time.Time{}
	for _, s := range b.stretches {
		if !s.From.Before(moment) {
			break
		}
		if s.To.After(moment) {
			s.To = moment
		}
		if !s.From.Equal(reached) || !s.export.whole() || s.export.At.Before(s.To) {
			return Past{}, false
		}
		reached = s.To
		p.stretches, p.Last = append(p.stretches, s), s.export
	}
	if len(p.stretches) == 0 || !reached.Equal(moment) {
		return Past{}, false
	}
	p.Opening = p.stretches[0].export.Opening
	return p, true
}

// Entries gives the entries in the order in which they came. What is given is for the
// call alone.
func (p *Past) Entries() iter.Seq2[*supplier.LedgerEntry, error] {
	return func(yield func(*supplier.LedgerEntry, error) bool) {
		for _, s := range p.stretches {
			for e, err := range s.export.entries() {
				if err != nil {
					yield(nil, fmt.Errorf("read what was exported before: %w", err))
					return
				}
				if s.Contains(e.PostedAt) && !yield(&e.LedgerEntry, nil) {
					return
				}
			}
		}
	}
}

// BalanceAt is the balance at a moment that an export began or ended with, and that
// export; nil where none did, or a later one covers what stands before the moment.
func (b *Books) BalanceAt(moment time.Time) (supplier.Balance, *Export) {
	for _, e := range b.exports {
		switch {
		case !e.whole():
		case e.To.Equal(moment) && !e.At.Before(e.To):
			return e.Closing, e
		case e.From.Equal(moment):
			return e.Opening, e
		}
		if e.From.Before(moment) {
			return supplier.Balance{}, nil
		}
	}
	return supplier.Balance{}, nil
}

// upgraded are the files of an export of the same span under a former name.
func (b *Books) upgraded(s Span) (paths []string) {
	path := filepath.Join(b.folder, fileName(b.owner, s))
	for _, e := range b.exports {
		if e.From.Equal(s.From) && e.To.Equal(s.To) && e.path != path {
			paths = append(paths, e.path)
		}
	}
	return paths
}

// setAside gives the damaged files of the time of an export another name. An export beside
// this one may have done so already.
func (b *Books) setAside(s Span) error {
	var failed error
	for _, d := range b.Damaged {
		if !d.Span.overlaps(s) {
			continue
		}
		if err := os.Rename(d.Path, d.Path+DamagedEnding); err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = cmp.Or(failed, err)
		}
	}
	return failed
}
