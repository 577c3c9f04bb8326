package statement

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// payoutBook finds what each payout covers: the entries that name it, and where none
// does, those since the last payout. What a rejected payout covered is given back, and
// covered anew.
type payoutBook struct {
	adder
	spool   spool
	pending bundle             // named by no payout's id, and paid by none yet
	named   map[string]*bundle // by the id of a payout that has not come
	paid    []*paid
	left    money.Amount // what payouts left of the entries that they covered
	byEntry map[string]*paid
	byID    map[string]*paid
}

// bundle is some entries of the spool.
type bundle struct {
	pieces []piece
	count  int64
	sum    money.Amount
}

// paid is a payout that came, which may be rejected later.
type paid struct {
	bundle
	amount   money.Amount // negative, as the entry
	byID     bool
	rejected bool
}

func newPayoutBook() *payoutBook {
	return &payoutBook{left: zero(), pending: bundle{sum: zero()}, named: map[string]*bundle{}, byEntry: map[string]*paid{}, byID: map[string]*paid{}}
}

func (b *payoutBook) close() error { return b.spool.close() }

// take takes the next entry of the ledger; a payout is returned with what it covers, and
// a rejection with what it gives back. One of no payout gives back none: it is an entry
// that the next payout covers.
func (b *payoutBook) take(e *supplier.LedgerEntry) (*Payout, iter.Seq2[Covered, error], error) {
	if e.Kind != kindPayout || e.Amount.Sign() == 0 {
		return nil, nil, b.keep(e)
	}
	out := &Payout{Entry: *e, Amount: e.Amount.Negated(), Sum: zero(), Left: b.left}
	covered := b.spool.read(nil)
	if e.Amount.Sign() < 0 {
		p := b.pay(e)
		out.ByID, out.Covered, out.Sum = p.byID, p.count, p.sum
		covered = b.spool.read(p.pieces)
	} else if p := b.reject(e); p != nil {
		out.ByID, out.Covered, out.Sum = p.byID, p.count, p.sum.Negated()
		covered = givenBack(b.spool.read(p.pieces))
	} else {
		out.Rest, out.Carried = out.Amount, zero()
		return out, covered, b.keep(e)
	}
	out.Rest = b.less(out.Amount, out.Sum)
	out.Carried = carried(out)
	b.left = b.less(b.left, out.Rest)
	return out, covered, b.err
}

// carried is the part of what a payout pays beyond its entries that those before left of
// theirs; or of what it pays less, because those before paid ahead.
func carried(p *Payout) money.Amount {
	switch {
	case p.Amount.Sign() < 0 || p.Rest.Sign()*p.Left.Sign() <= 0:
		return zero()
	case magnitude(p.Rest).Cmp(magnitude(p.Left)) < 0:
		return p.Rest
	}
	return p.Left
}

// givenBack are covered entries with the other sign.
func givenBack(covered iter.Seq2[Covered, error]) iter.Seq2[Covered, error] {
	return func(yield func(Covered, error) bool) {
		for c, err := range covered {
			if err == nil {
				c.Amount = c.Amount.Negated()
			}
			if !yield(c, err) {
				return
			}
		}
	}
}

// keep keeps an entry for the payout that will cover it.
func (b *payoutBook) keep(e *supplier.LedgerEntry) error {
	at, err := b.spool.append(&Covered{ID: e.ID, Kind: e.Kind, Operation: e.Operation, OrderID: e.OrderID,
		OrderExternalID: e.OrderExternalID, Document: e.DocumentNumber, PostedAt: e.PostedAt, Amount: e.Amount})
	if err != nil {
		return err
	}
	into := &b.pending
	// An entry that names a payout of before comes too late for it: the next one covers it.
	if e.PayoutID != "" && e.Kind != kindPayout && b.byID[e.PayoutID] == nil && b.byEntry[e.PayoutID] == nil {
		if into = b.named[e.PayoutID]; into == nil {
			into = &bundle{sum: zero()}
			b.named[strings.Clone(e.PayoutID)] = into
		}
	}
	into.extend(at)
	into.count++
	b.add(&into.sum, e.Amount)
	return b.err
}

// extend adds a piece; one that follows the last is made one with it.
func (b *bundle) extend(p piece) {
	if n := len(b.pieces); n > 0 && b.pieces[n-1].to == p.from {
		b.pieces[n-1].to = p.to
		return
	}
	b.pieces = append(b.pieces, p)
}

// join is both bundles as one, in the ledger's order.
func (b *payoutBook) join(x, y bundle) bundle {
	pieces := slices.Concat(x.pieces, y.pieces)
	sorting.Func(pieces, func(p, q piece) int { return cmp.Compare(p.from, q.from) })
	out := bundle{count: x.count + y.count, sum: b.sum(x.sum, y.sum)}
	for _, part := range pieces {
		out.extend(part)
	}
	return out
}

// pay takes what a payout covers out of what waits. Entries name it by its payout id or
// by its entry's.
func (b *payoutBook) pay(e *supplier.LedgerEntry) *paid {
	p := &paid{bundle: bundle{sum: zero()}, amount: e.Amount}
	for _, id := range []string{e.PayoutID, e.ID} {
		if named := b.named[id]; named != nil {
			p.bundle, p.byID = b.join(p.bundle, *named), true
			delete(b.named, id)
		}
	}
	if !p.byID {
		p.bundle, b.pending = b.pending, bundle{sum: zero()}
	}
	b.paid = append(b.paid, p)
	b.byEntry[strings.Clone(e.ID)] = p
	if e.PayoutID != "" {
		b.byID[strings.Clone(e.PayoutID)] = p
	}
	return p
}

// reject puts back what a rejected payout covered, to be covered by the next one, and
// returns that payout; nil where there is none.
func (b *payoutBook) reject(e *supplier.LedgerEntry) *paid {
	p := b.rejectedBy(e)
	if p == nil || p.rejected || p.amount.Cmp(e.Amount.Negated()) != 0 {
		return nil
	}
	p.rejected = true
	b.pending = b.join(p.bundle, b.pending)
	return p
}

// rejectedBy is the payout that a rejection names, or the last of its amount.
func (b *payoutBook) rejectedBy(e *supplier.LedgerEntry) *paid {
	if e.ReversesEntryID != "" {
		return b.byEntry[e.ReversesEntryID]
	}
	if p := b.byID[e.PayoutID]; p != nil && e.PayoutID != "" {
		return p
	}
	for i := len(b.paid) - 1; i >= 0; i-- {
		if p := b.paid[i]; !p.rejected && p.amount.Cmp(e.Amount.Negated()) == 0 {
			return p
		}
	}
	return nil
}

// awaited names the payouts that entries name and that have not come.
func (b *payoutBook) awaited() wording.List {
	var out wording.List
	for _, id := range slices.Sorted(maps.Keys(b.named)) {
		if len(out) == maxNamed {
			break
		}
		out = append(out, wording.NewMessage("statement.payouts.awaited_each", id, b.named[id].count, shown(b.named[id].sum)))
	}
	return out
}
