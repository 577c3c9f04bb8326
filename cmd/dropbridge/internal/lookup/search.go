package lookup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/gocarina/gocsv"
	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/terminal"
)

// searchFlags are the flags of `dropbridge search`.
type searchFlags struct {
	category, availability, priceMin, priceMax, priceField, sort string
	brands, attributes                                           []string
	page, limit                                                  int
	csv                                                          bool
	supplier                                                     string
}

func (p *Program) searchCommand() *cobra.Command {
	var f searchFlags
	command := &cobra.Command{
		Use:   "search TEXT",
		Short: "Search the supplier's catalogue, with filters and facets",
		Example: `  dropbridge search чайник
  dropbridge search "" --brand Hanok --availability in_stock --sort -drop_price
  dropbridge search лампа --attr Колір=білий --price-max 500 --csv > lamps.csv`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.search(cmd.Context(), strings.Join(args, ""), f)
		},
	}
	flags := command.Flags()
	flags.StringVar(&f.supplier, "supplier", "", "of several suppliers the one that is searched (default: each)")
	flags.StringVar(&f.category, "category", "", "category id; what lies below it is included")
	flags.StringArrayVar(&f.brands, "brand", nil, "brand; may be given several times")
	flags.StringVar(&f.availability, "availability", "", "in_stock, out_of_stock, on_order or discontinued")
	flags.StringVar(&f.priceMin, "price-min", "", "least price")
	flags.StringVar(&f.priceMax, "price-max", "", "highest price")
	flags.StringVar(&f.priceField, "price-field", "", "drop_price (default) or rrp")
	flags.StringArrayVar(&f.attributes, "attr", nil, "NAME=VALUE; several values of one name widen, several names narrow")
	flags.StringVar(&f.sort, "sort", "", "created_at, updated_at, name, drop_price or rrp; - in front for descending")
	flags.IntVar(&f.page, "page", 1, "page of the result")
	flags.IntVar(&f.limit, "limit", 20, "products a page")
	flags.BoolVar(&f.csv, "csv", false, "print the products as CSV")
	return command
}

// foundProduct is one product of a search as people and scripts take it.
type foundProduct struct {
	ID           string       `json:"id" csv:"id"`
	SKU          string       `json:"sku" csv:"sku"`
	Name         string       `json:"name" csv:"name"`
	Brand        string       `json:"brand" csv:"brand"`
	Category     string       `json:"category" csv:"category"`
	Currency     string       `json:"currency" csv:"currency"`
	DropPrice    money.Amount `json:"drop_price" csv:"drop_price"`
	RRP          money.Amount `json:"rrp" csv:"rrp"`
	Availability string       `json:"availability" csv:"availability"`
}

func (p *Program) search(ctx context.Context, text string, f searchFlags) error {
	if err := p.OneForm(f.csv); err != nil {
		return err
	}
	query, err := f.query(text)
	if err != nil {
		return err
	}
	c, err := p.Config()
	if err != nil {
		return err
	}
	if f.supplier != "" {
		if c, err = c.Of(f.supplier); err != nil {
			return err
		}
	}
	if f.csv {
		if err := c.RequireOne(); err != nil {
			return err
		}
	}
	if !c.Several() {
		err := p.searchOne(ctx, c, query, f.csv)
		return c.Whose(err)
	}
	return p.searchEach(ctx, c, query)
}

// searchEach searches the catalogue of each of several suppliers. One who cannot be searched is
// named with the way out and keeps nobody else's answer: only where nobody answers is the error
// that of the first.
func (p *Program) searchEach(ctx context.Context, c *config.Config, query supplier.SearchQuery) error {
	var first error
	answered := false
	for _, one := range c.Suppliers() {
		if !p.JSON() {
			p.People().Supplier(one.SupplierName())
		}
		err := p.searchOne(ctx, one, query, false)
		if ctx.Err() != nil {
			return one.Whose(err)
		}
		if err == nil {
			answered = true
			continue
		}
		first = cmp.Or(first, one.Whose(err))
		if err := p.sayUnsearched(one, err); err != nil {
			return err
		}
	}
	if !answered {
		return first
	}
	if first != nil {
		return p.Partial
	}
	return nil
}

// unsearched is a supplier who could not be searched, for machines.
type unsearched struct {
	Supplier string         `json:"supplier"`
	Error    string         `json:"error"`
	Hint     string         `json:"hint"`
	Products []foundProduct `json:"products"` // none
}

// sayUnsearched reports on a supplier who could not be searched.
func (p *Program) sayUnsearched(c *config.Config, err error) error {
	what, way := p.Said(err)
	if p.JSON() {
		return p.PrintJSON(unsearched{c.SupplierName(), oneline.Unbroken(what), oneline.Unbroken(way), []foundProduct{}})
	}
	p.People().NotSearched(oneline.Unbroken(what), oneline.Unbroken(way))
	return nil
}

