package statement

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/exporter/chronology"
	"github.com/dropbridge/dropbridge/exporter/closed"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/refusal"
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
	Account  closed.Account // whose ledger, to tell the exports of several apart
	Now      time.Time
	Memory   string                  // folder of what was exported before, "" for none
	Orders   bool                    // compare with orders and shipments
	Progress func(done, total int64) // total is 0 where it is not known
	Accept   bool                    // what changed since the exports before is what the next one is compared with
	Currency string                  // ISO 4217; the entries of others are left out, "" for a ledger in one currency

	FromTheStart bool // read what stands before the period even where it is remembered
}

// Sink takes lines and payouts as they are read, in the ledger's order. Both may be nil.
// What they are given is theirs for the call alone.
type Sink struct {
	Entry  func(*Line) error
	Payout func(*Payout, iter.Seq2[Covered, error]) error
}

// Read reads the ledger up to the period's end: what stands before the period gives the
// openings, open holds and what the next payout covers; the period's entries go to the
// sink. What was exported before is not read again where the supplier opens the period
// with the same balance. A ledger that does not add up is a failed check of the statement,
// no error; one in several currencies is an error where none of them was asked for.
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
	if err := r.readAll(ctx); err != nil {
		return nil, err
	}
	return r.finish(ctx)
}

// part is one of the two readings: of what stands before the period, and of the period.
type part struct {
	pages    supplier.LedgerPages                // nil while nothing is read
	begin    func(e *supplier.LedgerEntry) error // is called before the first entry, or with nil where there is none
	result   supplier.ListResult
	reversed bool            // the newest entries came first
	mute     bool            // what the supplier says of it is not of the entries that count
	problem  wording.Message // why it is incomplete
	turnover Turnover
	outside  int64           // entries that were not asked for
	stray    wording.Message // the first of them
	blank    int64           // entries without an amount, a time or a kind

	firstBlank string // id

	kind   string          // the first that nobody knows
	kindOf wording.Message // its entry
}

// meta is what the supplier says of the part.
func (p *part) meta() supplier.LedgerMeta {
	if p.pages == nil || p.mute {
		return supplier.LedgerMeta{}
	}
	return p.pages.Meta()
}

// doubles are the entries that came again.
func (p *part) doubles() []supplier.LedgerEntry {
	if p.pages == nil {
		return nil
	}
	return p.pages.Repeated()
}

// beforeFirst prepares for the first entry, once.
func (p *part) beforeFirst(e *supplier.LedgerEntry) error {
	begin := p.begin
	if p.begin = nil; begin == nil {
		return nil
	}
	return begin(e)
}

// reader turns entries into a statement.
type reader struct {
	adder
	source Source
	o      Options
	sink   Sink
	zone   *time.Location

	line Line // of the entry that is taken

	before, within   part
	balance, opening supplier.Balance // what the entries come to
	start            beginning
	goesOn           bool  // the past is what was exported before
	done             int64 // entries that came
	earlier, lines   int64 // those that count, before the period and in it

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
		start: beginning{balance: noBalance()}, currencies: currencyTable{only: o.Currency}, numbers: numberGaps{off: o.Currency != ""},
		before: part{turnover: noTurnover(), mute: o.Currency != ""}, within: part{turnover: noTurnover(), mute: o.Currency != ""}, uncovered: newCoverage(), groups: newGroupTable(zone),
		days: newDayTable(o.Period), holds: newHoldBook(seen.hasHold), payouts: newPayoutBook()}
}

// unread says which of the supplier's lists an error kept from being read: ledger, orders or shipments.
func unread(list string, err error) error {
	return refusal.Around("book.unread", err, wording.NewMessage("check_name."+list))
}

// read gives the entries of one reading that belong to it, each once. An incomplete list
// is noted; what came of it counts.
func (r *reader) read(ctx context.Context, p *part, q supplier.LedgerQuery, take func(*supplier.LedgerEntry) error) error {
	var entry supplier.LedgerEntry // one after the other
	p.pages = r.source.Ledger(q)
	for e, err := range chronology.Sorted(r.counted(ctx, p), func() { p.reversed = true }) {
		if supplier.KindOf(err) == supplier.KindIncomplete {
			result := p.pages.Result()
			p.problem = result.Why()
			break
		}
		if err != nil {
			return unread("ledger", err)
		}
		if entry = e; !r.belongs(p, q, &entry) {
			continue
		}
		if err := p.beforeFirst(&entry); err != nil {
			return err
		}
		if r.counts(&entry) {
			p.noteKind(&entry, r.zone)
			err = take(&entry)
		}
		if err := cmp.Or(r.currencies.err, err); err != nil {
			return err
		}
	}
	p.result = p.pages.Result()
	if r.o.Progress != nil {
		r.o.Progress(r.done, r.done)
	}
	return errors.Join(p.beforeFirst(nil), r.firstError(), p.kindsProved())
}

