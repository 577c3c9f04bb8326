package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

// exportWorkers is how many pages are fetched, decoded and encoded at once.
const exportWorkers = 4

func (a *app) exportCommand() *cobra.Command {
	var flags feedConfig
	command := &cobra.Command{
		Use:   "export [FEED…]",
		Short: "Build feeds: those named in the config, or one by flags",
		Long: `Reads the supplier's product list once and builds the named feeds of the config
from it (all of them when none is named), or one feed by --template and --out.
A feed is published whole or not at all: when anything fails, the old file stays.`,
		Example: `  dropbridge export
  dropbridge export prom partner
  dropbridge export --template csv --out feed.csv --private
  dropbridge export --template yml --out feed.yml --json`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.export(cmd.Context(), args, flags) },
	}
	command.Flags().StringVar(&flags.Template, "template", "", "template of the one feed to build: a name or a YAML file")
	command.Flags().StringVar(&flags.Out, "out", "", "file to write")
	command.Flags().StringVar(&flags.Price, "price", "rrp", "which price is the feed's price: rrp, or drop (private feeds only)")
	command.Flags().BoolVar(&flags.Private, "private", false, "the feed may carry drop prices and wholesale tiers")
	command.Flags().BoolVar(&flags.BOM, "bom", false, "begin a CSV with a byte order mark")
	command.Flags().BoolVar(&flags.Gzip, "gzip", false, "write a .gz beside the feed")
	command.MarkFlagsRequiredTogether("template", "out")
	return command
}

func (a *app) export(ctx context.Context, names []string, flags feedConfig) error {
	byFlags := flags.Template != ""
	if byFlags && len(names) > 0 {
		return usageError("name feeds of the config, or give --template and --out, not both")
	}
	c, err := a.loadConfig()
	if err != nil {
		return err
	}
	feeds, err := c.chosenFeeds(names, flags, byFlags)
	if err != nil {
		return err
	}
	if err := exporter.Check(feeds); err != nil {
		if byFlags {
			return &exitError{code: exitUsage, err: err, hint: hintOf(err)}
		}
		return err
	}
	if c.shopUnset && slices.ContainsFunc(feeds, func(f exporter.Feed) bool { return f.Template.Format == "yml" }) {
		fmt.Fprintln(a.stderr, "note: shop is "+c.describeShop())
	}
	conn, err := a.connect(ctx, c)
	if err != nil {
		return err
	}
	bar := a.newProgress("products")
	reports, errs := buildFeeds(ctx, conn, feeds, bar.update)
	bar.finish()
	err = errors.Join(joined(errs), conn.close())
	if err != nil && !a.jsonOutput {
		reports = slices.DeleteFunc(reports, func(r exporter.Report) bool { return !r.Published })
	}
	return cmp.Or(err, a.reportFeeds(reports))
}

// chosenFeeds are the feeds to build: the one of the flags, the named ones, or all.
func (c *config) chosenFeeds(names []string, flags feedConfig, byFlags bool) ([]exporter.Feed, error) {
	if byFlags {
		if flags.Price != "rrp" && flags.Price != "drop" {
			return nil, usageError("--price %q: one of rrp, drop", flags.Price)
		}
		name := strings.TrimSuffix(filepath.Base(flags.Out), filepath.Ext(flags.Out))
		feed, err := c.feed(name, flags, flags.Out)
		if unknown, ok := errors.AsType[*templates.UnknownError](err); ok {
			return nil, &exitError{code: exitUsage, err: fmt.Errorf("--template: %w", unknown), hint: unknown.Hint()}
		}
		return []exporter.Feed{feed}, err
	}
	if len(c.Feeds) == 0 {
		return nil, configError("add feeds to the config, or give --template and --out", "%s has no feeds", c.file)
	}
	if len(names) == 0 {
		names = c.feedNames()
	}
	var feeds []exporter.Feed
	for n, name := range names {
		if slices.Contains(names[:n], name) {
			continue // named twice, built once
		}
		entry, ok := c.Feeds[name]
		if !ok {
			hint := "known are: " + strings.Join(c.feedNames(), ", ")
			if near := strictyaml.Nearest(name, c.feedNames()); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			return nil, &exitError{code: exitUsage, err: fmt.Errorf("%s has no feed %q", c.file, name), hint: hint}
		}
		feed, err := c.feed(name, entry, c.path(entry.Out))
		if err != nil {
			return nil, err
		}
		feeds = append(feeds, feed)
	}
	return feeds, nil
}

