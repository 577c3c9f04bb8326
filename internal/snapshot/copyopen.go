package snapshot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

const (
	// maxChanges and maxChangeBytes bound the changed products, which are in memory: their
	// number, and the bytes of the answers that tell of them.
	maxChanges     = 50_000
	maxChangeBytes = 32_000_000
	// changesOf is which part of the list may have changed: with more than a fifth of
	// it, a full read costs the service little more and leaves a copy without changes.
	changesOf = 5
)

// readCopy opens the copy, checks it and asks the service for what changed. A copy that
// cannot serve is an error of type *unusable.
func (s *Store) readCopy(ctx context.Context, client Client, opts Options) (_ *copyRead, err error) {
	c := &copyRead{store: s, now: opts.Now, changes: newChanges(), list: client.ProductPages(supplier.ProductQuery{}),
		settled: make(chan struct{})}
	defer func() {
		if err != nil {
			_ = c.close() // the error at hand is the one that counts
		}
	}()
	if err := c.open(opts); err != nil {
		return nil, err
	}
	if err := c.replay(); err != nil {
		return nil, err
	}
	if err := c.ask(ctx, client); err != nil {
		return nil, err
	}
	c.blocks = newBlocks(io.NewSectionReader(c.file, c.pagesAt, c.endAt-c.pagesAt), c.endAt-c.pagesAt)
	if c.end.Pages == 0 {
		c.settle()
	}
	return c, nil
}

// open opens the file and checks all of it, so that no damage shows in mid-build.
func (c *copyRead) open(opts Options) (err error) {
	c.file, err = os.Open(c.store.Path())
	if errors.Is(err, fs.ErrNotExist) {
		return &unusable{}
	}
	var info fs.FileInfo
	if err == nil {
		info, err = c.file.Stat()
	}
	if err == nil {
		c.codec, err = newCodec()
	}
	if err != nil {
		return &unusable{fmt.Sprintf("cannot be opened: %v", err)}
	}
	c.contents, err = readContents(c.file, info.Size(), func(b beginning) error { return acceptable(b, opts) })
	return err
}

// acceptable refuses a copy of another mapping or time.
func acceptable(b beginning, opts Options) error {
	began, age := b.Began.In(opts.Now().Location()).Format(wording.MinuteLayout), opts.Now().Sub(b.Began)
	switch {
	case b.Mapping != opts.Mapping:
		return &unusable{"was made with another mapping of the supplier"}
	case age < 0:
		return &unusable{"of " + began + " is from the future: the clock was set back"}
	case age > opts.MaxAge:
		return &unusable{fmt.Sprintf("of %s is older than %s", began, shown(opts.MaxAge))}
	}
	return nil
}

// shown is a duration as a person writes it.
func shown(d time.Duration) string {
	if d%time.Hour == 0 {
		return fmt.Sprintf("%d h", d/time.Hour)
	}
	return d.String()
}

// replay takes in the changes of earlier builds.
func (c *copyRead) replay() error {
	bytes := 0
	for i, packed := range c.contents.changed {
		body, err := c.codec.unpack(packed)
		if err != nil {
			return damaged(err)
		}
		bytes += len(body)
		if err := c.bound(0, bytes); err != nil {
			return err
		}
		var page supplier.ProductPage
		if err := c.list.Decode(supplier.NewRawPage(i, body), &page); err != nil {
			return damaged(err)
		}
		if err := c.changes.add(&page, false); err != nil {
			return err
		}
	}
	c.contents.changed, c.bytes = nil, bytes
	return c.bound(int64(len(c.changes.byID)), bytes)
}

// bound refuses the copy where too many products changed.
func (c *copyRead) bound(n int64, bytes int) error {
	if bytes > maxChangeBytes {
		return &unusable{fmt.Sprintf("of %d products is too old: what changed takes more than %d MB", c.end.Items, wording.Megabytes(maxChangeBytes))}
	}
	if n > maxChanges || n > int64(c.end.Items/changesOf) {
		return &unusable{fmt.Sprintf("of %d products is too old: %d changed", c.end.Items, n)}
	}
	return nil
}

// ask gets what changed since the copy was last brought up to date. Changes that come
// while their pages are read move the pages: a list that does not add up is asked for
// a second time.
func (c *copyRead) ask(ctx context.Context, client Client) error {
	pages, err := c.askOnce(ctx, client)
	if supplier.KindOf(err) == supplier.KindIncomplete {
		pages, err = c.askOnce(ctx, client)
	}
	if supplier.KindOf(err) == supplier.KindRejected {
		return &unusable{fmt.Sprintf("cannot be brought up to date: %v", err)}
	}
	if err != nil {
		return fmt.Errorf("ask for the products that changed: %w", err)
	}
	for i := range pages {
		if err := c.changes.add(&pages[i], true); err != nil {
			return err
		}
	}
	return c.bound(int64(len(c.changes.byID)), 0)
}

// askOnce reads the list of changes to its end.
func (c *copyRead) askOnce(ctx context.Context, client Client) ([]supplier.ProductPage, error) {
	c.news, c.horizon = nil, horizon{began: c.now()}
	list := client.ProductPages(supplier.ProductQuery{UpdatedSince: c.end.Since.Add(-lag)})
	bytes := c.bytes
	var pages []supplier.ProductPage
	for {
		raw, err := list.Fetch(ctx)
		if err == io.EOF { // as it is: a connection that was cut wraps one too
			break
		}
		var page supplier.ProductPage
		if err == nil {
			err = list.Decode(raw, &page)
		}
		if err != nil {
			return nil, err
		}
		c.horizon.see(page.Products, c.now())
		if err := list.Admit(&page); err != nil {
			return nil, err
		}
		said := list.Result()
		bytes += len(raw.Body())
		if err := c.bound(max(said.Total.Value, int64(said.Items+said.Unread)), bytes); err != nil {
			return nil, err
		}
		pages, c.news = append(pages, page), append(c.news, c.codec.pack(raw.Body()))
	}
	if said := list.Result(); !said.Complete {
		return nil, &supplier.Error{Kind: supplier.KindIncomplete, Op: "list products", Detail: said.Problem,
			Mend: "the copy of the product list stays as it is; try again, or read the list in full"}
	}
	return pages, nil
}
