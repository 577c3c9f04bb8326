package books

import (
	"context"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// NewClosers is the closer of several suppliers' months: each has one of his own, and a folder of
// his name below books.out. c is the config of all.
func NewClosers(c *config.Config, each []*Closer) *Closer {
	return &Closer{config: c, each: append([]*Closer{}, each...)}
}

// Each are the closers of single suppliers that have a ledger, or the only one's, whether he has one
// or not.
func (c *Closer) Each() []*Closer {
	if c.each != nil {
		return c.each
	}
	return []*Closer{c}
}

// Of is the closer of a supplier by his name, "" for the only one; nil where there is none.
func (c *Closer) Of(supplier string) *Closer {
	at := slices.IndexFunc(c.Each(), func(one *Closer) bool { return one.Supplier() == supplier })
	if at < 0 {
		return nil
	}
	return c.Each()[at]
}

// Supplier is whose months it closes, by his name, "" for the only one.
func (c *Closer) Supplier() string { return c.config.SupplierName() }

// runEach closes the months of all suppliers until ctx ends.
func (c *Closer) runEach(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, one := range c.each {
		group.Go(func() error { return one.Run(ctx) })
	}
	return group.Wait()
}

// dueEach closes the months of all suppliers that are due, once: nobody waits for another.
func (c *Closer) dueEach(ctx context.Context) error {
	var group errgroup.Group
	for _, one := range c.each {
		group.Go(func() error { return one.config.Whose(one.CloseDue(ctx)) })
	}
	return group.Wait()
}

// stateOfEach is the state of the supplier whose month fails, or else of whom the last month was
// closed the longest ago; nil where no month is to be closed.
func (c *Closer) stateOfEach() (worst *standing.Books) {
	for _, one := range c.each {
		state := one.State()
		if state == nil {
			continue
		}
		if state.Failing != "" {
			failing := *state
			failing.Error = fmt.Sprintf("%s: %s", one.config.SupplierName(), state.Error)
			return &failing
		}
		if worst == nil || state.Month < worst.Month {
			worst = state
		}
	}
	return worst
}
