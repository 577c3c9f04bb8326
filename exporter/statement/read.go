package statement

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Source is what a statement is read from: a client of the supplier.
type Source interface {
	Ledger(q supplier.LedgerQuery) supplier.LedgerPages
	Orders(ctx context.Context, q supplier.OrderQuery) iter.Seq2[supplier.Order, error]
	Shipments(ctx context.Context, q supplier.ShipmentQuery) iter.Seq2[supplier.Shipment, error]
}

// Options say what to read.
type Options struct {
	Period   Period
	Account  string // whose ledger, to tell the exports of several apart
	Now      time.Time
	Memory   string                  // folder of what was exported before, "" for none
	Orders   bool                    // compare with orders and shipments
	Progress func(done, total int64) // total is 0 where it is not known
	Accept   bool                    // what changed since the last export is what the next one is compared with
}

// Sink takes lines and payouts as they are read, in the ledger's order. Both may be nil.
// What they are given is theirs for the call alone.
type Sink struct {
	Entry  func(*Line) error
	Payout func(*Payout, iter.Seq2[Covered, error]) error
}

// Read reads the ledger up to the period's end: what stands before the period gives the
// openings, open holds and what the next payout covers; the period's entries go to the
// sink. A ledger that does not add up is a failed check of the statement, no error.
func Read(ctx context.Context, source Source, o Options, sink Sink) (s *Statement, err error) {
	r := newReader(source, o, sink)
	defer func() {
		if err = errors.Join(err, r.payouts.close()); err != nil {
			r.forget()
			s = nil
		}
	}()
	if err := r.openCompanions(ctx); err != nil {
		return nil, err
	}
	if err := r.read(ctx, &r.before, supplier.LedgerQuery{To: o.Period.From}, r.open); err != nil {
		return nil, err
	}
	r.opening = r.balance
	if err := r.read(ctx, &r.within, supplier.LedgerQuery{From: o.Period.From, To: o.Period.To}, r.take); err != nil {
		return nil, err
	}
	return r.finish(ctx)
}

// part is one of the two readings: of what stands before the period, and of the period.
type part struct {
	pages    supplier.LedgerPages
	result   supplier.ListResult
	problem  string // why it is incomplete
	turnover Turnover
	outside  int64           // entries that were not asked for
	stray    wording.Message // the first of them
	blank    int64           // entries without an amount, a time or a kind

	firstBlank string // id
}

// reader turns entries into a statement.
type reader struct {
	adder
	source Source
	o      Options
	sink   Sink
	zone   *time.Location

	before, within   part
	balance, opening supplier.Balance // what the entries come to
	done             int64            // entries that came
	earlier, lines   int64            // those that count, before the period and in it

	seen       *entrySet
	again      []supplier.LedgerEntry // that came in both readings
	repeats    int64                  // of them, kept or not
	currencies currencyTable
	running    *runningBalance
	numbers    numberGaps
	groups     *groupTable
	days       *dayTable
	holds      *holdBook
	payouts    *payoutBook
	uncovered  coverage
	companions
}

func newReader(source Source, o Options, sink Sink) *reader {
	zone, seen := o.Period.From.Location(), newEntrySet()
	return &reader{source: source, o: o, sink: sink, zone: zone, balance: noBalance(), seen: seen, running: newRunningBalance(zone),
		before: part{turnover: noTurnover()}, within: part{turnover: noTurnover()}, groups: newGroupTable(zone),
		days: newDayTable(o.Period), holds: newHoldBook(seen.hasHold), payouts: newPayoutBook()}
}

