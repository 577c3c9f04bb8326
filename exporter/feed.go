package exporter

import (
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/category"
	"github.com/dropbridge/dropbridge/exporter/encode"
	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/link"
	"github.com/dropbridge/dropbridge/exporter/offerid"
	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/revise"
	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Feed is one file to be built.
type Feed struct {
	Name     string // as reports call it
	Template *template.Template
	Out      string       // the file; its folder is made where it is missing
	Price    pricing.Rule // which price goes where; the zero rule is the recommended retail price
	Private  bool         // may show the drop price and the wholesale tiers
	BOM      bool         // csv: begin with a byte order mark
	Gzip     bool         // csv, yml: keep a compressed copy beside it, named Out + ".gz"
	// Compression is the level of a workbook, and of the compressed copy: from 1, the quickest,
	// to 9, the smallest; nil: what is usual for the format, for workbooks none of the levels.
	Compression *int

	Values     *revise.Rules           // what the owner changes of products, nil: nothing
	Links      link.Rule               // what the pages of offers are; the zero Rule: the supplier's
	Selector   *selection.Selector     // which products it takes, nil: all
	MinStock   int64                   // a smaller quantity counts as none
	Categories *selection.CategoryMap  // what the target calls the categories, nil: none given
	Usual      *selection.CategoryMap  // what answers where Categories has no row or no such column, nil: nothing does
	Attributes *selection.AttributeMap // what it calls the attributes, nil: none given

	Guard  history.Guard // what keeps the last good file in its place
	Accept bool          // publish whatever the guard says, this once

	AcceptBy wording.Message // the command by which a person accepts, for the guard's hint

	Overwrite   bool            // publish over a file that dropbridge did not write
	OverwriteBy wording.Message // the command by which a person does that once, for the hint

	// What a feed says of its shop. What is "" has a neutral text.
	ShopName, ShopCompany, ShopURL string
}

// ConfigError is a feed that asks for something that cannot be; nothing was read or written.
type ConfigError struct {
	Feed, Message string
	Mend          string // the mend
	Data          bool   // the mistake is in a template or a map, and not in what was asked for
}

func (e *ConfigError) Error() string { return fmt.Sprintf("feed %s: %s", e.Feed, e.Message) }

// Hint is the mend.
func (e *ConfigError) Hint() string { return e.Mend }

// Failure is one of the config.
func (e *ConfigError) Failure() failure.Kind { return failure.Config }

// check refuses what cannot be, before anything is opened.
func (f *Feed) check() error {
	fail := func(hint, format string, args ...any) *ConfigError {
		return &ConfigError{Feed: f.Name, Message: fmt.Sprintf(format, args...), Mend: hint}
	}
	if f.Template == nil {
		return fail("name a template, such as csv", "no template")
	}
	if f.Out == "" {
		return fail("say where the feed goes, such as feeds/shop.yml", "no output file")
	}
	format, _ := encode.Named(f.Template.Format)
	switch {
	case f.Template.Secret() != "" && !f.Private:
		mistake := fail("set private: true if only partners can read the feed, or leave the drop price out of the template",
			"%s is computed from the drop price, and a public feed would show everybody what you pay", f.Template.Secret())
		mistake.Data = true
		return mistake
	case f.Values.Paid() != "" && !f.Private:
		return fail("ask for the margin in a condition, or set private: true", "values: %q looks at the drop price, and the feed is for everybody", f.Values.Paid())
	case f.Links.Private() != nil && !f.Private:
		return fail("leave the drop price out of the link", "the link %q shows everybody what you pay", f.Links.Private())
	case f.BOM && f.Template.Format != "csv":
		return fail("leave bom out", "a byte order mark is for csv, not for %s", f.Template.Format)
	case f.Gzip && format.CopyLevel == 0:
		return fail("leave gzip out", "a %s file is compressed already", f.Template.Format)
	case f.Compression != nil && (*f.Compression < 1 || *f.Compression > 9):
		return fail("write 1, the quickest, to 9, the smallest, or leave compression out", "compression has no level %d", *f.Compression)
	case f.Compression != nil && format.CopyLevel > 0 && !f.Gzip:
		return fail("set gzip: true, or leave compression out", "nothing of a %s file is compressed", f.Template.Format)
	}
	if _, err := f.Price.Compile(f.Private); err != nil {
		return fail(failure.Hint(err), "%v", err)
	}
	return f.checkMaps()
}

// checkMaps refuses a feed without the codes of its target.
func (f *Feed) checkMaps() error {
	t := f.Template
	usual := f.usualColumns()
	for _, column := range t.CategoryColumns() {
		if slices.Contains(usual, column) {
			continue
		}
		if f.Categories == nil && t.Requires("target."+column) {
			return &ConfigError{Feed: f.Name, Data: true, Message: fmt.Sprintf("template %s needs category_map: a CSV with the columns category and %s", t.Name, column),
				Mend: "write category_map: FILE.csv under the feed; each row has a category, as its id or its path of names with \" > \" between them, and the code from the target's cabinet, and covers what lies below"}
		}
		if f.Categories != nil && !slices.Contains(f.Categories.Columns(), column) && t.Requires("target."+column) {
			return &ConfigError{Feed: f.Name, Data: true, Message: fmt.Sprintf("category_map has no column %s, and template %s needs it", column, t.Name),
				Mend: "its columns are: " + strings.Join(f.Categories.Columns(), ", ")}
		}
	}
	return nil
}

// usualColumns are the columns of the built-in category map that the template names.
func (f *Feed) usualColumns() []string {
	if f.Usual == nil {
		return nil
	}
	there := f.Usual.Columns()
	return slices.DeleteFunc(f.Template.CategoryColumns(), func(column string) bool { return !slices.Contains(there, column) })
}

// Check refuses, with a *ConfigError, feeds that cannot be, and two that write the same
// file; nothing is opened. Build does it first.
func Check(feeds []Feed) error {
	if len(feeds) == 0 {
		return &ConfigError{Feed: "(none)", Message: "no feed to build", Mend: "name a feed, or give a template and an output file"}
	}
	outs := map[string]string{}
	for i := range feeds {
		f := &feeds[i]
		if err := f.check(); err != nil {
			return err
		}
		for _, out := range Files(f.Out, f.Gzip) {
			if other, taken := outs[out]; taken {
				return &ConfigError{Feed: f.Name, Message: fmt.Sprintf("feed %s writes %s too", other, out), Mend: "give each feed a file of its own"}
			}
			outs[out] = f.Name
		}
	}
	return nil
}

// feed is a Feed being built.
type feed struct {
	Feed
	template   *template.Template // as far as this feed may show it
	pricer     *pricing.Pricer
	workers    int
	facts      template.Facts
	out        *output
	kind       encode.Format
	writer     encode.Writer
	report     reportBuilder
	usual      []string // columns of categories for which the built-in map answers
	usualAlone bool     // and the template asks for no others
	images     int      // that the template's columns hold, 0: any number
	tiers      int      // the same
	beside     *beside  // what is written beside the feed
	err        error    // what keeps this feed alone from being published

	spool *groupSpool           // of products that wait for others; nil: none does
	seed  maphash.Seed          // of the hashes in sets
	sets  []map[uint64]struct{} // what is taken, for each unique value
	ids   *offerid.Memory       // of offers, nil: they have the supplier's

	holder []*template.Group // the group that was the last to take one, for each unique value

	// The feed's own lists: gathered while it is written, settled by document.
	tree *category.Tree
	used map[string]bool

	known  known   // what products have of the names that rules ask for
	viewer *viewer // of products that somebody asks about, nil: nobody does

	elsewhere elsewhere // links that lead to another site than the shop's
}

// openFeed creates the feed's temporary files and its format.
func openFeed(f Feed, opts *Options) (*feed, error) {
	b := &feed{Feed: f, template: f.Template, workers: opts.Workers,
		known: newKnown(&f), seed: maphash.MakeSeed(), tree: category.NewTree(), used: map[string]bool{}}
	b.facts = template.Facts{Name: f.Name, Date: opts.Now().In(opts.Location), ShopName: f.ShopName, ShopCompany: f.ShopCompany, ShopURL: f.ShopURL,
		CategoryMap: f.Categories, UsualMap: f.Usual, AttributeMap: f.Attributes, Keys: category.NewKeys(b.tree)}
	b.usual = f.usualColumns()
	b.usualAlone = len(b.usual) == len(f.Template.CategoryColumns())
	if !f.Private {
		b.template = f.Template.ForPublic()
	}
	b.images, b.tiers = b.template.Reach("images"), b.template.Reach("tiers")
	for range f.Template.Unique() {
		b.sets = append(b.sets, map[uint64]struct{}{})
	}
	b.holder = make([]*template.Group, len(b.sets))
	b.report.begin(&f)
	var err error
	if b.pricer, err = f.Price.Compile(f.Private); err != nil {
		return nil, &ConfigError{Feed: f.Name, Message: err.Error()}
	}
	if b.out, err = openOutput(f.Out, f.access(), opts.Now()); err != nil {
		return nil, err
	}
	if err = b.open(opts); err != nil {
		b.abort()
		return nil, err
	}
	return b, nil
}

func (f *feed) open(opts *Options) (err error) {
	f.beside = openBeside(&f.Feed)
	if f.listsCategories() {
		if err := f.tree.Recall(f.Out); err != nil {
			said := wording.Literal(err.Error())
			if damaged, ok := errors.AsType[*remark.DamagedError](err); ok {
				said = damaged.Message()
			}
			f.report.warnAll(remark.MemoryUnreadable, said)
		}
	}
	if rule := f.template.IDs(); rule != nil {
		f.ids, err = offerid.Open(f.Out, rule)
		if damaged, ok := errors.AsType[*remark.DamagedError](err); ok {
			f.report.warnAll(remark.MemoryUnreadable, damaged.Message())
		} else if err != nil {
			return err // without it a product's id could change
		}
	}
	if f.template.Grouped() || f.template.Ordered() {
		file, err := f.out.spool()
		if err != nil {
			return err
		}
		f.spool = newGroupSpool(file)
	}
	f.kind, _ = encode.Named(f.template.Format)
	if f.Gzip {
		if err := f.out.addCopy(f.Compression, f.kind.CopyLevel); err != nil {
			return err
		}
	}
	options := f.template.Options(&f.facts)
	options.CSV.BOM = options.CSV.BOM || f.BOM
	options.Pages, options.Sheet = maxWorkers, opts.sheet
	options.Foreseen = f.foresee()
	f.writer, err = f.kind.Open(f.out.forFormat(f.Compression), options)
	return err
}

// foresee makes what stands around the offers if the feed has the categories that it had when
// it was last published, and is in its first currency alone; nil where nothing is remembered.
// It looks into no map, as these count what is looked for.
func (f *feed) foresee() func() []encode.Element {
	facts := f.facts
	if facts.Categories = f.tree.Last(); facts.Categories == nil {
		return nil
	}
	facts.CategoryMap, facts.UsualMap, facts.AttributeMap = nil, nil, nil
	if currencies := f.template.Currencies(); len(currencies) > 0 {
		facts.Currencies = currencies[:1]
	}
	return f.template.Options(&facts).Document
}

// listsCategories reports whether the feed says which categories there are.
func (f *feed) listsCategories() bool { return f.template.Uses().Categories || !f.template.IsTable() }

func (f *feed) abort() {
	f.out.abort()
	f.beside.abort()
}

// taken finds the value that an offer shares with an earlier one, though no two may;
// nil where there is none, or none that it cannot be shown without.
func (f *feed) taken(o *offer) *template.Unique {
	for i, key := range o.keys {
		if _, ok := f.sets[i][key]; !ok || f.shares(i, o) {
			continue
		}
		if u := &f.template.Unique()[i]; !u.Omits() {
			return u
		}
		o.Uncoded = true
	}
	for i, key := range o.keys { // only now: an offer that is left out takes nothing
		if key != 0 {
			f.sets[i][key] = struct{}{}
			if f.holder[i] = nil; o.Variant != nil {
				f.holder[i] = o.Variant.Group
			}
		}
	}
	return nil
}

// shares reports whether an offer's own group holds the unique value, which its members
// share. They come one after the other.
func (f *feed) shares(i int, o *offer) bool {
	return f.template.Unique()[i].OfGroup() && o.Variant != nil && f.holder[i] == o.Variant.Group
}
