package exporter

import (
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Prices that a feed can show as the price of a product.
const (
	PriceRRP  = "rrp"  // the recommended retail price
	PriceDrop = "drop" // what the client pays; in private feeds only
)

// Feed is one file to be built.
type Feed struct {
	Name     string // as reports call it
	Template *Template
	Out      string // the file; its folder is made where it is missing
	Price    string // PriceRRP or PriceDrop, "" is PriceRRP
	Private  bool   // may show the drop price and the wholesale tiers
	BOM      bool   // csv: begin with a byte order mark
	Gzip     bool   // csv, yml: keep a compressed copy beside it, named Out + ".gz"

	// Of yml, where a feed names its shop. What is "" has a neutral text.
	ShopName, ShopCompany, ShopURL string
}

// ConfigError is a feed that asks for something that cannot be; nothing was read or written.
type ConfigError struct {
	Feed, Message string
	Hint          string // the mend
}

func (e *ConfigError) Error() string { return fmt.Sprintf("feed %s: %s", e.Feed, e.Message) }

// check refuses what cannot be, before anything is opened.
func (f *Feed) check() error {
	fail := func(hint, format string, args ...any) error {
		return &ConfigError{Feed: f.Name, Message: fmt.Sprintf(format, args...), Hint: hint}
	}
	if f.Template == nil {
		return fail("name a template, such as csv", "no template")
	}
	if f.Out == "" {
		return fail("say where the feed goes, such as feeds/shop.yml", "no output file")
	}
	info, _ := formatNamed(f.Template.Format)
	switch {
	case f.Price != "" && f.Price != PriceRRP && f.Price != PriceDrop:
		return fail("price is rrp or drop", "unknown price %q", f.Price)
	case f.Price == PriceDrop && !f.Private:
		return fail("set private: true if only partners can read it, or price: rrp",
			"price: drop in a public feed would show everybody what you pay")
	case f.BOM && f.Template.Format != "csv":
		return fail("leave bom out", "a byte order mark is for csv, not for %s", f.Template.Format)
	case f.Gzip && !info.gzip:
		return fail("leave gzip out", "a %s file is compressed already", f.Template.Format)
	}
	return nil
}

// Check refuses, with a *ConfigError, feeds that cannot be, and two that write the same
// file; nothing is opened. Build does it first.
func Check(feeds []Feed) error {
	if len(feeds) == 0 {
		return &ConfigError{Feed: "(none)", Message: "no feed to build", Hint: "name a feed, or give a template and an output file"}
	}
	outs := map[string]string{}
	for i := range feeds {
		f := &feeds[i]
		if err := f.check(); err != nil {
			return err
		}
		for _, out := range f.outs() {
			if other, taken := outs[out]; taken {
				return &ConfigError{Feed: f.Name, Message: fmt.Sprintf("feed %s writes %s too", other, out), Hint: "give each feed a file of its own"}
			}
			outs[out] = f.Name
		}
	}
	return nil
}

// outs are the files that the feed writes, each in one spelling.
func (f *Feed) outs() []string {
	out := filepath.Clean(f.Out)
	if f.Gzip {
		return []string{out, out + ".gz"}
	}
	return []string{out}
}

// feed is a Feed being built.
type feed struct {
	Feed
	template *Template // as far as this feed may show it
	workers  int
	date     time.Time
	out      *output
	format   format
	report   reportBuilder
}

// openFeed creates the feed's temporary file and its format.
func openFeed(f Feed, opts *Options) (*feed, error) {
	b := &feed{Feed: f, template: f.Template, workers: opts.Workers, date: opts.Now().In(opts.Location)}
	if !f.Private {
		b.template = f.Template.forPublic()
	}
	b.report.warned = map[Code]int{}
	b.report.Report = Report{Feed: f.Name, Template: f.Template.Name, Out: f.Out, Skipped: []Skip{}, Warnings: []string{}}
	info, _ := formatNamed(f.Template.Format)
	var err error
	if b.out, err = openOutput(f.Out, f.Gzip, opts.Now()); err != nil {
		return nil, err
	}
	if b.format, err = info.open(b); err != nil {
		b.out.abort()
		return nil, err
	}
	return b, nil
}

// price is what a product costs in this feed.
func (b *feed) price(p *supplier.Product) supplier.Money {
	if b.Price == PriceDrop {
		return p.DropPrice
	}
	return p.RRP
}

// scope is where the feed's paths read a product.
func (b *feed) scope(p *supplier.Product) scope { return scope{product: p, price: b.price(p)} }

// choose appends the products that the feed takes to kept and names the others, with
// the repeats among them, in the list's order.
func (b *feed) choose(products []supplier.Product, repeats []repeat, kept []*supplier.Product, notes *notes) []*supplier.Product {
	var s scope
	for i := range products {
		for ; len(repeats) > 0 && repeats[0].before == i; repeats = repeats[1:] {
			repeats[0].skip(notes)
		}
		p := &products[i]
		s = b.scope(p)
		if code, message := b.refusal(&s); code != "" {
			notes.skip(label(p), code, message)
			continue
		}
		kept = append(kept, p)
	}
	for i := range repeats {
		repeats[i].skip(notes)
	}
	return kept
}

// refusal says why the feed cannot take a product; the code is "" where it can.
func (b *feed) refusal(s *scope) (Code, string) {
	for i := range b.template.needs {
		n := &b.template.needs[i]
		if n.publicOnly && b.Private {
			continue
		}
		if code, message := n.refusal(s, b.Price); code != "" {
			return code, message
		}
	}
	if len(b.template.currencies) > 0 && b.rate(s.product.Currency) == "" {
		return CurrencyUnknown, fmt.Sprintf("the template states no rate for currency %q: add it to the template's currencies", s.product.Currency)
	}
	return "", ""
}

// refusal says why a product does not have what the template needs, with the mend.
func (n *need) refusal(s *scope, price string) (Code, string) {
	if n.value.kind != moneyKind {
		if n.value.present(s) {
			return "", ""
		}
		return ValueMissing, "the product has no " + n.path + ", and the feed needs one: ask the supplier for it"
	}
	switch m := n.value.money(s); {
	case m.Sign() > 0:
		return "", ""
	case m.IsSet():
		return PriceZero, "the price is not above 0: ask the supplier for one"
	case price == PriceDrop:
		return PriceMissing, "the product has no drop price, and the feed needs a price: ask the supplier for one"
	default:
		return PriceMissing, "the product has no recommended retail price, and the feed needs a price: ask the supplier for one"
	}
}

func (b *feed) rate(id string) string {
	i := slices.IndexFunc(b.template.currencies, func(c currency) bool { return c.id == id })
	if i < 0 {
		return ""
	}
	return b.template.currencies[i].rate
}

// label names a product in reports: by its SKU or, where it has none, its id.
func label(p *supplier.Product) string {
	if p.SKU == "" {
		return "id " + p.ID
	}
	return p.SKU
}
