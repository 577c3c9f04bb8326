package reading

import (
	"cmp"
	"context"
	"reflect"
	"slices"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/exporter/union"
)

// Build builds the feeds. Those of one supplier are built from his list as it is read, as
// Products.Build does; those of more wait until each of their suppliers was read, each supplier
// once and all of them side by side, and share a pass where they choose alike. There is a report
// for each feed, in the feeds' order.
func (s *Several) Build(ctx context.Context, feeds []Feed, update func(done, total int64)) []exporter.Report {
	reports := make([]exporter.Report, len(feeds))
	var together []int
	for n := range feeds {
		if feeds[n].Union != nil {
			together = append(together, n)
		}
	}
	for i := range s.Suppliers {
		one := &s.Suppliers[i]
		var own []int
		for n := range feeds {
			if feeds[n].Union == nil && feeds[n].Supplier == one.Name {
				own = append(own, n)
			}
		}
		if len(own) == 0 {
			continue
		}
		free := s.reserve(one.Name)
		for k, report := range one.Products.Build(ctx, chosen(feeds, own), update) {
			reports[own[k]] = report
		}
		free()
	}
	if len(together) > 0 {
		s.unite(ctx, feeds, together, reports, update)
	}
	return reports
}

// unite builds the feeds of more than one supplier.
func (s *Several) unite(ctx context.Context, feeds []Feed, which []int, reports []exporter.Report, update func(done, total int64)) {
	var open []int
	for _, n := range which {
		reports[n] = exporter.NewReport(&feeds[n].Feed)
		if reports[n].Err = feeds[n].CheckPlace(); reports[n].Err == nil {
			open = append(open, n)
		}
	}
	if len(open) == 0 {
		return
	}
	lists := s.read(ctx, chosen(feeds, open), update)
	defer lists.close()
	picked := map[int][]pick{}
	for _, n := range open {
		picked[n] = lists.judge(&feeds[n], &reports[n])
	}
	lists.settle()
	from := map[int][]union.Source{}
	var fit []int
	for _, n := range open {
		if reports[n].Err == nil {
			from[n], reports[n].Err = sources(picked[n])
		}
		if reports[n].Err == nil {
			fit = append(fit, n)
		}
	}
	for len(fit) > 0 {
		alike := slices.DeleteFunc(slices.Clone(fit), func(n int) bool {
			return !sameList(&feeds[n], &feeds[fit[0]]) || !slices.Equal(from[n], from[fit[0]])
		})
		s.buildUnion(ctx, feeds, alike, from[fit[0]], reports)
		fit = slices.DeleteFunc(fit, func(n int) bool { return slices.Contains(alike, n) })
	}
}

// sameList reports whether two feeds have the same products, chosen alike.
func sameList(a, b *Feed) bool {
	return reflect.DeepEqual(a.Union, b.Union) && a.Price.Currency == b.Price.Currency && reflect.DeepEqual(a.Price.Rates, b.Price.Rates)
}

// buildUnion makes one pass for feeds of the same products.
func (s *Several) buildUnion(ctx context.Context, feeds []Feed, which []int, sources []union.Source, reports []exporter.Report) {
	list, err := s.list(ctx, &feeds[which[0]], sources)
	if err != nil {
		for _, n := range which {
			reports[n].Err = err
		}
		return
	}
	open := func(context.Context) (exporter.Pages, error) { return list.Pages(), nil }
	for k, report := range s.shared(&feeds[which[0]]).buildFrom(ctx, chosen(feeds, which), open, nil) {
		reports[which[k]] = report
	}
}

// list is the union for a feed.
func (s *Several) list(ctx context.Context, f *Feed, sources []union.Source) (*union.List, error) {
	rule := pricing.Rule{Currency: f.Price.Currency, Rates: f.Price.Rates}
	pricer, err := rule.Compile(true)
	if err != nil {
		return nil, err
	}
	return union.New(ctx, f.Union, sources, pricer.DropIn)
}

// shared is how the pages of a union are worked on: as the first of its suppliers says. What could
// not be read was judged for each supplier alone.
func (s *Several) shared(f *Feed) *Products {
	first := *s.supplier(f.Union.Members[0].Name).Products
	first.Unreadable = history.Percent(100)
	return &first
}

// Show tells how a feed would show the products with these SKUs or ids, as exporter.Show does, and
// which supplier's offer it has.
func (s *Several) Show(ctx context.Context, feed Feed, skus []string, update func(done, total int64)) (shown []exporter.Shown, missing []string, err error) {
	if feed.Union == nil {
		return s.supplier(feed.Supplier).Products.Show(ctx, feed, skus, update)
	}
	lists := s.read(ctx, []Feed{feed}, update)
	defer lists.close()
	var report exporter.Report
	picks := lists.judge(&feed, &report)
	lists.settle()
	from, err := sources(picks)
	if err = cmp.Or(report.Err, err); err != nil {
		return nil, nil, err
	}
	list, err := s.list(ctx, &feed, from)
	if err != nil {
		return nil, nil, err
	}
	list.Watch(skus)
	shown, missing, err = s.shared(&feed).showFrom(ctx, feed, skus, func(context.Context) (exporter.Pages, error) { return list.Pages(), nil }, nil)
	for i := range shown {
		shown[i].Offers = offersOf(list.ToldOf(shown[i].ID), feed.Private)
	}
	return shown, missing, err
}

// offersOf are the offers of an article as a feed may show them; none where one supplier alone has
// it.
func offersOf(told *union.Told, private bool) (out []exporter.ShownOffer) {
	if told == nil {
		return nil
	}
	for i, o := range told.Offers {
		one := exporter.ShownOffer{Supplier: o.Supplier, InStock: o.InStock, Chosen: o.Supplier == told.Supplier}
		if private {
			one.DropPrice, one.Currency = o.DropPrice, o.Currency
		}
		if i == 0 {
			one.Reason = told.Reason
		}
		out = append(out, one)
	}
	return out
}
