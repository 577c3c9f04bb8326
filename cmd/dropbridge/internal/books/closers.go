package books

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// NewClosers is the closer of several suppliers' months: each has one of his own, and a folder of
// his name below books.out. c is the config of all.
func NewClosers(c *config.Config, each []*Closer) *Closer {
	return &Closer{config: c, each: append([]*Closer{}, each...)}
}

// runEach closes the months of all suppliers until ctx ends.
func (c *Closer) runEach(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, one := range c.each {
		group.Go(func() error { return one.Run(ctx) })
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
