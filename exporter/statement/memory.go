package statement

import (
	"errors"
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/exporter/closed"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// memory is what was exported before, and where this export is written down for the next.
type memory struct {
	books   *closed.Books
	period  Period
	past    closed.Past // up to the period
	known   bool        // whether that is remembered
	reached supplier.Balance

	before, within *closed.Writer // before is nil where the past was not read
	findings       closed.Findings
	opening        moved
}

// moved is an opening that is another one than it was.
type moved struct {
	was, is supplier.Balance
	export  *closed.Export // that says what it was
}

func (m *moved) any() bool { return m.export != nil }

// openMemory finds what was exported before, and begins the export of a period.
func openMemory(folder string, account closed.Account, p Period, now time.Time) (*memory, error) {
	m := &memory{period: p}
	var err error
	if m.books, err = closed.Open(folder, account, now); err != nil {
		return nil, err
	}
	if m.past, m.known = m.books.Until(p.From); m.known {
		m.known = m.sumUp() == nil // a past that cannot be read, or reckoned, is read anew
	}
	if m.within, err = m.books.Begin(closed.Span(p)); err != nil {
		return nil, err
	}
	return m, nil
}

// sumUp adds up the past.
func (m *memory) sumUp() error {
	var a adder
	m.reached = m.past.Opening
	for e, err := range m.past.Entries() {
		if err != nil {
			return err
		}
		a.move(&m.reached, e)
	}
	return a.err
}

// readsPast notes that the past is read, to be written down as well.
func (m *memory) readsPast() (err error) {
	m.before, err = m.books.Begin(closed.Span{To: m.period.From})
	return err
}

// noteBefore and noteWithin take an entry of before the period and one of it.
func (m *memory) noteBefore(e *supplier.LedgerEntry) error { return m.before.Add(e) }

func (m *memory) noteWithin(e *supplier.LedgerEntry) error { return m.within.Add(e) }

// balances are those at the borders of what was read.
type balances struct{ beginning, opening, closing supplier.Balance }

// compare compares what was read with what was exported before. Entries before begins are
// not shown any more.
func (m *memory) compare(seen *entrySet, begins time.Time, at balances) (err error) {
	reading := closed.Reading{Span: closed.Span(m.period), Begins: begins, Entries: seen, MostEach: maxFindings, Files: []*closed.Writer{m.within}}
	if m.before != nil {
		reading.From, reading.Files = time.Time{}, []*closed.Writer{m.before, m.within}
		err = m.before.End(at.beginning, at.opening)
	}
	if err = errors.Join(err, m.within.End(at.opening, at.closing)); err != nil {
		return err
	}
	m.opening = m.movedOpening(at.opening)
	m.findings, err = m.books.Compare(reading)
	return err
}

// movedOpening says whether the period opens with something else than was remembered.
func (m *memory) movedOpening(opening supplier.Balance) moved {
	was, export := m.reached, m.past.Last
	if !m.known {
		was, export = m.books.BalanceAt(m.period.From)
	}
	if export == nil || sameBalance(was, opening) {
		return moved{}
	}
	return moved{was, opening, export}
}

func sameBalance(x, y supplier.Balance) bool {
	return x.Posted.Cmp(y.Posted) == 0 && x.Held.Cmp(y.Held) == 0 && x.Available.Cmp(y.Available) == 0
}

// check says what the comparison came to.
func (m *memory) check(zone *time.Location) Check {
	c := Check{Name: "history_unchanged", OK: true}
	f := &m.findings
	at := onMinute(f.LastAt.In(zone))
	switch {
	case m.differs():
		c.OK = false
		c.Detail = wording.NewMessage("statement.history.moved", at, f.Lates, f.Changes, f.Losses)
		if m.opening.any() {
			o := &m.opening
			c.Expected, c.Found = o.was.Available, o.is.Available
			c.Detail = wording.NewMessage("statement.history.opening", c.Detail, exportName(o.export, zone), balanceName(o.was), balanceName(o.is))
		}
		c.Detail = wording.NewMessage("statement.history.accept", c.Detail)
	case f.Exports > 0:
		c.Detail = wording.NewMessage("statement.history.same", f.Compared, at)
	case m.known:
		c.Detail = wording.NewMessage("statement.history.goes_on", exportName(m.past.Last, zone))
	default:
		c.Detail = wording.NewMessage("statement.history.first")
	}
	if damaged := m.damaged(); len(damaged) > 0 {
		c.OK, c.Detail = false, wording.NewMessage("statement.history.damaged", c.Detail, damaged, closed.DamagedEnding)
	}
	return c
}

// damaged names the files that cannot be compared with.
func (m *memory) damaged() (out wording.List) {
	for _, d := range m.books.Damaged {
		if !d.Span.From.Before(m.period.To) || m.before == nil && !m.period.From.Before(d.Span.To) {
			continue
		}
		out = append(out, wording.NewMessage("statement.history.damaged_each", d.Path, d.Why))
	}
	return out
}

// exportName names an export by its days.
func exportName(e *closed.Export, zone *time.Location) wording.Message {
	at, until := onMinute(e.At.In(zone)), onDay(e.To.Add(-1).In(zone))
	if e.From.IsZero() {
		return wording.NewMessage("statement.export.beginning", until, at)
	}
	return wording.NewMessage("statement.export", onDay(e.From.In(zone)), until, at)
}

// balanceName is a balance for people: what is available, with what is held.
func balanceName(b supplier.Balance) wording.Message {
	return wording.NewMessage("statement.balance_of", shown(b.Available), shown(b.Held))
}

// differs reports whether the ledger is another one than at the exports before.
func (m *memory) differs() bool { return m.findings.Any() || m.opening.any() }

// commit keeps this export for the next one to be compared with. The past is kept where it
// was not remembered as it is now.
func (m *memory) commit() error {
	defer m.abort()
	if m.before != nil && (!m.known || m.differs()) {
		if err := m.before.Commit(); err != nil {
			return err
		}
	}
	return m.within.Commit()
}

// abort leaves what is remembered as it was; after commit it does nothing.
func (m *memory) abort() {
	m.before.Abort()
	m.within.Abort()
}

// replay gives the past to whoever takes entries.
func (m *memory) replay(take func(*supplier.LedgerEntry) error) error {
	for e, err := range m.past.Entries() {
		if err == nil {
			err = take(e)
		}
		if err != nil {
			return fmt.Errorf("go on from what was exported before: %w", err)
		}
	}
	return nil
}
