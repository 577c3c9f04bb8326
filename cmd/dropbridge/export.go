package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/mirror"
	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/exporter/reading"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/terminal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func (a *app) exportCommand() *cobra.Command {
	var flags config.Feed
	var options exportOptions
	command := &cobra.Command{
		Use:   "export [FEED…]",
		Short: "Build feeds: those named in the config, or one by flags",
		Long: `Reads the supplier's product list once and builds the named feeds of the config
from it (all of them when none is named), or one feed by --template and --out.
A feed is published whole or not at all: when anything fails, or when the feed differs
so much from the last one that something must be wrong, the old file stays. A file
that dropbridge did not write is replaced with --overwrite alone.`,
		Example: `  dropbridge export
  dropbridge export prom partner
  dropbridge export prom --accept-change
  dropbridge export prom --show KB-00001 KB-00002
  dropbridge export --template csv --out feed.csv --private
  dropbridge export --template yml --out feed.yml --json`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.export(cmd.Context(), args, flags, options) },
	}
	command.Flags().StringVar(&flags.Template, "template", "", "template of the one feed to build: a name or a YAML file")
	command.Flags().StringVar(&flags.Out, "out", "", "file to write")
	command.Flags().StringVar(&flags.Supplier, "supplier", "", "of several suppliers the one whose products the feed by flags has (all without)")
	command.Flags().StringVar(&options.price, "price", "rrp", "which price is the feed's price: rrp, or drop (private feeds only)")
	command.Flags().BoolVar(&flags.Private, "private", false, "the feed may carry drop prices and wholesale tiers")
	command.Flags().BoolVar(&flags.BOM, "bom", false, "begin a CSV with a byte order mark")
	command.Flags().BoolVar(&flags.Gzip, "gzip", false, "write a .gz beside the feed")
	command.Flags().BoolVar(&options.accept, "accept-change", false, "publish once what the guard would refuse")
	command.Flags().BoolVar(&options.overwrite, "overwrite", false, "publish over a file that dropbridge did not write")
	command.Flags().BoolVar(&options.show, "show", false, "publish nothing: show each field of the products that are named after the feed by SKU or id (the first ten without), where it comes from and what was done to it")
	command.Flags().BoolVar(&options.full, "full", false, "read the whole product list, also where supplier.full_read allows a copy")
	command.MarkFlagsRequiredTogether("template", "out")
	return command
}

// exportOptions are how one export works.
type exportOptions struct {
	show      bool
	price     string
	accept    bool
	overwrite bool
	full      bool
}

func (a *app) export(ctx context.Context, names []string, flags config.Feed, options exportOptions) error {
	byFlags := flags.Template != ""
	if byFlags {
		if options.price != "rrp" && options.price != "drop" {
			return usage("usage.price", options.price)
		}
		flags.Price = pricing.Rule{Base: pricing.Base(options.price)}
	}
	if !byFlags && flags.Supplier != "" {
		return usage("usage.supplier")
	}
	if options.show {
		return a.show(ctx, names, flags, byFlags)
	}
	if byFlags && len(names) > 0 {
		return usage("usage.feeds")
	}
	c, feeds, err := a.chosenFeeds(names, flags, byFlags)
	if err != nil {
		return err
	}
	for n := range feeds {
		feeds[n].Accept, feeds[n].Overwrite = options.accept, options.overwrite
		if byFlags {
			feeds[n].AcceptBy, feeds[n].OverwriteBy = wording.NewMessage("export.same_accept"), wording.NewMessage("place.same_command")
		}
	}
	if c.ShopUnset && slices.ContainsFunc(feeds, func(f reading.Feed) bool { return f.Template.NamesShop() }) {
		fmt.Fprintln(a.stderr, a.word("export.shop_unset", wording.NewMessage("check_text.no_shop", c.Shop.Name, c.Shop.URL)))
	}
	conns, err := a.connectAll(ctx, c, wantedBy(feeds))
	if err != nil {
		return err
	}
	bar := terminal.NewProgress(a.stderr, a.spoken(), wording.NewMessage("progress.products"))
	shared, err := c.SharedFeeds()
	if err != nil {
		return errors.Join(err, conns.close())
	}
	reports := a.build(ctx, shared, a.source(c, conns, func(one *config.Config) bool { return options.full || one.Supplier.FullRead == nil }), feeds, bar.Update)
	bar.Finish()
	err = errors.Join(reading.Joined(reports), conns.close())
	if err != nil && !a.jsonOutput {
		reports = slices.DeleteFunc(reports, func(r exporter.Report) bool { return !r.Published && r.Err == nil })
	}
	return cmp.Or(err, a.reportFeeds(reports))
}

// build builds feeds with the settings of memory that suit it. shared, where it is not nil, has
// them behind the folders.
func (a *app) build(ctx context.Context, shared *mirror.Feeds, products feedSource, feeds []reading.Feed, update func(done, total int64)) []exporter.Report {
	defer a.holdMemory(feedHeapGrowth, -1)()
	if shared == nil {
		return products.Build(ctx, feeds, update)
	}
	return shared.Build(ctx, feeds, func(fetched []reading.Feed) []exporter.Report { return products.Build(ctx, fetched, update) })
}

// reportFeeds prints the reports and tells by the exit code whether anything was left out.
func (a *app) reportFeeds(reports []exporter.Report) error {
	code := exitDone
	for _, report := range reports {
		if report.Partial() {
			code = exitPartial
		}
		if a.jsonOutput {
			if err := a.printJSON(report); err != nil {
				return err
			}
			continue
		}
		a.people().Feed(report)
	}
	return quiet(code)
}
