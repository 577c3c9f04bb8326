package reading

import (
	"context"
	"errors"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/union"
	"github.com/dropbridge/dropbridge/internal/snapshot"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Catalogue is the supplier's products as they can be asked for. A client has it.
type Catalogue interface {
	snapshot.Client
	// Search is one page of what a search finds.
	Search(ctx context.Context, q supplier.SearchQuery) (supplier.SearchResult, error)
	// SearchPages begins to read all that a search finds.
	SearchPages(q supplier.SearchQuery) supplier.ProductPages
}

// Feed is a feed with what is read for it.
type Feed struct {
	exporter.Feed
	Search     *supplier.SearchQuery // that narrows what is read; nil: the whole product list
	Categories []string              // of its filter, as its owner names them: paths or ids

	// Of several suppliers of the config: the one whose products these are, "" where Union names
	// them, or there is but one.
	Supplier string
	Union    *union.Rule   // nil: of one supplier
	Without  union.Without // what is done without one of them
}

// Of reports whether the feed has products of a supplier of that name.
func (f *Feed) Of(name string) bool {
	if f.Union == nil {
		return f.Supplier == name
	}
	return slices.ContainsFunc(f.Union.Members, func(m union.Member) bool { return m.Name == name })
}

// Products is the supplier's product list as feeds are built from it.
type Products struct {
	Catalogue  Catalogue
	Store      *snapshot.Store  // where the copy of the list is
	Copy       snapshot.Options // how the copy is used
	Full       bool             // read everything, and keep no copy
	Workers    int              // pages at work at once
	Unreadable history.Share    // part of the list that may be left out because it cannot be read; absent: as exporter.Build has it
	Now        func() time.Time
	Logger     *slog.Logger
}

// Build builds the feeds: those without a search share one pass over the list, those
// with the same search another. There is a report for each feed, in the feeds' order,
// with the error that kept it from being published. A feed whose place is another file's is
// not read for.
func (p *Products) Build(ctx context.Context, feeds []Feed, update func(done, total int64)) []exporter.Report {
	reports := make([]exporter.Report, len(feeds))
	var done []int
	for n := range feeds {
		if err := feeds[n].CheckPlace(); err != nil {
			reports[n] = exporter.NewReport(&feeds[n].Feed)
			reports[n].Err = err
			done = append(done, n)
		}
	}
	for n := range feeds {
		if slices.Contains(done, n) {
			continue
		}
		var together []int
		for k := n; k < len(feeds); k++ {
			if !slices.Contains(done, k) && reflect.DeepEqual(feeds[k].Search, feeds[n].Search) {
				together = append(together, k)
			}
		}
		done = append(done, together...)
		open := func(ctx context.Context) (exporter.Pages, error) { return p.pages(ctx, feeds[n].Search) }
		for k, report := range p.buildFrom(ctx, chosen(feeds, together), open, update) {
			reports[together[k]] = report
		}
	}
	return reports
}

// opening begins a reading of the products that feeds are made of.
type opening func(context.Context) (exporter.Pages, error)

// buildFrom builds the feeds of one pass. Where the fault is one feed's own, such as a
// full disk, each feed is then built alone, so that the others do without it.
func (p *Products) buildFrom(ctx context.Context, feeds []Feed, open opening, update func(done, total int64)) []exporter.Report {
	built, err := p.buildTogether(ctx, feeds, open, update)
	for again := 0; again < supplier.ReadAgain && supplier.KindOf(err) == supplier.KindIncomplete && ctx.Err() == nil; again++ {
		p.Logger.Warn("the product list changed while it was read, reading it again", "error", err)
		built, err = p.buildTogether(ctx, feeds, open, update)
	}
	own := slices.ContainsFunc(built, func(r exporter.Report) bool { return r.Err != nil || r.Published })
	alone := err != nil && !own && len(feeds) > 1 && supplier.KindOf(err) == 0 && ctx.Err() == nil
	for k := range feeds {
		if alone {
			one, oneErr := p.buildTogether(ctx, feeds[k:k+1], open, update)
			built[k] = one[0]
			built[k].Err = oneErr
		} else if !own {
			built[k].Err = err
		}
	}
	return built
}

// buildTogether makes one pass; there is a report for each feed whatever happens.
func (p *Products) buildTogether(ctx context.Context, feeds []Feed, open opening, update func(done, total int64)) ([]exporter.Report, error) {
	var reports []exporter.Report
	options, err := p.options(update)
	var pages exporter.Pages
	if err == nil {
		pages, err = open(ctx)
	}
	if err == nil {
		p.learn(ctx, feeds)
		reports, err = exporter.Build(ctx, pages, plain(feeds), options)
		p.settle(ctx, pages, err)
	}
	for _, feed := range feeds[len(reports):] {
		reports = append(reports, exporter.NewReport(&feed.Feed))
	}
	return reports, err
}

// options are how a pass is made.
func (p *Products) options(update func(done, total int64)) (exporter.Options, error) {
	zone, err := time.LoadLocation(supplier.LocalZone)
	return exporter.Options{Workers: p.Workers, Now: p.Now, Location: zone, Progress: update, Unreadable: p.Unreadable}, err
}

// learn tells filters where the categories are that they name by an id, so that an id
// stands for what lies below it, too: products know only the names above them. The
// search's facet knows ids with their names. Where it does not help, the build names
// the categories that an id did not reach.
func (p *Products) learn(ctx context.Context, feeds []Feed) {
	known := map[string]*supplier.Category{}
	for _, f := range feeds {
		for _, id := range f.Categories {
			if strings.Contains(id, ">") {
				continue // a path
			}
			category, asked := known[id]
			if !asked {
				category = p.categoryOf(ctx, id)
				known[id] = category
			}
			if category != nil {
				f.Selector.Learn(category)
			}
		}
	}
}

// categoryOf finds a category's path by its id, nil where the search does not tell.
func (p *Products) categoryOf(ctx context.Context, id string) *supplier.Category {
	found, err := p.Catalogue.Search(ctx, supplier.SearchQuery{CategoryID: id, PerPage: 1})
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
func (p *Products) pages(ctx context.Context, search *supplier.SearchQuery) (exporter.Pages, error) {
	switch {
	case search != nil:
		return p.Catalogue.SearchPages(*search), nil
	case p.Full:
		return p.Catalogue.ProductPages(supplier.ProductQuery{}), nil
	}
	return p.Store.Pages(ctx, p.Catalogue, p.Copy)
}

// settle keeps what a complete reading learned for the next one, unless the list was refused
// for what it holds: the supplier may mend that without dating it. That it cannot be kept is
// no fault of the feeds.
func (p *Products) settle(ctx context.Context, pages exporter.Pages, built error) {
	kept, ok := pages.(*snapshot.Pages)
	if !ok {
		return
	}
	var err error
	if kept.Result().Complete && supplier.KindOf(built) != supplier.KindProtocol {
		err = kept.Commit(ctx)
		p.Logger.Info("product list", "source", kept.Source())
	}
	if err = errors.Join(err, kept.Close()); err != nil {
		p.Logger.Warn("the copy of the product list is not kept, the next build reads more", "error", err)
	}
}

// chosen are some of the feeds.
func chosen(feeds []Feed, which []int) (out []Feed) {
	for _, n := range which {
		out = append(out, feeds[n])
	}
	return out
}

// Show tells how a feed would show the products with these SKUs or ids, as exporter.Show does.
func (p *Products) Show(ctx context.Context, feed Feed, skus []string, update func(done, total int64)) (shown []exporter.Shown, missing []string, err error) {
	return p.showFrom(ctx, feed, skus, func(ctx context.Context) (exporter.Pages, error) { return p.pages(ctx, feed.Search) }, update)
}

func (p *Products) showFrom(ctx context.Context, feed Feed, skus []string, open opening, update func(done, total int64)) (shown []exporter.Shown, missing []string, err error) {
	options, err := p.options(update)
	if err != nil {
		return nil, nil, err
	}
	pages, err := open(ctx)
	if err != nil {
		return nil, nil, err
	}
	p.learn(ctx, []Feed{feed})
	shown, missing, err = exporter.Show(ctx, pages, feed.Feed, skus, options)
	p.settle(ctx, pages, err)
	return shown, missing, err
}

// Joined is the reports' errors as one, each said once.
func Joined(reports []exporter.Report) error {
	var out []error
	for _, r := range reports {
		if r.Err != nil && !slices.ContainsFunc(out, func(e error) bool { return e.Error() == r.Err.Error() }) {
			out = append(out, r.Err)
		}
	}
	return errors.Join(out...)
}

// Check refuses feeds that cannot be, before anything is read.
func Check(feeds []Feed) error { return exporter.Check(plain(feeds)) }

func plain(feeds []Feed) []exporter.Feed {
	var out []exporter.Feed
	for _, f := range feeds {
		out = append(out, f.Feed)
	}
	return out
}
