package main

import (
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/books"
	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/daemon"
	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/reading"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/supplier/drift"
)

// feedSource is the products that feeds are built from: those of one supplier, or of several.
type feedSource interface {
	Build(ctx context.Context, feeds []reading.Feed, update func(done, total int64)) []exporter.Report
	Show(ctx context.Context, feed reading.Feed, skus []string, update func(done, total int64)) (shown []exporter.Shown, missing []string, err error)
}

// connections are those to the suppliers of a config, in the order of their names.
type connections []namedConnection

// namedConnection is that to one of several suppliers, or to the only one.
type namedConnection struct {
	*connection
	config *config.Config // as it stands for this supplier
}

// connectAll connects to the suppliers of a config, of several to those that are wanted.
func (a *app) connectAll(ctx context.Context, c *config.Config, wanted func(name string) bool) (connections, error) {
	var all connections
	for _, one := range c.Suppliers() {
		if c.Several() && !wanted(one.SupplierName()) {
			continue
		}
		conn, err := a.connect(ctx, one)
		if err != nil {
			return nil, errors.Join(one.Whose(err), all.close())
		}
		all = append(all, namedConnection{conn, one})
	}
	return all, nil
}

func (all connections) close() error {
	var errs []error
	for _, one := range all {
		errs = append(errs, one.close())
	}
	return errors.Join(errs...)
}

// asKept reads lists as the config says.
func asKept(*config.Config) bool { return false }

// wantedBy reports which suppliers some feeds need.
func wantedBy(feeds []reading.Feed) func(name string) bool {
	return func(name string) bool {
		return slices.ContainsFunc(feeds, func(f reading.Feed) bool { return f.Of(name) })
	}
}

// watched are the services whose answers the daemon watches.
func watched(all connections) (out []daemon.Answers) {
	for _, one := range all {
		if one.client == nil {
			continue
		}
		out = append(out, daemon.Answers{Supplier: one.config.SupplierName(), Client: one.client, Every: one.config.WatchEvery(),
			Compare: func(samples []drift.Profile, accept bool) ([]drift.Compared, error) {
				return compareAnswers(one.config, samples, accept)
			},
			Usual: func() (daemon.Usual, error) { return usualAnswers(one.config) }})
	}
	return out
}

// priceLists are those of the connected suppliers.
func priceLists(all connections) (out []daemon.Lists) {
	for _, one := range all {
		if one.lists != nil {
			out = append(out, daemon.Lists{Supplier: one.config.SupplierName(), Catalogue: one.lists})
		}
	}
	return out
}

// closer closes the months of the connected suppliers.
func (a *app) closer(c *config.Config, all connections) *books.Closer {
	var each []*books.Closer
	for _, one := range all {
		closer := a.books().NewCloser(one.config, bookConnection(one.connection))
		if !c.Several() {
			return closer
		}
		if one.config.HasAPI() {
			each = append(each, closer)
		}
	}
	return books.NewClosers(c, each)
}

// scheduledBooks writes books by schedule, with the connections that there are.
func (a *app) scheduledBooks(c *config.Config, all connections) (*books.Scheduled, error) {
	program := a.books()
	program.Progress = io.Discard
	program.Connect = func(_ context.Context, of *config.Config) (books.Connection, error) {
		if err := of.RequireAPI(); err != nil {
			return books.Connection{}, err
		}
		at := slices.IndexFunc(all, func(one namedConnection) bool { return one.config.SupplierName() == of.SupplierName() })
		made, letGo := bookConnection(all[at].connection), a.holdMemory(bookHeapGrowth, -1)
		made.Close = func() error { // the connection is the daemon's
			letGo()
			return nil
		}
		return made, nil
	}
	return program.NewScheduled(c, time.Now)
}

// source is the products of the connected suppliers; full says of which the whole list is read,
// also where a copy is kept.
func (a *app) source(c *config.Config, all connections, full func(*config.Config) bool) feedSource {
	several := &reading.Several{}
	for _, one := range all {
		products := a.products(one.config, one.connection)
		products.Full = products.Full || full(one.config)
		if !c.Several() {
			return products
		}
		several.Suppliers = append(several.Suppliers, reading.Supplier{Name: one.config.SupplierName(), Products: products, List: one.config.LastList()})
	}
	return several
}
