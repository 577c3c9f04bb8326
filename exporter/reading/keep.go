package reading

import (
	"context"
	"io"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/lastlist"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/turnstile"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// keep reads the whole list into a file that is to stand at path once it is committed. A list that
// changed while it was read is read again.
func (p *Products) keep(ctx context.Context, path string, update func(done, total int64)) (*lastlist.Writer, error) {
	kept, err := p.keepOnce(ctx, path, update)
	for again := 0; again < supplier.ReadAgain && supplier.KindOf(err) == supplier.KindIncomplete && ctx.Err() == nil; again++ {
		p.Logger.Warn("the product list changed while it was read, reading it again", "error", err)
		kept, err = p.keepOnce(ctx, path, update)
	}
	return kept, err
}

func (p *Products) keepOnce(ctx context.Context, path string, update func(done, total int64)) (*lastlist.Writer, error) {
	pages, err := p.pages(ctx, nil)
	if err != nil {
		return nil, err
	}
	to, err := lastlist.Create(path, p.Now())
	if err == nil {
		k := &keeping{pages: pages, to: to, update: update, admitted: turnstile.New(), written: turnstile.New()}
		err = k.run(ctx, max(p.Workers, 1))
		if err == nil {
			err = k.whole(p)
		}
	}
	p.settle(ctx, pages, err)
	if err != nil && to != nil {
		to.Abort()
		to = nil
	}
	return to, err
}

// keeping is one list on its way into a file.
type keeping struct {
	pages    exporter.Pages
	to       *lastlist.Writer
	update   func(done, total int64)
	admitted *turnstile.Turnstile
	written  *turnstile.Turnstile
	odd      []supplier.Unreadable // guarded by admitted
}

func (k *keeping) run(ctx context.Context, workers int) error {
	group, inner := errgroup.WithContext(ctx)
	for range workers {
		group.Go(func() error { return k.work(inner) })
	}
	return group.Wait()
}

// work takes whole pages, one after another, from the answer to the packed bytes.
func (k *keeping) work(ctx context.Context) error {
	var page supplier.ProductPage
	var arrivals supplier.Arrivals
	for {
		page.Repeated = page.Repeated[:0]
		raw, err := k.pages.Fetch(ctx)
		if err == io.EOF { // as it is: a connection that was cut wraps one too
			return nil
		}
		if err == nil {
			err = k.pages.Decode(raw, &page)
		}
		var total int64 // of products, as it is known by now
		if err == nil {
			err = k.admitted.Pass(ctx, raw.Index, func() (err error) {
				total, err = k.admit(&page, &arrivals)
				return err
			})
		}
		var packed []byte
		if err == nil {
			packed, err = lastlist.Pack(&page)
		}
		if err == nil {
			err = k.written.Pass(ctx, raw.Index, func() error { return k.write(packed, &page, total) })
		}
		if err != nil {
			return err
		}
	}
}

func (k *keeping) admit(page *supplier.ProductPage, arrivals *supplier.Arrivals) (total int64, err error) {
	arrivals.Note(page)
	if err := k.pages.Admit(page); err != nil {
		return 0, err
	}
	arrivals.Settle(page)
	for _, u := range page.Unreadable {
		u.ID, u.Name, u.Problem = strings.Clone(u.ID), strings.Clone(u.Name), strings.Clone(u.Problem)
		k.odd = append(k.odd, u)
	}
	return k.pages.Result().Total.Value, nil
}

func (k *keeping) write(packed []byte, page *supplier.ProductPage, total int64) error {
	err := k.to.Add(packed, page)
	if facts := k.to.Facts(); k.update != nil {
		k.update(facts.Products+facts.Unreadable, total)
	}
	return err
}

// whole refuses a list that is not, or of which too much cannot be read.
func (k *keeping) whole(p *Products) error {
	if result := k.pages.Result(); !result.Complete {
		return &supplier.Error{Kind: supplier.KindIncomplete, Op: "list products", Detail: result.Problem, Said: result.Why(), Way: wording.NewMessage("list_problem.again")}
	}
	facts := k.to.Facts()
	return exporter.CheckReadable(p.Unreadable, k.odd, facts.Products+facts.Unreadable)
}
