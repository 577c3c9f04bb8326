package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/internal/snapshot"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

// productList is the supplier's product list as feeds are built from it: read in full, from
// a copy that is brought up to date, or narrowed by a search.
type productList struct {
	app   *app
	conn  *connection
	store *snapshot.Store
	opts  snapshot.Options
	full  bool // read everything, and keep no copy
}

func (a *app) openProductList(c *config, conn *connection) *productList {
	key := sha256.Sum256([]byte(c.accountAsWritten()))
	cat := &productList{app: a, conn: conn, store: snapshot.Open(c.path("state/catalog/" + hex.EncodeToString(key[:4])))}
	cat.opts = snapshot.Options{Mapping: c.fingerprint(), Now: time.Now}
	if full := c.Supplier.FullRead; full != nil {
		cat.opts.MaxAge, cat.full = *full, *full == 0
	}
	return cat
}

// fingerprint stands for what decides how the supplier's answers are read.
func (c *config) fingerprint() string {
	mapping, _, _ := c.templates().Read(templates.Supplier, c.Supplier.Mapping) // one that cannot be read has stopped the command already
	sum := sha256.Sum256(append([]byte(c.Supplier.BaseURL+"\x00"+version()+"\x00"), mapping...))
	return hex.EncodeToString(sum[:])
}

// heapGrowth is by how many percent the heap may grow between collections while feeds
// are built. Most of a large build's heap are hashes, in which there is nothing to
// follow: to collect often costs little, and keeps a million products under 100 MB.
const heapGrowth = 25

// build builds the feeds: those without a search share one pass over the list, those
// with the same search another. There is a report for each feed, in the feeds' order,
// with the error that kept it from being published.
func (c *productList) build(ctx context.Context, feeds []plannedFeed, update func(done, total int64)) []exporter.Report {
	if a, set := c.app.lookupEnv("GOGC"); !set || a == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(heapGrowth))
	}
	reports := make([]exporter.Report, len(feeds))
	var done []int
	for n := range feeds {
		if slices.Contains(done, n) {
			continue
		}
		var together []int
		for k := n; k < len(feeds); k++ {
			if reflect.DeepEqual(feeds[k].search, feeds[n].search) {
				together = append(together, k)
			}
		}
		done = append(done, together...)
		c.buildPass(ctx, feeds, together, reports, update)
	}
	return reports
}

// buildPass builds the feeds of one pass. Where the fault is one feed's own, such as a
// full disk, each feed is then built alone, so that the others do without it.
func (c *productList) buildPass(ctx context.Context, all []plannedFeed, chosen []int, reports []exporter.Report, update func(done, total int64)) {
	var feeds []plannedFeed
	for _, n := range chosen {
		feeds = append(feeds, all[n])
	}
	built, err := c.buildTogether(ctx, feeds, update)
	if supplier.KindOf(err) == supplier.KindIncomplete && ctx.Err() == nil {
		// Pages move while a supplier's data changes: a second reading is mostly whole.
		c.app.logger().Warn("the product list changed while it was read, reading it again", "error", err)
		built, err = c.buildTogether(ctx, feeds, update)
	}
	own := slices.ContainsFunc(built, func(r exporter.Report) bool { return r.Err != nil || r.Published })
	alone := err != nil && !own && len(feeds) > 1 && supplier.KindOf(err) == 0 && ctx.Err() == nil
	for k, n := range chosen {
		if alone {
			one, oneErr := c.buildTogether(ctx, feeds[k:k+1], update)
			built[k] = one[0]
			built[k].Err = oneErr
		} else if !own {
			built[k].Err = err
		}
		reports[n] = built[k]
	}
}

// buildTogether makes one pass; there is a report for each feed whatever happens.
func (c *productList) buildTogether(ctx context.Context, feeds []plannedFeed, update func(done, total int64)) ([]exporter.Report, error) {
	var reports []exporter.Report
	zone, err := time.LoadLocation("Europe/Kyiv")
	var pages exporter.Pages
	if err == nil {
		pages, err = c.pages(ctx, feeds[0].search)
	}
	if err == nil {
		c.learn(ctx, feeds)
		reports, err = exporter.Build(ctx, pages, plainFeeds(feeds), exporter.Options{Workers: exportWorkers, Now: time.Now, Location: zone, Progress: update})
		c.settle(ctx, pages)
	}
	for _, feed := range feeds[len(reports):] {
		reports = append(reports, exporter.NewReport(&feed.Feed))
	}
	return reports, err
}

// learn tells filters where the categories are that they name by an id, so that an id
// stands for what lies below it, too: products know only the names above them. The
// search's facet knows ids with their names. Where it does not help, the build names
// the categories that an id did not reach.
func (c *productList) learn(ctx context.Context, feeds []plannedFeed) {
	known := map[string]*supplier.Category{}
	for _, f := range feeds {
		for _, id := range f.categories {
			if strings.Contains(id, ">") {
				continue // a path
			}
			category, asked := known[id]
			if !asked {
				category = c.categoryOf(ctx, id)
				known[id] = category
			}
			if category != nil {
				f.Selector.Learn(category)
			}
		}
	}
}

// categoryOf finds a category's path by its id, nil where the search does not tell.
func (c *productList) categoryOf(ctx context.Context, id string) *supplier.Category {
	found, err := c.conn.client.Search(ctx, supplier.SearchQuery{CategoryID: id, PerPage: 1})
	if err != nil || len(found.Products) == 0 {
		return nil
	}
	below := &found.Products[0].Category
	if below.ID == id {
		return &supplier.Category{ID: id, Name: below.Name, Path: below.Path}
	}
	for _, facet := range found.Facets {
		for _, value := range facet.Values {
			if at := slices.Index(below.Path, value.Label); facet.Field == "category_id" && value.Value == id && at >= 0 {
				return &supplier.Category{ID: id, Name: value.Label, Path: below.Path[:at+1]}
			}
		}
	}
	return nil
}

// pages begins to read what the feeds are made of.
func (c *productList) pages(ctx context.Context, search *supplier.SearchQuery) (exporter.Pages, error) {
	switch {
	case search != nil:
		return c.conn.client.SearchPages(*search), nil
	case c.full:
		return c.conn.client.ProductPages(supplier.ProductQuery{}), nil
	}
	return c.store.Pages(ctx, c.conn.client, c.opts)
}

// settle keeps what a complete reading learned for the next one. That it cannot be kept
// is no fault of the feeds.
func (c *productList) settle(ctx context.Context, pages exporter.Pages) {
	kept, ok := pages.(*snapshot.Pages)
	if !ok {
		return
	}
	var err error
	if kept.Result().Complete {
		err = kept.Commit(ctx)
		c.app.logger().Info("product list", "source", kept.Source())
	}
	if err = errors.Join(err, kept.Close()); err != nil {
		c.app.logger().Warn("the copy of the product list is not kept, the next build reads more", "error", err)
	}
}

// joined is the reports' errors as one, each said once.
func joined(reports []exporter.Report) error {
	var out []error
	for _, r := range reports {
		if r.Err != nil && !slices.ContainsFunc(out, func(e error) bool { return e.Error() == r.Err.Error() }) {
			out = append(out, r.Err)
		}
	}
	return errors.Join(out...)
}
