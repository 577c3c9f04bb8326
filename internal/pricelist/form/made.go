package form

import (
	"errors"
	"fmt"
	"strings"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// declare makes columns of the fields that a mapping fills in the language of services.
func (f *Form) declare() {
	roles := map[string]Role{"tiers": TierPrice, "images": Image, "attributes": AttributeOwn, "category_name": Category, "category_path": Category,
		"country_of_origin": Country, "min_order_quantity": MinOrder}
	for _, role := range Roles() {
		roles[string(role)] = role
	}
	for _, field := range f.hints.Made.Fields() {
		path := "products.fields." + field
		if f.byPath[path] != nil {
			continue
		}
		c := &Column{Path: path, Role: roles[field], Surety: 1, Filled: f.Records, Examples: []string{}, rank: len(f.Columns)}
		f.Columns = append(f.Columns, c)
		f.byPath[path] = c
	}
}

// Made reports whether products are made of whole records, by Make.
func (f *Form) Made() bool { return f.hints.Made != nil }

// Make makes products of whole records, and names those that are none, in the list's order.
func (f *Form) Make(records []listfile.Record, products []supplier.Product) ([]supplier.Product, []supplier.Unreadable, error) {
	var body strings.Builder
	var sound, odd []int
	for i := range records {
		if records[i].Odd != listfile.Sound {
			odd = append(odd, i)
			continue
		}
		body.WriteByte("[,"[min(len(sound), 1)])
		body.WriteString(records[i].JSON)
		sound = append(sound, i)
	}
	if len(sound) == 0 {
		body.WriteByte('[')
	}
	body.WriteByte(']')
	page, err := f.hints.Made.Read(body.String(), products)
	if err != nil {
		return nil, nil, fmt.Errorf("read records of the list: %w", err)
	}
	for i := range page.Records {
		f.complete(&page.Records[i])
	}
	for i := range page.Unreadable {
		page.Unreadable[i].Position = records[sound[page.Unreadable[i].Item-1]].Number
	}
	for _, i := range odd {
		page.Unreadable = append(page.Unreadable, f.oddRecord(&records[i], len(page.Records)))
	}
	return page.Records, page.Unreadable, nil
}

// oddRecord names a record that cannot be read as a whole.
func (f *Form) oddRecord(record *listfile.Record, before int) supplier.Unreadable {
	w, l := wrong(string(record.Odd), record.Number), f.hints.Language
	return supplier.Unreadable{Position: record.Number, Before: before, Problem: w.Problem.In(l), Mend: w.Way.In(l)}
}

// complete adds to a product what a list means where it says nothing.
func (f *Form) complete(p *supplier.Product) {
	if p.Category.ID != "" && len(p.Category.Path) == 0 {
		if path := f.upFrom(p.Category.ID); len(path) > 0 {
			p.Category.Name, p.Category.Path = path[len(path)-1], path
		}
	}
	if p.Availability != "" {
		return
	}
	p.Availability = supplier.InStock
	if f.Stocked() && (!p.Quantity.Known || p.Quantity.Value == 0) {
		p.Availability = supplier.OutOfStock
	}
}

// MakeOne makes the products of one whole record, and says why it is none.
func (f *Form) MakeOne(record *listfile.Record) ([]supplier.Product, *Wrong) {
	products, odd, err := f.Make([]listfile.Record{*record}, nil)
	switch {
	case err != nil:
		return nil, &Wrong{Problem: wording.Literal(err.Error()), Way: wording.Literal(failure.Hint(errors.Unwrap(err)))}
	case len(odd) > 0:
		return []supplier.Product{{ID: odd[0].ID, SKU: odd[0].Name}}, &Wrong{Problem: wording.Literal(odd[0].Problem), Way: wording.Literal(odd[0].Mend)}
	}
	return products, nil
}
