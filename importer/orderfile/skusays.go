package orderfile

import (
	"slices"
	"strings"
)

// skuSays is the fault of a cell of the SKU that says something else, or more than a SKU: that
// there is none, one instead of another, or that it is not to be sent.
func (b *orderBuilder) skuSays(c cell) *fault {
	switch {
	case c.kind != textCell || len(c.text) > 200:
		return nil
	case b.words.nothing(c.text), b.lexicon.NoSKU(c.text):
		return faultf(SKUMissing+".word", show(c.text))
	case b.lexicon.SwapsSKU(c.text):
		return faultf(SKUAmbiguous+".swap", show(c.text))
	}
	if says := b.skuSaysOff(c.text); says != "" {
		return faultf(StateUnknown+".in_sku", show(c.text), show(says))
	}
	return nil
}

// skuSaysOff is what stands behind a blank of a SKU and says that it is not to be sent.
func (b *orderBuilder) skuSaysOff(text string) string {
	if isOff(b.words.state(text)) {
		return text
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ()[],;", r) })
	for at := range words {
		if at > 0 && slices.ContainsFunc([]string{strings.Join(words[at:], " "), words[at]}, func(said string) bool { return hasLetter(said) && isOff(b.words.state(said)) }) {
			return strings.Join(words[at:], " ")
		}
	}
	return ""
}

// readShipping refuses a row whose item is none that is sent: a file, a service.
func (b *orderBuilder) readShipping(r *row) {
	c, column := pick(b.l.columns[needsShipping], r)
	if b.speaks(c) && b.lexicon.Truth(c.text) == "no" {
		b.refuse(r.number, column.name, faultf(StateUnknown+".no_shipping", show(c.text)))
	}
}
