package statement

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// groupTable sums lines by month, kind and operation.
type groupTable struct {
	adder
	zone   *time.Location
	before map[operation]*money.Amount  // what an operation came to before the period
	groups map[int]map[operation]*Group // by monthOf
}

type operation struct{ kind, name string }

func newGroupTable(zone *time.Location) *groupTable {
	return &groupTable{zone: zone, before: map[operation]*money.Amount{}, groups: map[int]map[operation]*Group{}}
}

func operationOf(e *supplier.LedgerEntry) operation { return operation{e.Kind, e.Operation} }

// clone is the operation in memory of its own, apart from the page that it was read from.
func (o operation) clone() operation { return operation{strings.Clone(o.kind), strings.Clone(o.name)} }

// open notes an entry from before the period.
func (t *groupTable) open(e *supplier.LedgerEntry) {
	sum := t.before[operationOf(e)]
	if sum == nil {
		sum = new(zero())
		t.before[operationOf(e).clone()] = sum
	}
	t.add(sum, e.Amount)
}

// carry notes a balance that no entry gives.
func (t *groupTable) carry(kind string, sum money.Amount) {
	t.before[operation{kind, kind}] = &sum
}

// monthOf numbers the months, from January of the year 0 on.
func monthOf(at time.Time) int { return at.Year()*12 + int(at.Month()) - 1 }

func (t *groupTable) take(l *Line) {
	key := monthOf(l.Entry.PostedAt.In(t.zone))
	month := t.groups[key]
	if month == nil {
		month = map[operation]*Group{}
		t.groups[key] = month
	}
	of := operationOf(&l.Entry)
	g := month[of]
	if g == nil {
		of = of.clone()
		g = t.group(key, of)
		month[of] = g
	}
	g.Entries++
	t.add(&g.Debit, l.Debit)
	t.add(&g.Credit, l.Credit)
	t.add(&g.Hold, l.Hold)
}

func (t *groupTable) group(month int, of operation) *Group {
	return &Group{Month: dayStart(month/12, time.Month(month%12+1), 1, t.zone), Kind: of.kind, Operation: of.name,
		Opening: zero(), Debit: zero(), Credit: zero(), Hold: zero(), Closing: zero()}
}

// list gives the groups of each month that has entries, and those with a balance to carry
// on: a month's openings and closings sum to what is available. A period without entries
// shows its first month.
func (t *groupTable) list(from time.Time) []Group {
	balances := maps.Clone(t.before)
	months := slices.Sorted(maps.Keys(t.groups))
	if len(months) == 0 {
		months = []int{monthOf(from)}
	}
	var out []Group
	for _, month := range months {
		groups := t.groups[month]
		for of := range groups {
			if balances[of] == nil {
				balances[of] = new(zero())
			}
		}
		for _, of := range sorting.Sorted(maps.Keys(balances), operation.compare) {
			g, opening := groups[of], *balances[of]
			if g == nil && opening.Sign() == 0 {
				continue
			}
			if g == nil {
				g = t.group(month, of)
			}
			g.Opening = opening
			g.Closing = t.sum(opening, g.Debit, g.Credit.Negated(), g.Hold)
			balances[of] = &g.Closing
			out = append(out, *g)
		}
	}
	return out
}

// compare puts accruals before holds and payouts, and what is unknown at the end.
func (o operation) compare(other operation) int {
	return cmp.Or(cmp.Compare(kindRank(o.kind), kindRank(other.kind)), strings.Compare(o.kind, other.kind), strings.Compare(o.name, other.name))
}

func kindRank(kind string) int {
	if i := slices.Index([]string{kindAccrual, kindHold, kindPayout}, kind); i >= 0 {
		return i
	}
	return 3
}