// searchOne searches one supplier's catalogue.
func (p *Program) searchOne(ctx context.Context, c *config.Config, query supplier.SearchQuery, asCSV bool) error {
	catalogue, closing, err := p.Connect(ctx, c)
	if err != nil {
		return err
	}
	result, err := catalogue.Search(ctx, query)
	if err = errors.Join(err, closing()); err != nil {
		return err
	}
	found := make([]foundProduct, 0, len(result.Products))
	for _, one := range result.Products {
		found = append(found, foundProduct{one.ID, one.SKU, one.Name, one.Brand, strings.Join(one.Category.Path, " > "),
			one.Currency, one.DropPrice, one.RRP, one.Availability})
	}
	unreadable := []string{}
	for i := range result.Unreadable {
		u := &result.Unreadable[i]
		unreadable = append(unreadable, oneline.Unbroken(u.String()))
		terminal.Printer{Out: p.Err, Language: p.People().Language}.Unreadable(u)
	}
	switch {
	case asCSV:
		return gocsv.Marshal(found, p.Out)
	case p.JSON():
		report := map[string]any{"products": found, "total": nil, "facets": result.Facets, "unreadable": unreadable}
		if result.Total.Known {
			report["total"] = result.Total.Value
		}
		if name := c.SupplierName(); name != "" {
			report["supplier"] = name
		}
		return p.PrintJSON(report)
	}
	return p.printFound(found, result)
}

func (f *searchFlags) query(text string) (supplier.SearchQuery, error) {
	query := supplier.SearchQuery{Text: text, CategoryID: f.category, Brands: f.brands, Availability: f.availability,
		PriceField: f.priceField, Sort: f.sort, Page: f.page, PerPage: f.limit, Attrs: map[string][]string{}}
	if f.page < 1 || f.limit < 1 {
		return query, refusal.Misuse("search.pages")
	}
	for _, chosen := range []struct {
		flag, word string
		known      []string
	}{
		{"--availability", f.availability, supplier.Availabilities()},
		{"--price-field", f.priceField, []string{"drop_price", "rrp"}},
		{"--sort", strings.TrimPrefix(f.sort, "-"), []string{"created_at", "updated_at", "name", "drop_price", "rrp"}},
	} {
		if chosen.word != "" && !slices.Contains(chosen.known, chosen.word) { // a supplier may pass over what he does not know
			return query, refusal.Misuse("search.one_of", chosen.flag, chosen.word, strings.Join(chosen.known, ", "))
		}
	}
	for _, price := range []struct {
		flag, text string
		into       *money.Amount
	}{{"--price-min", f.priceMin, &query.PriceMin}, {"--price-max", f.priceMax, &query.PriceMax}} {
		if price.text == "" {
			continue
		}
		amount, err := money.Parse(strings.Replace(price.text, ",", ".", 1))
		if err != nil {
			return query, refusal.Misuse("search.price", price.flag, price.text)
		}
		*price.into = amount
	}
	for _, pair := range f.attributes {
		name, value, ok := strings.Cut(pair, "=")
		if !ok || name == "" {
			return query, refusal.Misuse("search.attribute", pair)
		}
		query.Attrs[name] = append(query.Attrs[name], value)
	}
	return query, nil
}

func (p *Program) printFound(found []foundProduct, result supplier.SearchResult) error {
	table := tabwriter.NewWriter(p.Out, 0, 0, 2, ' ', 0)
	l := p.People().Language
	var headings []string
	for _, of := range []string{"sku", "name", "drop", "rrp", "currency", "availability"} {
		headings = append(headings, l.Say("search.heading_"+of))
	}
	fmt.Fprintln(table, strings.Join(headings, "\t"))
	for _, one := range found {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", oneline.Unbroken(one.SKU), oneline.Unbroken(one.Name), one.DropPrice, one.RRP, one.Currency, one.Availability)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if result.Total.Known {
		fmt.Fprintln(p.Out, l.Say("search.found", len(found), result.Total.Value))
	}
	for _, facet := range result.Facets {
		if len(facet.Values) == 0 && facet.Min.String()+facet.Max.String() == "" {
			continue // nothing was found that has it
		}
		if facet.Type == "range" {
			fmt.Fprintf(p.Out, "%s: %s – %s\n", facet.Field, facet.Min, facet.Max)
			continue
		}
		var values []string
		for _, v := range facet.Values[:min(8, len(facet.Values))] {
			values = append(values, fmt.Sprintf("%s (%d)", oneline.Unbroken(v.Label), v.Count))
		}
		fmt.Fprintf(p.Out, "%s: %s\n", oneline.Unbroken(facet.Field), strings.Join(values, ", "))
	}
	return nil
}
