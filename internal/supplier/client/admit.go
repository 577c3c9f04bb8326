package client

import (
	"fmt"
	"slices"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// admit drops the records that an earlier page held, keeping the memory of both apart.
func (l *list[T]) admit(index int, records []T, said supplier.Envelope) ([]T, error) {
	if l.problem != "" {
		return records[:0], l.incomplete(l.problem)
	}
	kept, border := 0, l.border(index, records)
	for i := range records {
		if id := l.op.Kind.Id(&records[i]); i < border || !l.seen.Add(id) {
			if i >= border {
				l.repeated(records[:kept], &records[i], id)
			}
			continue
		}
		records[kept], records[i] = records[i], records[kept] // a swap, as records own lists
		kept++
	}
	l.count(len(records), border, said)
	l.doubled = border
	l.result.Pages++
	l.result.Items += kept
	if said.Total.Known {
		l.result.Total = said.Total
	}
	l.stuck++
	if kept > 0 || len(records) == border {
		l.stuck = 0
	}
	// Where pages are counted, one that repeats shows in the sum at the end; where
	// they are not, or it goes on, the service would feed us for ever.
	if l.stuck > 1 || l.stuck == 1 && !l.plan.counted() {
		l.problem = fmt.Sprintf("page %d repeats items of earlier pages and brings nothing new", index+1)
		return records[:kept], l.plan.fail(l.incomplete(l.problem))
	}
	return records[:kept], nil
}

// border is how many records at the front of a page are those that the page before ended
// with, as paging by a last id that is inclusive sends them again.
func (l *list[T]) border(index int, records []T) (n int) {
	if index == 0 || !l.op.Paging.Inclusive {
		return 0
	}
	for n < len(records) && l.seen.Has(l.op.Kind.Id(&records[n])) {
		n++
	}
	return n
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
func (l *list[T]) count(items, border int, said supplier.Envelope) {
	l.apart = l.apart || items != said.Count
	if border > 0 {
		border = 1
	}
	l.counted += int64(said.Count - border)
}

// has reports whether one of the records has that id.
func (l *list[T]) has(records []T, id string) bool {
	return slices.ContainsFunc(records, func(record T) bool { return l.op.Kind.Id(&record) == id })
}

func (l *list[T]) incomplete(problem string) error {
	return &supplier.Error{Kind: supplier.KindIncomplete, Op: l.op.Op, Detail: problem}
}

// outcome is the result so far.
func (l *list[T]) outcome() supplier.ListResult {
	out := l.result
	pages, ended, failed := l.plan.state()
	switch {
	case l.problem != "":
		out.Problem = l.problem
	case failed != nil:
		out.Problem = failed.Error()
	case !ended || pages != out.Pages:
		out.Problem = "the list was not read to its end"
	case out.Total.Known && !l.addsUp():
		out.Problem = fmt.Sprintf("read %d distinct items of %d announced, %d came twice", out.Items, out.Total.Value, out.Repeated)
		if l.apart {
			out.Problem = fmt.Sprintf("read %d records of %d announced, %d items came twice", l.counted, out.Total.Value, out.Repeated)
		}
	}
	out.Complete = out.Problem == ""
	return out
}

// addsUp compares what was read with what was announced. A repeat on another page may
// stand for an item that was missed, as pages move when data changes; one on the same
// page stands for none.
func (l *list[T]) addsUp() bool {
	total, items := l.result.Total.Value, int64(l.result.Items)
	if l.apart {
		return total == l.counted && l.result.Repeated == l.within
	}
	return total == items || total == items+int64(l.within)
}
