package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

// fetch gets the next page; see productPages.Fetch.
func (l *list[T]) fetch(ctx context.Context) (*supplier.RawPage, error) {
	t, err := l.plan.take(ctx)
	if err != nil {
		return nil, err
	}
	raw, err := l.get(ctx, l.client.reads, t)
	if t.index > 0 && l.op.Paging.End == mapping.EndNotFound && supplier.KindOf(err) == supplier.KindNotFound {
		raw, err = supplier.NewRawPage(t.index, ""), nil
	}
	if err != nil {
		return nil, l.plan.fail(l.onPage(t.index, err))
	}
	if t.look {
		said, err := l.peek(raw)
		if err == nil {
			said.From, err = l.begin(t, raw, said)
		}
		if err == nil {
			err = l.plan.look(t, said)
		}
		if err != nil {
			return nil, l.plan.fail(l.onPage(t.index, err))
		}
	}
	return raw, nil
}

// get fetches one page through that caller.
func (l *list[T]) get(ctx context.Context, via caller, t ticket) (*supplier.RawPage, error) {
	if err := l.join(ctx); err != nil {
		return nil, err
	}
	r, err := l.request(t)
	if err != nil {
		return nil, err
	}
	a, err := via.call(ctx, r)
	if err != nil {
		return nil, err
	}
	around, err := readHeaders(&l.op.Headers, a.header)
	if err != nil {
		return nil, &supplier.Error{Kind: supplier.KindProtocol, At: l.client.at, Op: l.op.Op, Detail: fmt.Sprintf("page %d", t.index+1), Err: err}
	}
	page := supplier.NewRawPage(t.index, a.body)
	if a.lent != nil {
		page = supplier.LendRawPage(t.index, a.body, a.lent.release)
		page.Texts = &a.lent.texts
	}
	page.Around = around
	return page, l.joinRecords(ctx, page)
}

// peek reads what stands around a page's records, of which the number may be wrong where a
// cursor names the next page: the records are not read twice where what stands behind them says
// it all.
func (l *list[T]) peek(raw *supplier.RawPage) (supplier.Envelope, error) {
	if said, ok := l.op.PeekNext(raw.Body(), raw.Around); ok && !l.byLink.Load() {
		return said, nil
	}
	page, err := l.op.PeekPage(raw.Body(), raw.Around, l.tablesOf(raw))
	return page.Envelope, err
}

// textsOf is the memory for what is unescaped of a page, nil where it has none.
func textsOf(raw *supplier.RawPage) *jsonread.Arena {
	texts, _ := raw.Texts.(*jsonread.Arena)
	return texts
}

// decode reads a page, its records into the memory of old ones.
func (l *list[T]) decode(raw *supplier.RawPage, records []T) (mapping.Page[T], error) {
	page, err := l.op.ReadPageIn(textsOf(raw), raw.Body(), raw.Around, l.tablesOf(raw), records)
	if err != nil {
		return page, l.plan.fail(l.onPage(raw.Index, err))
	}
	if page.Count == 0 {
		l.plan.empty(raw.Index)
	}
	return page, nil
}

// onPage names the page, and for a wrong value the item, in an error.
func (l *list[T]) onPage(index int, err error) error {
	if e, ok := errors.AsType[*supplier.Error](err); ok {
		return e // an error of the call, which names itself
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return placed(mapping.PageError(l.op.Op, l.op.List, index, err), l.client.at)
}

// all reads the list from its beginning to its end, one page after the other.
func (l *list[T]) all(ctx context.Context, onPage func(supplier.Envelope)) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for {
			records, err := l.step(ctx, onPage)
			if err == io.EOF { // as it is: a connection that was cut wraps one too
				break
			}
			if err != nil {
				yield(nil, err)
				return
			}
			for i := range records {
				if !yield(&records[i], nil) {
					return
				}
			}
		}
		if out := l.outcome(); !out.Complete {
			yield(nil, l.incomplete(out.Said))
		}
	}
}

// step reads one page, into memory of its own.
func (l *list[T]) step(ctx context.Context, onPage func(supplier.Envelope)) ([]T, error) {
	raw, err := l.fetch(ctx)
	if err != nil {
		return nil, err
	}
	page, err := l.decode(raw, nil)
	if err != nil {
		return nil, err
	}
	onPage(page.Envelope)
	if err = l.admit(raw.Index, &page); err == nil && len(page.Unreadable) > 0 {
		// Whoever reads records one by one is told of none that is left out.
		u := &page.Unreadable[0]
		err = &supplier.Error{Kind: supplier.KindProtocol, At: l.client.at, Op: l.op.Op, Detail: u.String(), Mend: u.Mend}
	}
	return page.Records, err
}
