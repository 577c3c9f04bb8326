package statement

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// payoutBook finds what each payout covers: the entries that name it, and where none
// does, those since the last payout. What a rejected payout covered is covered anew.
type payoutBook struct {
	adder
	spool   spool
	pending bundle             // named by no payout's id, and paid by none yet
	named   map[string]*bundle // by the id of a payout that has not come
	paid    []*paid
	byEntry map[string]*paid
	byID    map[string]*paid
}

// bundle is some entries of the spool.
type bundle struct {
	pieces []piece
	count  int64
	sum    supplier.Money
}

// paid is a payout that came, which may be rejected later.
type paid struct {
	bundle
	amount   supplier.Money // negative, as the entry
	byID     bool
	rejected bool
}

func newPayoutBook() *payoutBook {
	return &payoutBook{pending: bundle{sum: zero()}, named: map[string]*bundle{}, byEntry: map[string]*paid{}, byID: map[string]*paid{}}
}

func (b *payoutBook) close() error { return b.spool.close() }

// take takes the next entry of the ledger; a payout is returned with what it covers.
func (b *payoutBook) take(e *supplier.LedgerEntry) (*Payout, *paid, error) {
	switch {
	case e.Kind != kindPayout, e.Amount.Sign() >= 0 && !b.reject(e):
		return nil, nil, b.keep(e)
	case e.Amount.Sign() >= 0:
		return nil, nil, nil
	}
	p := b.pay(e)
	out := &Payout{Entry: *e, Amount: negated(e.Amount), ByID: p.byID, Covered: p.count, Sum: p.sum}
	out.Rest = b.less(out.Amount, out.Sum)
	return out, p, b.err
}

// keep keeps an entry for the payout that will cover it.
func (b *payoutBook) keep(e *supplier.LedgerEntry) error {
	at, err := b.spool.append(&Covered{ID: e.ID, Number: e.Number, Kind: e.Kind, Operation: e.Operation, OrderID: e.OrderID,
		OrderExternalID: e.OrderExternalID, Document: e.DocumentNumber, PostedAt: e.PostedAt, Amount: e.Amount})
	if err != nil {
		return err
	}
	into := &b.pending
	// An entry that names a payout of before comes too late for it: the next one covers it.
	if e.PayoutID != "" && e.Kind != kindPayout && b.byID[e.PayoutID] == nil {
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

// pay takes what a payout covers out of what waits.
func (b *payoutBook) pay(e *supplier.LedgerEntry) *paid {
	p := &paid{amount: e.Amount}
	if named := b.named[e.PayoutID]; named != nil && e.PayoutID != "" {
		p.bundle, p.byID = *named, true
		delete(b.named, e.PayoutID)
	} else {
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
// reports whether it found that payout.
func (b *payoutBook) reject(e *supplier.LedgerEntry) bool {
	p := b.rejectedBy(e)
	if p == nil || p.rejected || p.amount.Cmp(negated(e.Amount)) != 0 {
		return false
	}
	p.rejected = true
	var back bundle
	for _, part := range append(p.pieces[:len(p.pieces):len(p.pieces)], b.pending.pieces...) {
		back.extend(part)
	}
	back.count, back.sum = p.count+b.pending.count, b.sum(p.sum, b.pending.sum)
	b.pending = back
	return true
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
		if p := b.paid[i]; !p.rejected && p.amount.Cmp(negated(e.Amount)) == 0 {
			return p
		}
	}
	return nil
}
