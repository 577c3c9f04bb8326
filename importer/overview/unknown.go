package overview

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// unknownFindings names the orders of which nobody knows what became of them.
func (b *Board) unknownFindings(ctx context.Context, s survey) (out []Finding, err error) {
	all := s.kept.Orders[state.Unknown]
	if all == 0 {
		return nil, nil
	}
	q := state.OrderQuery{Account: b.Config.Account, Sources: s.sources, IDs: s.orders, States: []state.State{state.Unknown}, Last: true, Bare: true, Limit: named}
	orders, err := b.Journal.Orders(ctx, q)
	if err != nil {
		return nil, told.Doing("list the orders whose outcome is unknown", err)
	}
	if slices.ContainsFunc(orders, inUnknownFile) {
		if out, orders, all, err = b.unknownFiles(ctx, q); err != nil {
			return nil, told.Doing("list the orders whose outcome is unknown", err)
		}
	}
	names, err := b.fileNames(ctx, slices.DeleteFunc(slices.Clone(orders), func(o state.Order) bool { return !o.Suspicious() }))
	if err != nil {
		return nil, err
	}
	var plain []string
	var about []state.Order
	var since time.Time
	apart := 0
	for _, o := range orders {
		if o.Suspicious() {
			apart++
			out = append(out, finding(o.Code, []string{told.OneLine(o.ExternalID)}, names[o.File], wording.NewMessage("finding.order", o.ExternalID, o.Message).In(b.Language()),
				state.Ways(o, nil).In(b.Language()), o.ChangedAt).of(o))
			continue
		}
		plain, about = append(plain, told.OneLine(o.ExternalID)), append(about, o)
		if at := o.SentAt; since.IsZero() || at.Before(since) {
			since = at
		}
	}
	if len(plain) == 0 {
		return out, nil
	}
	count := len(plain)
	if len(orders) == named {
		count = all - apart
	}
	f := finding(FindingUnknown, plain, nil, wording.NewMessage("finding.unknown", count, oneline.Few(plain, mostNamed)).In(b.Language()),
		wording.NewMessage("finding.unknown.way", told.Typed(plain[0])).In(b.Language()), since).of(about...)
	f.Count = count
	return append(out, f), nil
}

// inUnknownFile reports whether an order went out with others in a file of which nobody knows
// whether it came.
func inUnknownFile(o state.Order) bool {
	name, _ := o.UnknownFile()
	return name != ""
}

// unknownFiles tells of each such file once, whatever number of orders it has, and gives the
// newest of the other orders that a query asks for, and how many those are.
func (b *Board) unknownFiles(ctx context.Context, q state.OrderQuery) (out []Finding, rest []state.Order, all int, err error) {
	q.Last, q.Limit = false, 0
	files := map[string]*unknownFile{}
	for o, err := range b.Journal.EachOrder(ctx, q) {
		if err != nil {
			return nil, nil, 0, err
		}
		name, trace := o.UnknownFile()
		if name == "" {
			rest = append(rest, o)
			continue
		}
		f := files[name]
		if f == nil {
			f = &unknownFile{name: name, trace: trace}
			files[name] = f
		}
		f.add(o)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		out = append(out, b.unknownFile(files[name]))
	}
	sorting.StableFunc(rest, func(a, b state.Order) int { return b.ChangedAt.Compare(a.ChangedAt) })
	return out, rest[:min(len(rest), named)], len(rest), nil
}

// unknownFile is a file of which nobody knows whether it came.
type unknownFile struct {
	name   string
	trace  wording.Message // where a person can look for it
	count  int
	orders []state.Order // the first ones
	since  time.Time
}

func (f *unknownFile) add(o state.Order) {
	if f.count++; len(f.orders) < named {
		f.orders = append(f.orders, o)
	}
	if f.since.IsZero() || o.SentAt.Before(f.since) {
		f.since = o.SentAt
	}
}

func (b *Board) unknownFile(f *unknownFile) Finding {
	var numbers []string
	for _, o := range f.orders {
		numbers = append(numbers, told.OneLine(o.ExternalID))
	}
	return finding(FindingUnknown, numbers, []string{f.name}, wording.NewMessage("finding.unknown_file", f.name, f.count, oneline.Few(numbers, mostNamed), f.trace).In(b.Language()),
		wording.NewMessage("finding.unknown_file.way", told.Typed(f.name)).In(b.Language()), f.since).of(f.orders...)
}
