package statement

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// maxNamed bounds how many entries the detail of a check names.
const maxNamed = 20

// runningBalance follows the balance that each entry states: the one before plus its effect.
type runningBalance struct {
	adder
	zone          *time.Location
	last          supplier.Balance // as stated, where the entry stated it
	any           bool             // an entry stated some of its balance
	entries, bad  int64
	named         wording.List
	lastAt        time.Time
	back          int64 // entries that stand behind a later one
	firstBackward wording.Message
}

func newRunningBalance(zone *time.Location) *runningBalance {
	return &runningBalance{zone: zone, last: noBalance()}
}

func (r *runningBalance) take(e *supplier.LedgerEntry) {
	r.entries++
	if e.PostedAt.Before(r.lastAt) {
		if r.back++; r.back == 1 {
			r.firstBackward = named(e, r.zone)
		}
	}
	r.lastAt = e.PostedAt
	before, due := r.last, r.last
	r.move(&due, e)
	parts := []struct {
		name                string // a key of the catalogue
		before, due, stated money.Amount
		last                *money.Amount
	}{
		{"statement.posted", before.Posted, due.Posted, e.BalanceAfter.Posted, &r.last.Posted},
		{"statement.held", before.Held, due.Held, e.BalanceAfter.Held, &r.last.Held},
		{"statement.available", before.Available, due.Available, e.BalanceAfter.Available, &r.last.Available},
	}
	fits := true
	for _, p := range parts {
		*p.last = p.due
		if !p.stated.IsSet() {
			continue
		}
		r.any = true
		*p.last = p.stated // one wrong balance is one failure, not one in each entry that follows
		if p.stated.Cmp(p.due) == 0 {
			continue
		}
		if fits && len(r.named) < maxNamed {
			r.named = append(r.named, wording.NewMessage("statement.running.step", named(e, r.zone), wording.NewMessage(p.name), shown(p.before), shown(p.due), shown(p.stated)))
		}
		fits = false
	}
	if !fits {
		r.bad++
	}
}
