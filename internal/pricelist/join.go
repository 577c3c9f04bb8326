package pricelist

import (
	"context"
	"errors"
	"io"

	"github.com/dropbridge/dropbridge/internal/pricelist/form"
	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// extras are what a further list says of products, by SKU.
type extras struct {
	name    string
	form    *form.Form
	stocked bool // the first list says itself what is in stock
	counts  bool // this one says how many, which the first does not
	of      map[string]extra
	order   []string        // the SKUs as the list has them
	met     map[string]bool // those that the first list has, as its pages are admitted
	twice   form.Named      // those that the list has more than once
}

// extra is what a further list says of one product.
type extra struct {
	product supplier.Product
	wrong   *form.Wrong
}

// gather reads a further list.
func gather(ctx context.Context, first, s *surveyed) (*extras, error) {
	list, err := s.open()
	if err != nil {
		return nil, err
	}
	out := &extras{name: s.name, form: s.form, stocked: first.form.Stocked(), counts: s.form.Counted() && !first.form.Counted(), of: make(map[string]extra, s.form.Records), met: map[string]bool{}}
	var record listfile.Record
	for n := 0; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return nil, errors.Join(ctx.Err(), list.Close())
		}
		err := list.Next(&record)
		if errors.Is(err, io.EOF) {
			return out, list.Close()
		}
		if err != nil {
			return nil, errors.Join(err, list.Close())
		}
		products, wrong := s.productsOf(&record)
		for _, product := range products {
			if product.SKU != "" {
				out.add(product, wrong)
			}
		}
	}
}

// add takes in a product; one that stands in the list twice with other prices or stocks says
// nothing.
func (e *extras) add(product supplier.Product, wrong *form.Wrong) {
	before, again := e.of[product.SKU]
	if again {
		e.twice.Add(product.SKU)
	} else {
		e.order = append(e.order, product.SKU)
	}
	if again && wrong == nil && !e.alike(&before.product, &product) {
		wrong = &form.Wrong{Problem: wording.NewMessage("listed.again", e.name), Way: wording.NewMessage("listed.again_way")}
	}
	if again && wrong == nil {
		return
	}
	e.of[product.SKU] = extra{product, wrong}
}

// productsOf are the products of one record, with what is wrong with it.
func (s *surveyed) productsOf(record *listfile.Record) ([]supplier.Product, *form.Wrong) {
	if s.form.Made() {
		return s.form.MakeOne(record)
	}
	product, wrong := s.form.Product(record)
	return []supplier.Product{product}, wrong
}

// alike reports whether two products of one SKU say the same of what decides.
func (e *extras) alike(a, b *supplier.Product) bool {
	return a.DropPrice.Equal(b.DropPrice) && a.RRP.Equal(b.RRP) && (!e.tellsStock() || a.Availability == b.Availability && a.Quantity == b.Quantity)
}

// tellsStock reports whether the list says of stock what the first one does not.
func (e *extras) tellsStock() bool { return e.form.Stocked() && (!e.stocked || e.counts) }

// completeStock adds what the list says of stock. Where the first list has a word for each
// product and this one a number, the one that says least counts, as of columns in one list.
func (e *extras) completeStock(p, from *supplier.Product) {
	switch {
	case !e.tellsStock():
	case e.stocked:
		p.Availability = form.Least(p.Availability, from.Availability)
		if !p.Quantity.Known {
			p.Quantity = from.Quantity
		}
	default:
		p.Availability, p.Quantity = from.Availability, from.Quantity
	}
}

// meet notes that the first list has a product.
func (e *extras) meet(sku string) {
	if _, there := e.of[sku]; there {
		e.met[sku] = true
	}
}

// stray are the products that the first list does not have.
func (e *extras) stray() (out form.Named) {
	for _, sku := range e.order {
		if !e.met[sku] {
			out.Add(sku)
		}
	}
	return out
}

// complete adds to a product what it does not have yet. What the list would tell and does not
// is named on the page.
func (e *extras) complete(p *supplier.Product, page *supplier.ProductPage) *form.Wrong {
	found, listed := e.of[p.SKU]
	if found.wrong != nil {
		return found.wrong
	}
	if !listed {
		e.lacks(p, page)
		return nil
	}
	from := &found.product
	if (from.DropPrice.IsSet() || from.RRP.IsSet()) && (p.DropPrice.IsSet() || p.RRP.IsSet()) && from.Currency != p.Currency {
		return &form.Wrong{Problem: wording.NewMessage("listed.currencies", p.Currency, from.Currency), Way: wording.NewMessage("listed.currencies_way")}
	}
	e.completePrices(p, from, page)
	e.completeStock(p, from)
	fill(&p.Name, from.Name)
	fill(&p.Description, from.Description)
	fill(&p.Brand, from.Brand)
	fill(&p.Barcode, from.Barcode)
	fill(&p.URL, from.URL)
	if len(p.Category.Path) == 0 {
		p.Category = from.Category
	}
	if len(p.Images) == 0 {
		p.Images = from.Images
	}
	return nil
}

func fill(text *string, from string) {
	if *text == "" {
		*text = from
	}
}

// completePrices adds prices and tiers.
func (e *extras) completePrices(p, from *supplier.Product, page *supplier.ProductPage) {
	if !p.DropPrice.IsSet() && !p.RRP.IsSet() {
		p.Currency = from.Currency
	}
	if !p.DropPrice.IsSet() {
		p.DropPrice = from.DropPrice
	}
	if !p.RRP.IsSet() {
		p.RRP = from.RRP
	}
	if len(p.Tiers) == 0 {
		p.Tiers = from.Tiers
	}
	if e.form.Priced(form.DropPrice) && !p.DropPrice.IsSet() {
		e.lack(p, page, string(form.DropPrice))
	}
}

// lacks names what the list would tell of a product that it does not have. What is not known
// to be in stock is not sold.
func (e *extras) lacks(p *supplier.Product, page *supplier.ProductPage) {
	if e.form.Priced(form.DropPrice) && !p.DropPrice.IsSet() {
		e.lack(p, page, string(form.DropPrice))
	}
	if e.form.Priced(form.RRP) && !p.RRP.IsSet() {
		e.lack(p, page, string(form.RRP))
	}
	if e.form.Stocked() && !e.stocked {
		p.Availability = supplier.OutOfStock
		e.lack(p, page, string(form.Availability))
	}
}

func (e *extras) lack(p *supplier.Product, page *supplier.ProductPage, field string) {
	page.Lacking = append(page.Lacking, supplier.Lacking{Product: p.SKU, Field: field, List: e.name})
}
