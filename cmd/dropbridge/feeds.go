package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

// chosenFeeds are the feeds to build: the one of the flags, the named ones, or all.
func (c *config) chosenFeeds(names []string, flags feedConfig, byFlags bool) ([]plannedFeed, error) {
	if byFlags {
		name := strings.TrimSuffix(filepath.Base(flags.Out), filepath.Ext(flags.Out))
		feed, err := c.feed(name, flags, flags.Out)
		if unknown, ok := errors.AsType[*templates.UnknownError](err); ok {
			return nil, &exitError{code: exitUsage, err: fmt.Errorf("--template: %w", unknown), hint: unknown.Hint()}
		}
		return []plannedFeed{feed}, err
	}
	if len(c.Feeds) == 0 {
		return nil, configError("add feeds to the config, or give --template and --out", "%s has no feeds", c.file)
	}
	if len(names) == 0 {
		names = c.feedNames()
	}
	var feeds []plannedFeed
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

// plannedFeed is a feed with the search that narrows what is read for it.
type plannedFeed struct {
	exporter.Feed
	search     *supplier.SearchQuery // nil: it is made of the whole product list
	categories []string              // of its filter, as the config names them
}

// feed compiles a feed's template, filter and maps; out is where it goes, resolved already.
func (c *config) feed(name string, f feedConfig, out string) (plannedFeed, error) {
	planned := plannedFeed{}
	data, file, err := c.templates().Read(templates.Feed, f.Template)
	if err != nil {
		return planned, configError(hintOf(err), "feeds.%s.template: %w", name, err)
	}
	compiled, err := template.Compile(file, data)
	if err != nil {
		return planned, configError(hintOf(err), "%w", err)
	}
	planned.Feed = exporter.Feed{
		Name: name, Template: compiled, Out: out, Price: f.Price, Private: f.Private, BOM: f.BOM, Gzip: f.Gzip, MinStock: f.MinStock, Guard: f.Guard,
		AcceptBy: c.command() + " export " + name + " --accept-change", ShopName: c.Shop.Name, ShopCompany: c.Shop.Company, ShopURL: c.Shop.URL,
	}
	if err := c.selecting(&planned.Feed, f); err != nil {
		return planned, configError(hintOf(err), "%s: feeds.%s.%w", c.file, name, err)
	}
	planned.categories = slices.Concat(f.Filter.Categories, f.Filter.NotCategories)
	if planned.search, err = f.Search.query(); err != nil {
		return planned, configError("", "%s: feeds.%s.search: %w", c.file, name, err)
	}
	return planned, nil
}

// command is how a person calls this program with this config.
func (c *config) command() string {
	if c.file == defaultConfigFile {
		return "dropbridge"
	}
	return "dropbridge --config " + c.file
}

// selecting compiles what the config says of a feed's products and of their target's codes.
func (c *config) selecting(feed *exporter.Feed, f feedConfig) (err error) {
	read := func(name string) ([]byte, error) { return os.ReadFile(c.path(name)) }
	if feed.Selector, err = f.Filter.Compile(read); err != nil {
		return fmt.Errorf("filter: %w", err)
	}
	if f.CategoryMap != "" {
		data, err := read(f.CategoryMap)
		if err == nil {
			feed.Categories, err = selection.ReadCategoryMap(f.CategoryMap, data)
		}
		if err != nil {
			return fmt.Errorf("category_map: %w", err)
		}
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
func (s *searchConfig) query() (*supplier.SearchQuery, error) {
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

// checkFeeds refuses feeds that cannot be, before anything is read.
func checkFeeds(planned []plannedFeed) error { return exporter.Check(plainFeeds(planned)) }

func plainFeeds(planned []plannedFeed) []exporter.Feed {
	var feeds []exporter.Feed
	for _, f := range planned {
		feeds = append(feeds, f.Feed)
	}
	return feeds
}
