package mapping

import (
	"cmp"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
)

func productFields() []field[supplier.Product] {
	type P = supplier.Product
	return []field[P]{
		need(textField("id", func(p *P) *string { return &p.ID })),
		need(textField("sku", func(p *P) *string { return &p.SKU })),
		textField("group_id", func(p *P) *string { return &p.GroupID }),
		need(textField("name", func(p *P) *string { return &p.Name })),
		textField("name_uk", func(p *P) *string { return &p.Names.UK }),
		textField("name_ru", func(p *P) *string { return &p.Names.RU }),
		textField("name_en", func(p *P) *string { return &p.Names.EN }),
		textField("description", func(p *P) *string { return &p.Description }),
		textField("description_uk", func(p *P) *string { return &p.Descriptions.UK }),
		textField("description_ru", func(p *P) *string { return &p.Descriptions.RU }),
		textField("description_en", func(p *P) *string { return &p.Descriptions.EN }),
		textField("brand", func(p *P) *string { return &p.Brand }),
		textField("country_of_origin", func(p *P) *string { return &p.Country }),
		textField("barcode", func(p *P) *string { return &p.Barcode }),
		textField("category_id", func(p *P) *string { return &p.Category.ID }),
		textField("category_name", func(p *P) *string { return &p.Category.Name }),
		textsField("category_path", func(p *P) *[]string { return &p.Category.Path }),
		need(textField("currency", func(p *P) *string { return &p.Currency })),
		need(moneyField("drop_price", func(p *P) *money.Amount { return &p.DropPrice })),
		moneyField("rrp", func(p *P) *money.Amount { return &p.RRP }),
		recordsField("tiers", func(p *P) *[]supplier.Tier { return &p.Tiers }, tierFields()),
		intField("min_order_quantity", func(p *P) *int64 { return &p.MinOrder }),
		textField("availability", func(p *P) *string { return &p.Availability }),
		countField("quantity", func(p *P) *supplier.Opt[int64] { return &p.Quantity }),
		textsField("images", func(p *P) *[]string { return &p.Images }),
		recordsField("attributes", func(p *P) *[]supplier.Attribute { return &p.Attributes }, attributeFields()),
		countField("weight_g", func(p *P) *supplier.Opt[int64] { return &p.WeightG }),
		countField("length_mm", func(p *P) *supplier.Opt[int64] { return &p.LengthMM }),
		countField("width_mm", func(p *P) *supplier.Opt[int64] { return &p.WidthMM }),
		countField("height_mm", func(p *P) *supplier.Opt[int64] { return &p.HeightMM }),
		textField("url", func(p *P) *string { return &p.URL }),
		timeField("created_at", func(p *P) *time.Time { return &p.CreatedAt }),
		timeField("updated_at", func(p *P) *time.Time { return &p.UpdatedAt }),
	}
}

func tierFields() []field[supplier.Tier] {
	return []field[supplier.Tier]{
		need(intField("min_quantity", func(t *supplier.Tier) *int64 { return &t.MinQuantity })),
		need(moneyField("price", func(t *supplier.Tier) *money.Amount { return &t.Price })),
	}
}

func attributeFields() []field[supplier.Attribute] {
	return []field[supplier.Attribute]{
		need(textField("name", func(a *supplier.Attribute) *string { return &a.Name })),
		need(textField("value", func(a *supplier.Attribute) *string { return &a.Value })),
		textField("unit", func(a *supplier.Attribute) *string { return &a.Unit }),
	}
}

// productKind is what the list machinery needs to know of products.
func productKind() RecordKind[supplier.Product] {
	return RecordKind[supplier.Product]{
		Id:    func(p *supplier.Product) string { return p.ID },
		sku:   func(p *supplier.Product) string { return p.SKU },
		copy:  func(from, to *supplier.Product) { from.CopyTo(to) },
		reset: func(p *supplier.Product) { p.Reset() },
		finish: func(p *supplier.Product) error {
			if p.MinOrder == 0 {
				p.MinOrder = 1
			}
			byQuantity := func(a, b supplier.Tier) int { return cmp.Compare(a.MinQuantity, b.MinQuantity) }
			if !slices.IsSortedFunc(p.Tiers, byQuantity) {
				slices.SortStableFunc(p.Tiers, byQuantity)
			}
			return boundCategory(&p.Category)
		},
	}
}

// What a category may be at most. A feed's tree of categories holds every way from the
// root: names without end would fill memory and disk from one small product.
const (
	maxPathNames     = 20
	maxCategoryChars = 1000
)

// boundCategory refuses a category that no shop has. Its names are let go at once.
func boundCategory(c *supplier.Category) error {
	const fix = "ask the supplier for a shorter one, or take the category's line out of the mapping"
	if n := len(c.Path); n > maxPathNames {
		c.Path = nil
		return &jsonread.ShapeError{Path: []string{"category_path"}, Want: fmt.Sprintf("at most %d names", maxPathNames),
			Got: fmt.Sprintf("%d", n), Mend: fix}
	}
	for _, err := range [...]error{boundName("category_id", c.ID, fix), boundName("category_name", c.Name, fix)} {
		if err != nil {
			return err
		}
	}
	for _, name := range c.Path {
		if err := boundName("category_path", name, fix); err != nil {
			return err
		}
	}
	return nil
}

// boundName refuses a text of a category that is too long to be one.
func boundName(field, text, fix string) error {
	if len(text) <= maxCategoryChars {
		return nil
	}
	n := utf8.RuneCountInString(text)
	if n <= maxCategoryChars {
		return nil
	}
	return &jsonread.ShapeError{Path: []string{field}, Want: fmt.Sprintf("at most %d characters", maxCategoryChars),
		Got: fmt.Sprintf("%d: %q", n, oneline.Clean(text, 40)), Mend: fix}
}