func (r *reader) firstError() error {
	return errors.Join(r.err, r.groups.err, r.days.err, r.holds.err, r.payouts.err, r.running.err, r.uncovered.err, r.currencies.err)
}

// counted are the entries as they come from the supplier, with the progress shown.
func (r *reader) counted(ctx context.Context, p *part) iter.Seq2[supplier.LedgerEntry, error] {
	const shownEach = 200 // entries from one call of Progress to the next
	earlier := r.done
	return func(yield func(supplier.LedgerEntry, error) bool) {
		for e, err := range p.pages.Entries(ctx) {
			if err == nil {
				r.done++
			}
			if err == nil && r.o.Progress != nil && r.done%shownEach == 0 {
				total := p.pages.Result().Total.Value
				if total > 0 {
					total += earlier
				}
				r.o.Progress(r.done, total)
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// belongs reports whether an entry is one of those that were asked for, and notes what is
// wrong with one that is not.
func (r *reader) belongs(p *part, q supplier.LedgerQuery, e *supplier.LedgerEntry) bool {
	switch {
	case !e.Amount.IsSet() || e.PostedAt.IsZero() || e.Kind == "":
		if p.blank++; p.blank == 1 {
			p.firstBlank = strings.Clone(e.ID)
		}
		return false
	case !q.From.IsZero() && e.PostedAt.Before(q.From) || !e.PostedAt.Before(q.To):
		if p.outside++; p.outside == 1 {
			p.stray = named(e, r.zone)
		}
		return false
	}
	return true
}

// counts reports whether an entry is of the statement's currency, and came for the first
// time.
func (r *reader) counts(e *supplier.LedgerEntry) bool {
	if !r.currencies.take(e, r.zone) {
		return false
	}
	first := r.seen.add(e)
	if !first {
		if r.repeats++; len(r.again) < maxFindings {
			r.again = append(r.again, e.Clone())
		}
	}
	return first
}

// noteKind notes the first entry of a kind that nobody knows.
func (p *part) noteKind(e *supplier.LedgerEntry, zone *time.Location) {
	switch e.Kind {
	case kindAccrual, kindHold, kindPayout:
	default:
		if p.kind == "" {
			p.kind, p.kindOf = oneline.Clean(e.Kind, 40), named(e, zone)
		}
	}
}

// kindsProved refuses a kind that nobody knows where the supplier does not say what his accruals
// come to: it could as well be money that is reserved, or that was paid out.
func (p *part) kindsProved() error {
	if p.kind == "" || p.meta().TurnoverAccrual.IsSet() {
		return nil
	}
	return refusal.New(failure.Other, wording.NewMessage("statement.kind", p.kindOf, p.kind), wording.NewMessage("statement.kind_way", p.kind))
}

// open takes an entry of before the period.
func (r *reader) open(e *supplier.LedgerEntry) error {
	r.earlier++
	r.line.set(0, e)
	r.count(e, &r.before)
	r.groups.open(e)
	r.reconcile(e, false)
	if err := r.noteBefore(e); err != nil {
		return err
	}
	_, _, err := r.payouts.take(e)
	return err
}

// take takes an entry of the period.
func (r *reader) take(e *supplier.LedgerEntry) error {
	r.lines++
	line := &r.line
	line.set(r.lines, e)
	line.Waybills = r.waybills(e.OrderID)
	r.count(e, &r.within)
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

// count adds an entry, whose line is set, to all that goes on from the first reading to the
// second.
func (r *reader) count(e *supplier.LedgerEntry, p *part) {
	r.move(&r.balance, e)
	r.book(&p.turnover, &r.line)
	r.running.take(e)
	r.holds.take(e)
}

// finish sums up.
func (r *reader) finish(ctx context.Context) (*Statement, error) {
	if !r.goesOn { // else it was found before
		if err := r.currencies.requireAsked(); err != nil {
			return nil, err
		}
	}
	p := r.o.Period
	end := p.To
	if now := r.o.Now.In(r.zone); now.Before(end) {
		end = now
	}
	s := &Statement{Period: p, Currency: r.currencies.asked(), OpeningFrom: r.openingSource(), Entries: r.lines, Pages: r.before.result.Pages + r.within.result.Pages,
		Read: r.o.Now, Opening: r.opening, Closing: r.balance, Turnover: r.within.turnover,
		Groups: r.groups.list(p.From), Days: r.days.list(r.opening, r.o.Now)}
	var held money.Amount
	s.Holds, held = r.holds.list(end)
	s.Differences = r.holds.differences(s.Holds)
	r.check(s, held)
	if err := errors.Join(r.finishOrders(ctx, s), r.firstError()); err != nil {
		return nil, err
	}
	r.finishHistory(s)
	if s.Partial() {
		s.withhold()
	}
	return s, nil
}
