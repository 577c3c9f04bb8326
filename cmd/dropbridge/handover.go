package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/handover"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// handover is the port to a supplier who takes orders as files.
func (a *app) handover(c *config.Config) (*handover.Handover, error) {
	options, _, err := c.HandoverOptions(a.lookupEnv)
	if err != nil {
		return nil, err
	}
	options.Logger = a.logger()
	return handover.New(options)
}

// connectOrders is connect where only orders are wanted: those that go out as files need no
// service.
func (a *app) connectOrders(ctx context.Context, c *config.Config) (*connection, error) {
	if c.HandsOver() && c.Supplier.BaseURL == "" && len(c.Feeds) == 0 {
		return &connection{shown: c.Account(), close: func() error { return nil }}, nil
	}
	return a.connect(ctx, c)
}

// noProducts refuses to read from a supplier of whom the config names the orders alone.
func noProducts(c *config.Config) error {
	return failure.Mistake(wording.NewMessage("handover.no_service.way").In(c.Spoken()), "%s: %s", c.File, wording.NewMessage("handover.no_service").In(c.Spoken()))
}

// checkHandover tries the place where files of orders go, says what they will look like, and
// leaves an example.
func (a *app) checkHandover(ctx context.Context, c *config.Config, report *checkReport, add func(name, detail string, err error) bool) {
	options, outlet, err := c.HandoverOptions(a.lookupEnv)
	if err != nil {
		add("orders", "", err)
		return
	}
	when := a.word("handover.at_once")
	if options.Daily {
		when = a.word("handover.daily", c.Supplier.Orders.At.Text)
	}
	add("orders", a.word("handover.where", outlet.Describe(), when), unusable(withTimeout(ctx, outlet.Check)))
	path := c.Path("state/orders-example." + options.Template.Format)
	if err = os.MkdirAll(c.State(), 0o700); err == nil {
		err = durable.WriteFile(path, func(w io.Writer) (err error) {
			var preview handover.Preview
			preview, err = options.Template.Preview(w, c.Spoken(), time.Now())
			report.OrderFile = &preview
			return err
		})
	}
	add("order file", a.word("handover.example", options.Template.Name, path), err)
	if tracked := c.Supplier.Orders.Waybills; tracked != nil {
		_, err := os.ReadDir(c.Path(tracked.Folder))
		add("waybills of the supplier", tracked.Folder, err)
	}
}

// unusable is what keeps files of orders from going out, in the words of who found it.
func unusable(err error) error {
	if failure, ok := errors.AsType[*supplier.Error](err); ok && failure.Detail != "" {
		return &exitError{code: exitSupplier, err: errors.New(failure.Detail)}
	}
	return err
}

// withTimeout tries something that another machine may not answer.
func withTimeout(ctx context.Context, try func(context.Context) error) error {
	const patience = 30 * time.Second
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return try(ctx)
}

// printOrderFile shows what a file of orders will look like.
func (a *app) printOrderFile(preview *handover.Preview) {
	if preview == nil {
		return
	}
	a.printf("\n%s\n", a.word("handover.columns"))
	for _, order := range preview.Orders {
		if order.Refused != "" {
			a.printf("  %s: %s\n", order.ExternalID, oneline.Unbroken(order.Refused))
		}
		for _, row := range order.Rows {
			var cells []string
			for i, text := range row {
				if text != "" {
					cells = append(cells, preview.Headings[i]+": "+text)
				}
			}
			a.printf("  %s\n", oneline.Unbroken(strings.Join(cells, " | ")))
		}
	}
}
