package closed

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Set is what was read now: each entry's content by its id, with a mark that says that it
// was met in an export.
type Set interface {
	Content(id string) (content uint64, known bool)
	Mark(id string) (first bool)
	Marked(id string) bool
}

// Reading is a reading of the ledger that is compared with the books.
type Reading struct {
	Span               // that was read
	Begins   time.Time // entries before it are not shown any more; zero where all are
	Entries  Set
	Files    []*Writer // where the entries of the span were written down, and ended
	MostEach int       // of the findings of a sort that are kept
}

// Finding is an entry that is another one than at the export that counts.
type Finding struct {
	Export  *Export
	Was     supplier.LedgerEntry // zero of one that came late
	Now     supplier.LedgerEntry // zero of one that is gone
	Changes []Change             // of one that was changed
}

// Findings are what moved between the books and a reading. The numbers count those that
// are not kept too.
type Findings struct {
	Late, Gone, Changed    []Finding
	Lates, Losses, Changes int64

	Compared int64     // entries of the books
	Exports  int       // that they are of
	LastAt   time.Time // when the last of these was made
}

// Any reports whether something moved.
func (f *Findings) Any() bool { return f.Lates+f.Losses+f.Changes > 0 }

// comparison is a comparison on its way.
type comparison struct {
	Reading
	Findings
	books   *Books
	met     int64          // entries of the reading that the books have
	changed map[string]int // places in Changed, by id
}

// Compare holds a reading against the exports that count in its time.
func (b *Books) Compare(r Reading) (Findings, error) {
	c := &comparison{Reading: r, books: b, changed: map[string]int{}}
	for _, export := range b.countingIn(r.Span) {
		if err := c.hold(export); err != nil {
			return Findings{}, err
		}
		c.Exports++
		if export.At.After(c.LastAt) {
			c.LastAt = export.At
		}
	}
	return c.Findings, c.readBack()
}

// countingIn are the exports that count somewhere in a span.
func (b *Books) countingIn(s Span) (out []*Export) {
	seen := map[*Export]bool{}
	for _, part := range b.stretches {
		if part.overlaps(s) && !seen[part.export] {
			seen[part.export] = true
			out = append(out, part.export)
		}
	}
	return out
}

// hold compares an export's entries: those that are gone, and those that were changed.
func (c *comparison) hold(export *Export) error {
	for was, err := range export.entries() {
		if err != nil {
			return err
		}
		if c.books.counting(was.PostedAt) != export {
			continue
		}
		content, known := c.Entries.Content(was.ID)
		within := c.Contains(was.PostedAt)
		shown := within && !was.PostedAt.Before(c.Begins)
		if known && c.Entries.Mark(was.ID) && within {
			c.met++
		}
		if known && within || shown {
			c.Compared++
		}
		switch {
		case known && content != was.content:
			c.change(export, was)
		case !known && shown:
			if c.Losses++; len(c.Gone) < c.MostEach {
				c.Gone = append(c.Gone, Finding{Export: export, Was: was.Clone()})
			}
		}
	}
	return nil
}

func (c *comparison) change(export *Export, was *remembered) {
	if c.Changes++; len(c.Changed) < c.MostEach {
		entry := was.Clone()
		c.changed[entry.ID] = len(c.Changed)
		c.Changed = append(c.Changed, Finding{Export: export, Was: entry})
	}
}

// readBack reads what was written down once more where there is something to find: the
// entries that the books should have, and what the changed ones say now.
func (c *comparison) readBack() error {
	known := int64(0)
	for _, file := range c.Files {
		known += file.known
	}
	if known == c.met && c.Changes == 0 {
		return nil
	}
	for _, file := range c.Files {
		for e, err := range file.entries() {
			if err != nil {
				return err
			}
			c.look(&e.LedgerEntry)
		}
	}
	return nil
}

func (c *comparison) look(e *supplier.LedgerEntry) {
	if c.Entries.Marked(e.ID) {
		if place, changed := c.changed[e.ID]; changed {
			f := &c.Changed[place]
			f.Now = e.Clone()
			f.Changes = changesOf(f)
		}
		return
	}
	export := c.books.counting(e.PostedAt)
	if export == nil || !e.PostedAt.Before(export.At) {
		return
	}
	if c.Lates++; len(c.Late) < c.MostEach {
		c.Late = append(c.Late, Finding{Export: export, Now: e.Clone()})
	}
}

func changesOf(f *Finding) []Change {
	if f.Export.whole() {
		return changes(&f.Was, &f.Now)
	}
	return changesOfHashed(&f.Was, &f.Now)
}
