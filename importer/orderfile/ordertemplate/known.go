package ordertemplate

import (
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
)

// known finds the known headings of a row.
func (p *Template) known(r *cells.Row) []Column {
	var out []Column
	besides := false
	keys := make([]string, len(r.Cells))
	for i, c := range r.Cells {
		keys[i] = HeadingKey(c.Text)
		besides = besides || len(p.lineitem) > 0 && strings.HasPrefix(keys[i], "lineitem ")
	}
	for i, c := range r.Cells {
		if c.Kind != cells.Text {
			continue
		}
		if said, ok := p.saidColumn(c, keys[i]); ok {
			out = append(out, said)
			continue
		}
		if h, number, ok := p.lookup(c.Text, keys[i], besides); ok {
			if p.Lexicon != nil && !field.OfItem(h.Field) && p.Lexicon.Side(c.Text) == "sender" {
				continue // "ПІБ (відправник)"
			}
			out = append(out, p.columnOf(c, h, number, keys[i]))
		}
	}
	p.nameOfProduct(out)
	if p.inProducts {
		numberByProduct(out)
	}
	return withoutModel(out)
}

// columnOf is the column of a heading that is known, with its HeadingKey.
func (p *Template) columnOf(c cells.Cell, h Heading, number int, key string) Column {
	h.Tier = p.sideTier(h, c.Text)
	return Column{h, c.Column, celltext.SingleSpaced(c.Text), key, number}
}

// sideTier is the tier of a general heading whose brackets name the recipient or the payer:
// "Phone (Shipping)" goes before "Phone (Billing)".
func (p *Template) sideTier(h Heading, text string) int {
	if h.Tier != GeneralTier || p.Lexicon == nil || field.OfItem(h.Field) {
		return h.Tier
	}
	switch p.Lexicon.Side(text) {
	case "recipient":
		return FirstTier
	case "payer":
		return LastTier
	}
	return h.Tier
}

// numberByProduct gives the item's columns the number of the product before them.
func numberByProduct(columns []Column) {
	product := -1
	for i := range columns {
		switch c := &columns[i]; {
		case c.Field == field.ProductName && c.Number >= 0:
			product = c.Number
		case c.Number < 0 && field.OfItem(c.Field):
			c.Number = product
		}
	}
}

// Decides reports whether the template says which of two columns goes before: by their tiers, or
// as one that was made for a source names both. The general template only lists spellings.
func (p *Template) Decides(first, other Column) bool {
	return first.Tier != other.Tier || p.name != "generic" && p.own[first.Key] && p.own[other.Key]
}
