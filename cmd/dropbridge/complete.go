package main

import (
	"context"
	"errors"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/guidance"
	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/overview"
)

// values are what a shell completes.
func (a *app) values() guidance.Values {
	return guidance.Values{Config: a.loadConfig, Orders: a.orderNumbers, Now: a.now}
}

// orderNumbers are those of the orders that `status` shows; none where there is no journal yet.
func (a *app) orderNumbers(ctx context.Context) (numbers []string, err error) {
	c, err := a.loadConfig()
	if err != nil || c.JournalMissing() || c.JournalGone() {
		return nil, err
	}
	settings, err := c.Importer()
	if err != nil {
		return nil, err
	}
	j, err := a.openJournal(ctx, c)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	im, err := importer.New(settings, nil, j)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, im.Close()) }()
	status, err := im.Query(ctx, overview.StatusQuery{})
	for _, order := range status.Orders {
		numbers = append(numbers, order.ExternalID)
	}
	return numbers, err
}
