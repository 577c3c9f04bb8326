package orders

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// skuSays is the fault of a cell of the SKU that says something else, or more than a SKU: that
// there is none, one instead of another, or that it is not to be sent.
func (b *builder) skuSays(c cells.Cell) *problem.Fault {
	switch {
	case c.Kind != cells.Text || len(c.Text) > 200:
		return nil
	case b.words.nothing(c.Text), b.lexicon.NoSKU(c.Text):
		return problem.Faultf(problem.SKUMissing+".word", celltext.Show(c.Text))
	case b.lexicon.SwapsSKU(c.Text):
		return problem.Faultf(problem.SKUAmbiguous+".swap", celltext.Show(c.Text))
	}
	if says := b.skuSaysOff(c.Text); says != "" {
		return problem.Faultf(problem.StateUnknown+".in_sku", celltext.Show(c.Text), celltext.Show(says))
	}
	return nil
}

// skuSaysOff is what stands behind a blank of a SKU and says that it is not to be sent.
func (b *builder) skuSaysOff(text string) string {
	if b.words.state(text).Off() {
		return text
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ()[],;", r) })
	for at := range words {
		if at > 0 && slices.ContainsFunc([]string{strings.Join(words[at:], " "), words[at]}, func(said string) bool { return celltext.HasLetter(said) && b.words.state(said).Off() }) {
			return strings.Join(words[at:], " ")
		}
	}
	return ""
}

// readShipping refuses a row whose item is none that is sent: a file, a service.
func (b *builder) readShipping(r *cells.Row) {
	c, column := ordertemplate.Pick(b.l.Columns[field.NeedsShipping], r)
	if b.speaks(c) && b.lexicon.Truth(c.Text) == "no" {
		b.refuse(r.Number, column.Name, problem.Faultf(problem.StateUnknown+".no_shipping", celltext.Show(c.Text)))
	}
}