// read gives the entries of one reading that belong to it, each once. An incomplete list
// is noted; what came of it counts.
func (r *reader) read(ctx context.Context, p *part, q supplier.LedgerQuery, take func(*supplier.LedgerEntry) error) error {
	const shownEach = 200 // entries from one call of Progress to the next
	p.pages = r.source.Ledger(q)
	earlier := r.done
	for e, err := range p.pages.Entries(ctx) {
		if supplier.KindOf(err) == supplier.KindIncomplete {
			p.problem = p.pages.Result().Problem
			break
		}
		if err != nil {
			return fmt.Errorf("read the ledger: %w", err)
		}
		if r.done++; r.o.Progress != nil && r.done%shownEach == 0 {
			total := p.pages.Result().Total.Value
			if total > 0 {
				total += earlier
			}
			r.o.Progress(r.done, total)
		}
		if !e.Amount.IsSet() || e.PostedAt.IsZero() || e.Kind == "" {
			if p.blank++; p.blank == 1 {
				p.firstBlank = strings.Clone(e.ID)
			}
			continue
		}
		if !q.From.IsZero() && e.PostedAt.Before(q.From) || !e.PostedAt.Before(q.To) {
			if p.outside++; p.outside == 1 {
				p.stray = named(&e, r.zone)
			}
			continue
		}
		if !r.seen.add(&e) {
			if r.repeats++; len(r.again) < maxFindings {
				r.again = append(r.again, e.Clone())
			}
			continue
		}
		if err := take(&e); err != nil {
			return err
		}
	}
	p.result = p.pages.Result()
	if r.o.Progress != nil {
		r.o.Progress(r.done, r.done)
	}
	return errors.Join(r.err, r.groups.err, r.days.err, r.holds.err, r.payouts.err, r.running.err, r.currencies.err)
}

// open takes an entry of before the period.
func (r *reader) open(e *supplier.LedgerEntry) error {
	r.earlier++
	r.count(e, &r.before, newLine(0, *e))
	r.groups.open(e)
	r.reconcile(e, false)
	_, _, err := r.payouts.take(e)
	return err
}

// take takes an entry of the period.
func (r *reader) take(e *supplier.LedgerEntry) error {
	r.lines++
	line := newLine(r.lines, *e)
	line.Waybills = r.waybills(e.OrderID)
	r.count(e, &r.within, line)
	r.groups.take(line)
	r.days.take(e)
	r.numbers.take(e)
	r.reconcile(e, true)
	if err := r.note(e); err != nil {
		return err
	}
	if r.sink.Entry != nil {
		if err := r.sink.Entry(line); err != nil {
			return err
		}
	}
	payout, covered, err := r.payouts.take(e)
	if err != nil || payout == nil {
		return err
	}
	r.uncovered.take(payout, r.balance.Available, r.zone)
	if r.sink.Payout == nil {
		return nil
	}
	return r.sink.Payout(payout, covered)
}

// count adds an entry to all that goes on from the first reading to the second.
func (r *reader) count(e *supplier.LedgerEntry, p *part, line *Line) {
	r.move(&r.balance, e)
	r.book(&p.turnover, line)
	r.currencies.take(e, r.zone)
	r.running.take(e)
	r.holds.take(e)
}

// finish sums up.
func (r *reader) finish(ctx context.Context) (*Statement, error) {
	p := r.o.Period
	end := p.To
	if now := r.o.Now.In(r.zone); now.Before(end) {
		end = now
	}
	s := &Statement{Period: p, Currency: r.currencies.first, Entries: r.lines, Pages: r.before.result.Pages + r.within.result.Pages,
		Read: r.o.Now, Opening: r.opening, Closing: r.balance, Turnover: r.within.turnover,
		Groups: r.groups.list(p.From), Days: r.days.list(r.opening, r.o.Now)}
	var held money.Amount
	s.Holds, held = r.holds.list(end)
	s.Differences = r.holds.differences(s.Holds)
	r.check(s, held)
	if err := errors.Join(r.finishOrders(ctx, s), r.finishHistory(s), r.err, r.groups.err, r.days.err, r.holds.err); err != nil {
		return nil, err
	}
	if s.Partial() {
		s.withhold()
	}
	return s, nil
}