// feed compiles a feed's template; out is where it goes, resolved already.
func (c *config) feed(name string, f feedConfig, out string) (exporter.Feed, error) {
	data, file, err := c.templates().Read(templates.Feed, f.Template)
	if err != nil {
		return exporter.Feed{}, configError(hintOf(err), "feeds.%s.template: %w", name, err)
	}
	template, err := exporter.CompileTemplate(file, data)
	if err != nil {
		return exporter.Feed{}, configError(hintOf(err), "%w", err)
	}
	return exporter.Feed{
		Name: name, Template: template, Out: out, Price: f.Price, Private: f.Private, BOM: f.BOM, Gzip: f.Gzip,
		ShopName: c.Shop.Name, ShopCompany: c.Shop.Company, ShopURL: c.Shop.URL,
	}, nil
}

// buildFeeds reads the product list once and publishes the feeds. Where the fault is
// one feed's own, such as a full disk, each feed is then built alone, so that the
// others do without it. Reports and errors are one a feed, in the feeds' order.
func buildFeeds(ctx context.Context, conn *connection, feeds []exporter.Feed, update func(done, total int64)) ([]exporter.Report, []error) {
	reports, err := buildTogether(ctx, conn, feeds, update)
	errs := make([]error, len(feeds))
	if err != nil && len(feeds) > 1 && supplier.KindOf(err) == 0 && ctx.Err() == nil {
		for n := range feeds {
			var alone []exporter.Report
			alone, errs[n] = buildTogether(ctx, conn, feeds[n:n+1], update)
			reports[n] = alone[0]
		}
		return reports, errs
	}
	for n := range errs {
		errs[n] = err
	}
	return reports, errs
}

// buildTogether publishes all the feeds or none; there is a report for each all the same.
func buildTogether(ctx context.Context, conn *connection, feeds []exporter.Feed, update func(done, total int64)) ([]exporter.Report, error) {
	var reports []exporter.Report
	zone, err := time.LoadLocation("Europe/Kyiv")
	if err == nil {
		reports, err = exporter.Build(ctx, conn.client.ProductPages(supplier.ProductQuery{}), feeds, exporter.Options{
			Workers: exportWorkers, Now: time.Now, Location: zone, Progress: update,
		})
	}
	for _, feed := range feeds[len(reports):] {
		reports = append(reports, exporter.Report{Feed: feed.Name, Template: feed.Template.Name, Out: feed.Out,
			Skipped: []exporter.Skip{}, Warnings: []string{}})
	}
	return reports, err
}

// joined is the errors as one, each said once.
func joined(errs []error) error {
	var out []error
	for _, err := range errs {
		if err != nil && !slices.Contains(out, err) {
			out = append(out, err)
		}
	}
	return errors.Join(out...)
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
		a.printFeed(report)
	}
	return quiet(code)
}

// shownPerFeed is how many left-out products and warnings are shown to people; --json has all.
const shownPerFeed = 10

func (a *app) printFeed(r exporter.Report) {
	a.printf("%s: %d products, %d offers, %s in %.1f s → %s\n", r.Feed, r.Products, r.Offers, byteSize(r.Bytes), r.Seconds, r.Out)
	for n, s := range r.Skipped {
		if n == shownPerFeed {
			a.printf("  … and %d more left out (--json lists them)\n", len(r.Skipped)-n)
			break
		}
		a.printf("  left out %s: %s (%s)\n", oneLine(s.SKU), oneLine(s.Message), s.Code)
	}
	for n, warning := range r.Warnings {
		if n == shownPerFeed {
			a.printf("  … and %d more warnings (--json lists them)\n", len(r.Warnings)-n)
			break
		}
		a.printf("  note: %s\n", oneLine(warning))
	}
}

// byteSize is a size for people.
func byteSize(n int64) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.1f KB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%d B", n)
}
