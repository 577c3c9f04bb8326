package remembered

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/sorting"
)

// Options say what is exported and where it is remembered.
type Options struct {
	Folder   string    // of all books
	Book     string    // such as orders
	Account  string    // whose book, however the config spells its address
	From, To time.Time // the period: From inclusive, To exclusive
	Now      time.Time // of the export
}

// Memory is what the rows of a period were at earlier exports, whatever the bounds of
// those: of a row that several of them have the last one counts. It is for one export and
// one goroutine.
type Memory struct {
	span
	known   map[string]Row // that are to come again, by id
	covered []span         // of the earlier exports, the last first
	out     *writer
	changes int64
	damaged []string // files that could not be read
	trouble error    // the first reason
}

// Kind says what became of a row.
type Kind string

// The kinds of change.
const (
	Late    Kind = "late"    // it came into a period that was exported
	Gone    Kind = "gone"    // it was exported and is not listed any more
	Changed Kind = "changed" // its sums are others
)

// Change is a row that is another one than at the last export. Was is empty of a late row,
// Now of one that is gone.
type Change struct {
	Kind     Kind
	Was, Now Row
	Exported time.Time // when it was exported last
}

// damagedSuffix is the ending of an earlier export that could not be read.
const damagedSuffix = ".damaged"

// Open reads the earlier exports that overlap the period, and begins to write this one.
func Open(o Options) (*Memory, error) {
	owner := sha256.Sum256([]byte(o.Account))
	m := &Memory{span: span{o.From, o.To, o.Now}, known: map[string]Row{}}
	folder := filepath.Join(o.Folder, o.Book+"-"+hex.EncodeToString(owner[:8]))
	var err error
	if m.out, err = newWriter(filepath.Join(folder, m.file()), m.span); err == nil {
		err = m.recall(folder)
	}
	if err != nil {
		m.Abort()
		return nil, fmt.Errorf("remember the %s: %w", o.Book, err)
	}
	return m, nil
}

// recall reads the exports of a folder, the last first.
func (m *Memory) recall(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var all []*past
	for _, entry := range entries {
		if s, ok := spanOf(entry.Name()); !ok || !s.overlaps(m.span) || !strings.HasSuffix(entry.Name(), suffix) {
			continue
		}
		path := filepath.Join(folder, entry.Name())
		p, err := readPast(path, func(r *Row) bool { return m.contains(r.At) })
		if errors.Is(err, fs.ErrPermission) {
			return err
		}
		if err != nil {
			m.damaged, m.trouble = append(m.damaged, path), cmp.Or(m.trouble, fmt.Errorf("%s: %w", path, err))
			continue
		}
		all = append(all, p)
	}
	slices.SortFunc(all, func(x, y *past) int { return y.at.Compare(x.at) })
	for _, p := range all {
		for i := range p.rows {
			if _, newer := m.exported(p.rows[i].At); !newer {
				m.known[p.rows[i].ID] = p.rows[i]
			}
		}
		m.covered = append(m.covered, p.span)
		p.rows = nil
	}
	return nil
}

// exported is when that moment was exported last.
func (m *Memory) exported(t time.Time) (at time.Time, ok bool) {
	for _, s := range m.covered {
		if s.contains(t) {
			return s.at, true
		}
	}
	return at, false
}

// Damaged is why an earlier export of the period could not be read, nil where all could.
// The file is put aside when this export is kept.
func (m *Memory) Damaged() error { return m.trouble }

// Note takes a row of the period, each once. Known is whether its time was exported before.
func (m *Memory) Note(now Row) (change *Change, known bool, err error) {
	if err := m.out.row(&now); err != nil {
		return nil, false, fmt.Errorf("remember row %s: %w", now.ID, err)
	}
	was, known := m.known[now.ID]
	at, covered := m.exported(now.At)
	switch {
	case known && !was.same(&now):
		at, _ = m.exported(was.At)
		change = &Change{Changed, was, now, at}
	case !known && covered:
		change = &Change{Kind: Late, Now: now, Exported: at}
	}
	delete(m.known, now.ID)
	if change != nil {
		m.changes++
	}
	return change, known || covered, nil
}

// Gone are the rows that were exported and did not come again, by their time. It is for
// when all rows of the period were noted.
func (m *Memory) Gone() (gone []Change) {
	for _, was := range m.known {
		at, _ := m.exported(was.At)
		gone = append(gone, Change{Kind: Gone, Was: was, Exported: at})
	}
	m.changes += int64(len(gone))
	clear(m.known)
	sorting.Func(gone, func(x, y Change) int { return cmp.Or(x.Was.At.Compare(y.Was.At), cmp.Compare(x.Was.ID, y.Was.ID)) })
	return gone
}

// Keep keeps this export for the next ones to be compared with. It is for when its file
// has been published. A period that goes on is not kept, as all of it may change yet; and
// what changed is said at each export, until somebody accepts it.
func (m *Memory) Keep(accept bool) error {
	if m.at.Before(m.to) || m.changes > 0 && !accept {
		m.Abort()
		return nil
	}
	var err error
	for _, path := range m.damaged {
		err = errors.Join(err, os.Rename(path, path+damagedSuffix))
	}
	if err == nil {
		err = m.out.commit()
	}
	m.Abort()
	if err != nil {
		return fmt.Errorf("remember the export: %w", err)
	}
	return nil
}

// Abort leaves the earlier exports as they are; after Keep it does nothing.
func (m *Memory) Abort() {
	if m.out != nil {
		m.out.out.Abort()
	}
}
