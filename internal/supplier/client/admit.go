package client

import (
	"cmp"
	"errors"
	"slices"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// admit drops the records that an earlier page held, keeping the memory of both apart.
func (l *list[T]) admit(index int, page *mapping.Page[T]) error {
	records, said := page.Records, page.Envelope
	if !l.problem.IsZero() {
		page.Records = records[:0]
		return l.incomplete(l.problem)
	}
	l.noteTotal(said)
	l.seen.Expect(l.largest)
	kept, border := 0, l.border(index, records, page.Unreadable)
	odd := 0
	for i := range records {
		for ; odd < len(page.Unreadable) && page.Unreadable[odd].Before <= i; odd++ {
			page.Unreadable[odd].Before = kept
		}
		if id := l.op.Kind.Id(&records[i]); i < border.records || !l.seen.Add(id) {
			if i >= border.records {
				l.repeated(records[:kept], &records[i], id)
			}
			continue
		}
		if kept < i {
			records[kept], records[i] = records[i], records[kept] // a swap, as records own lists
		}
		kept++
	}
	for ; odd < len(page.Unreadable); odd++ {
		page.Unreadable[odd].Before = kept
	}
	fresh := l.admitUnreadable(page, border)
	l.count(len(records)+len(page.Unreadable)+border.unreadable, border, said)
	l.doubled = border.records
	l.result.Pages++
	l.result.Items += kept
	page.Records = records[:kept]
	l.stuck++
	if kept > 0 || fresh || len(records)+len(page.Unreadable) == border.records {
		l.stuck = 0
	}
	// Where pages are counted, one that repeats shows in the sum at the end; where
	// they are not, or it goes on, the service would feed us for ever.
	if l.stuck > 1 || l.stuck == 1 && !l.plan.counted() {
		l.problem = wording.NewMessage("list_problem.repeats", index+1)
		return l.plan.fail(l.incomplete(l.problem))
	}
	return nil
}

// noteTotal takes in the total that a page announces. One that falls says that the list
// lost records while it was read, and all that stood behind them moved up. Where a page is
// named by what stands before it nothing is passed over by that; where it is named by its
// number or offset, or by an address that may hold one, a record may be.
func (l *list[T]) noteTotal(said supplier.Envelope) {
	if !said.Total.Known {
		return
	}
	if l.result.Total.Known && said.Total.Value < l.largest {
		l.shrank = said.Total
	}
	l.largest = max(l.largest, said.Total.Value)
	l.result.Total = said.Total
}

// steady reports whether pages follow each other by their records, however the list moves.
func (l *list[T]) steady() bool {
	return l.op.Paging.Kind == mapping.PagingCursor && !l.byLink.Load() || l.op.Paging.Kind == mapping.PagingLastID
}

// frontier is how much at the front of a page is what the page before ended with.
type frontier struct{ records, unreadable int }

// size is how many records of the service that is: one may have become several items.
func (f frontier) size() int { return min(1, f.records+f.unreadable) }

// border is how many records at the front of a page are those that the page before ended
// with, as paging by a last id that is inclusive sends them again.
func (l *list[T]) border(index int, records []T, odd []supplier.Unreadable) (n frontier) {
	if index == 0 || !l.op.Paging.Inclusive {
		return n
	}
	for {
		switch {
		case n.unreadable < len(odd) && odd[n.unreadable].Before == n.records && l.seen.Has(odd[n.unreadable].ID):
			n.unreadable++
		case n.records < len(records) && (n.unreadable == len(odd) || odd[n.unreadable].Before > n.records) && l.seen.Has(l.op.Kind.Id(&records[n.records])):
			n.records++
		default:
			return n
		}
	}
}

// admitUnreadable numbers the records that could not be read, and counts those that are not
// known to have come before; fresh is whether there are such.
func (l *list[T]) admitUnreadable(page *mapping.Page[T], border frontier) (fresh bool) {
	page.Unreadable = page.Unreadable[border.unreadable:]
	for i := range page.Unreadable {
		u := &page.Unreadable[i]
		u.Position = l.counted + int64(u.Item-border.size())
		if u.ID != "" && !l.seen.Add(u.ID) {
			l.result.Repeated++
			continue
		}
		l.result.Unread++
		fresh = true
	}
	return fresh
}

// repeated notes an item that came again.
func (l *list[T]) repeated(kept []T, record *T, id string) {
	l.result.Repeated++
	if l.again != nil {
		l.again(record)
	}
	if l.has(kept, id) {
		l.within++
	}
}

// count adds the records of a page up as the service counts them: one may have become
// several items, or none.
func (l *list[T]) count(items int, border frontier, said supplier.Envelope) {
	l.apart = l.apart || items != said.Count
	l.counted += int64(said.Count - border.size())
}

// has reports whether one of the records has that id.
func (l *list[T]) has(records []T, id string) bool {
	return slices.ContainsFunc(records, func(record T) bool { return l.op.Kind.Id(&record) == id })
}

func (l *list[T]) incomplete(why wording.Message) error {
	return &supplier.Error{Kind: supplier.KindIncomplete, Op: l.op.Op, Detail: why.String(), Said: why, Way: wording.NewMessage("list_problem.way")}
}

// outcome is the result so far.
func (l *list[T]) outcome() supplier.ListResult {
	out := l.result
	pages, ended, failed := l.plan.state()
	switch {
	case !l.problem.IsZero():
		out.Said = l.problem
	case failed != nil:
		out.Said = wording.Literal(failed.Error())
		if of, ok := errors.AsType[*supplier.Error](failed); ok && of.Error() == failed.Error() {
			out.Problem, out.Said = failed.Error(), of.Message()
		}
	case !ended || pages != out.Pages:
		out.Said = wording.NewMessage("list_problem.unread")
	case out.Total.Known && !l.addsUp():
		out.Said = wording.NewMessage("list_problem.items", out.Items+out.Unread, out.Total.Value, out.Repeated)
		if l.apart {
			out.Said = wording.NewMessage("list_problem.records", l.counted, out.Total.Value, out.Repeated)
		}
		if l.op.Paging.Kind == mapping.PagingCursor && out.Pages == 1 {
			out.Said = wording.NewMessage("list_problem.no_cursor", out.Said)
		}
	case l.shrank.Known && l.movedPast():
		out.Said = wording.NewMessage("list_problem.shrank", l.largest, l.shrank.Value)
	}
	out.Complete = out.Said.IsZero()
	out.Problem = cmp.Or(out.Problem, out.Said.String())
	return out
}

// movedPast reports whether a list that shrank may have moved a record past the reader. One
// that pages by its records does not; but a cursor may hide the number of a page, and where
// nothing may be missing only a list with all that it began with is beyond doubt.
func (l *list[T]) movedPast() bool {
	return !l.steady() || l.whole && max(l.counted, int64(l.result.Items+l.result.Unread)) < l.largest
}

// addsUp compares what was read with what was announced. A repeat on another page may
// stand for an item that was missed, as pages move when data changes; one on the same
// page stands for none. Where pages are steady, a list that shrank was read as it was at
// some moment in between.
func (l *list[T]) addsUp() bool {
	items := int64(l.result.Items + l.result.Unread)
	if l.apart {
		return l.announced(l.counted) && l.result.Repeated == l.within
	}
	return l.announced(items) || l.result.Total.Value == items+int64(l.within)
}

// announced reports whether the list has announced that total.
func (l *list[T]) announced(total int64) bool {
	last := l.result.Total.Value
	return total == last || l.steady() && total > last && total <= l.largest
}
