package config

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/reading"
	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/schedule"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

// Chosen are the feeds to build: the one of the flags, the named ones, or all.
func (c *Config) Chosen(names []string, flags Feed, byFlags bool) ([]reading.Feed, error) {
	if byFlags {
		name := strings.TrimSuffix(filepath.Base(flags.Out), filepath.Ext(flags.Out))
		feed, err := c.Compile(name, flags, flags.Out)
		if unknown, ok := errors.AsType[*templates.UnknownError](err); ok {
			return nil, templates.InFlag("--template", failure.Usage, unknown)
		}
		if err == nil {
			err = c.checkFeedOut("--out", &feed.Feed)
		}
		return []reading.Feed{feed}, err
	}
	if len(c.Feeds) == 0 {
		return nil, refusal.New(failure.Config, wording.NewMessage("usage.no_feeds", c.File), wording.NewMessage("usage.no_feeds.way"))
	}
	if len(names) == 0 {
		names = c.FeedNames()
	}
	var feeds []reading.Feed
	for n, name := range names {
		if slices.Contains(names[:n], name) {
			continue // named twice, built once
		}
		if err := c.requireKnown("usage.no_feed", name, c.FeedNames()); err != nil {
			return nil, err
		}
		feed, err := c.Feed(name)
		if err != nil {
			return nil, err
		}
		feeds = append(feeds, feed)
	}
	return feeds, nil
}

// requireKnown refuses a name that is not among those known, with the one that was likely meant.
func (c *Config) requireKnown(key, name string, known []string) error {
	if slices.Contains(known, name) {
		return nil
	}
	return refusal.New(failure.Usage, wording.NewMessage(key, c.File, name), refusal.Choice(strictyaml.Nearest(name, known), known))
}

// Feed compiles the template, the filter and the maps of a feed of the config.
func (c *Config) Feed(name string) (reading.Feed, error) {
	entry := c.Feeds[name]
	feed, err := c.Compile(name, entry, c.Path(entry.Out))
	if err == nil {
		err = c.checkFeedOut(fmt.Sprintf("%s: feeds.%s.out", c.File, name), &feed.Feed)
	}
	return feed, err
}

// feedsEvery is how often a feed is built where the config does not say.
const feedsEvery = 30 * time.Minute

// Zone is whose clock on the wall the shop's schedules go by.
func (c *Config) Zone() (*time.Location, error) {
	zone, err := time.LoadLocation(cmp.Or(c.Shop.TimeZone.Text, supplier.LocalZone))
	if err != nil {
		wrong := c.Shop.TimeZone.Wrong(c.File, "shop.time_zone: %q is not known", c.Shop.TimeZone.Text)
		wrong.Mend = "write it like Europe/Kyiv"
		return nil, wrong
	}
	return zone, nil
}

// FeedSchedule is when a feed of the config is built.
func (c *Config) FeedSchedule(name string) (schedule.Schedule, error) {
	zone, err := c.Zone()
	if err != nil {
		return schedule.Schedule{}, err
	}
	when, err := c.Feeds[name].Schedule(c.File, "feeds."+name, feedsEvery, zone)
	return when, withoutKeys(err)
}

// checkFeedOut refuses a feed in a place that is another's, or under the name of another format.
func (c *Config) checkFeedOut(key string, f *exporter.Feed) error {
	if err := c.checkOut(key, f.Out); err != nil {
		return err
	}
	return checkEnding(key, f.Out, f.Template)
}

// Compile compiles a feed's template, filter and maps; out is where it goes, resolved already.
func (c *Config) Compile(name string, f Feed, out string) (reading.Feed, error) {
	planned := reading.Feed{}
	data, file, err := c.TemplateSet().Read(templates.Feed, f.Template)
	if err != nil {
		return planned, failure.Mistake(failure.Hint(err), "feeds.%s.template: %w", name, err)
	}
	compiled, err := template.Compile(file, data)
	if err != nil {
		return planned, failure.Mistake(failure.Hint(err), "%w", err)
	}
	planned.Feed = exporter.Feed{
		Name: name, Template: compiled, Out: out, Price: f.Price, Private: f.Private, BOM: f.BOM, Gzip: f.Gzip, Compression: f.Compression, MinStock: f.MinStock, Guard: f.Guard,
		AcceptBy: wording.Literal(c.Command() + " export " + name + " --accept-change"), OverwriteBy: wording.Literal(c.Command() + " export " + name + " --overwrite"),
		ShopName: c.Shop.Name, ShopCompany: c.Shop.Company, ShopURL: c.Shop.URL,
	}
	if err := c.selecting(&planned.Feed, f); err != nil {
		return planned, failure.Mistake(failure.Hint(err), "%s: feeds.%s.%w", c.File, name, err)
	}
	if planned.Values, err = f.Values.Compile(c.File); err != nil {
		return planned, failure.Mistake(failure.Hint(err), "%w", err)
	}
	if planned.Links, err = c.links(&f); err != nil {
		return planned, failure.Mistake(failure.Hint(err), "%w", err)
	}
	planned.Categories = slices.Concat(f.Filter.Categories, f.Filter.NotCategories)
	if planned.Search, err = f.Search.query(); err != nil {
		return planned, failure.Mistake("", "%s: feeds.%s.search: %w", c.File, name, err)
	}
	return planned, c.suppliersOf(name, &f, &planned)
}

// Command is how a person calls this program with this config.
func (c *Config) Command() string {
	if c.File == DefaultFile {
		return "dropbridge"
	}
	return "dropbridge --config " + c.File
}

// selecting compiles what the config says of a feed's products and of their target's codes.
func (c *Config) selecting(feed *exporter.Feed, f Feed) (err error) {
	read := func(name string) ([]byte, error) { return os.ReadFile(c.Path(name)) }
	if feed.Selector, err = f.Filter.Compile(read); err != nil {
		return fmt.Errorf("filter: %w", err)
	}
	if err := c.categories(feed, f.CategoryMap); err != nil {
		return fmt.Errorf("category_map: %w", err)
	}
	if f.AttributeMap != "" {
		data, err := read(f.AttributeMap)
		if err == nil {
			feed.Attributes, err = selection.ReadAttributeMap(f.AttributeMap, data)
		}
		if err != nil {
			return fmt.Errorf("attribute_map: %w", err)
		}
	}
	return nil
}

// query is the search as the client asks it; nil where nothing is searched for.
func (s *Search) query() (*supplier.SearchQuery, error) {
	q := &supplier.SearchQuery{Text: s.Text, CategoryID: s.Category, Brands: s.Brands, Availability: s.Availability, PriceField: s.PriceField, Attrs: s.Attributes}
	if s.Text == "" && s.Category == "" && len(s.Brands) == 0 && s.Availability == "" && s.PriceFrom == "" && s.PriceTo == "" && len(s.Attributes) == 0 {
		return nil, nil
	}
	for _, limit := range []struct {
		key, text string
		into      *money.Amount
	}{{"price_from", s.PriceFrom, &q.PriceMin}, {"price_to", s.PriceTo, &q.PriceMax}} {
		if limit.text == "" {
			continue
		}
		amount, err := money.Parse(limit.text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", limit.key, err)
		}
		*limit.into = amount
	}
	if !slices.Contains([]string{"", "drop_price", "rrp"}, s.PriceField) {
		return nil, fmt.Errorf("price_field is drop_price or rrp, not %q", s.PriceField)
	}
	return q, nil
}
