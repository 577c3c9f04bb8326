package snapshot

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// fullRead reads the list from the service, and writes each page into a new copy when
// it is admitted.
type fullRead struct {
	pages supplier.ProductPages
	now   func() time.Time
	why   string // what is said of the copy that was there, "" for nothing

	codec *codec // nil: nothing is kept
	out   *writer

	mu     sync.Mutex
	packed map[*supplier.ProductPage][]byte // pages that were decoded and not admitted yet

	// Of Admit.
	horizon horizon
	lost    error // why no copy can be kept
}

// keepIn begins a new copy. Where that cannot be, the list is read all the same.
func (f *fullRead) keepIn(s *Store, opts Options) {
	f.out, f.lost = s.create(f.horizon.began)
	if f.lost == nil {
		f.lost = f.out.begin(beginning{Mapping: opts.Mapping, Began: f.horizon.began.UTC()})
	}
	if f.lost == nil {
		f.codec, f.lost = newCodec()
	}
}

func (f *fullRead) Fetch(ctx context.Context) (*supplier.RawPage, error) { return f.pages.Fetch(ctx) }

// Decode compresses the page as well: here many workers do so at once.
func (f *fullRead) Decode(raw *supplier.RawPage, into *supplier.ProductPage) error {
	if err := f.pages.Decode(raw, into); err != nil || f.codec == nil {
		return err
	}
	packed := f.codec.pack(raw.Body())
	f.mu.Lock()
	defer f.mu.Unlock()
	f.packed[into] = packed
	return nil
}

func (f *fullRead) Admit(page *supplier.ProductPage) error {
	f.horizon.see(page.Products, f.now())
	if err := f.pages.Admit(page); err != nil {
		return err
	}
	f.mu.Lock()
	packed := f.packed[page]
	delete(f.packed, page)
	f.mu.Unlock()
	if f.codec != nil && f.lost == nil {
		f.lost = f.out.block(blockPage, packed)
	}
	return nil
}

func (f *fullRead) Result() supplier.ListResult { return f.pages.Result() }

func (f *fullRead) source() string {
	result := f.pages.Result()
	text := fmt.Sprintf("read in full: %d products, %d pages", result.Items+result.Unread, result.Pages)
	if f.why != "" {
		text += "; the copy " + f.why
	}
	return text
}

func (f *fullRead) commit(ctx context.Context) error {
	result := f.pages.Result()
	err := f.lost
	switch {
	case err != nil:
	case !result.Complete:
		err = errors.New(result.Problem)
	case f.out == nil || f.horizon.since.IsZero():
		return nil // such a service cannot be asked for changes
	default:
		err = ctx.Err()
	}
	if err == nil {
		err = f.out.commit(ending{Pages: result.Pages, Items: result.Items + result.Unread, Since: f.horizon.since})
	}
	if err != nil {
		return fmt.Errorf("keep a copy of the product list: %w", err)
	}
	return nil
}

func (f *fullRead) close() error {
	if f.out != nil {
		f.out.abort()
	}
	if f.codec != nil {
		f.codec.close()
		f.codec = nil
	}
	return nil
}
