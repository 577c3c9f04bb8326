package form

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Hints are what the config, or a mapping, says of a list before any word does.
type Hints struct {
	Name     string            // of the list, for people
	Key      string            // where the config has it, such as supplier.products
	Price    Role              // whose the neutral price is: DropPrice or RRP, NoRole where nobody said
	Currency string            // of prices that name none; "": UAH
	Fields   map[Role]string   // paths or headings, several alternatives with | between
	Ignored  []string          // columns that are not read, whatever they hold
	Words    map[string]string // what cells of stock mean, before the words that are known
	Own      []string          // columns that are attributes, called as they are
	Apart    string            // the path of the variants within a product
	Mark     string            // between the product's SKU and the variant's own name, where these make its SKU; "": they do not
	Sections string            // how sections stand to each other, see listfile.How
	Made     *mapping.Records  // how products are made of whole records, nil: of their columns
	Language wording.Language  // of what is said of single products
}

// Known reports whether a heading is one of a list of goods.
func (h *Hints) Known(text string) bool {
	m := h.meaningOf(text)
	return m.role != NoRole && m.role != OtherPrice
}

// Record reports whether an element is a record by its name.
func (h *Hints) Record(name string) bool { return slices.Contains(lexiconOf().Records, name) }

// Container reports whether an element or a list holds records by its name.
func (h *Hints) Container(name string) bool { return slices.Contains(lexiconOf().Containers, name) }

// Keyed reports whether an object holds records under keys by its name.
func (h *Hints) Keyed(name string) bool { return slices.Contains(lexiconOf().Keyed, name) }

// Foreign reports whether a member is one of orders.
func (h *Hints) Foreign(name string) bool { return slices.Contains(lexiconOf().Orders, name) }

// Plain reports whether the name of a sheet is one that a program gives.
func (h *Hints) Plain(name string) bool {
	return slices.Contains(lexiconOf().SheetNames, strings.ToLower(strings.TrimRight(strings.TrimSpace(name), "0123456789 ")))
}

// Sum reports whether a text says that what stands beside it are sums. A Latin word does so alone:
// "Total Quartz 5W30" is an oil.
func (h *Hints) Sum(text string) bool {
	word, _, more := strings.Cut(strings.ToLower(strings.TrimRight(text, " :.")), " ")
	return slices.Contains(lexiconOf().Sums, strings.TrimRight(word, ":")) && (!more || word[0] >= utf8.RuneSelf)
}

// Around reports whether a member holds what is said of the list as a whole.
func (h *Hints) Around(name string) bool {
	return slices.Contains(lexiconOf().Around, celltext.Folded(name))
}

// Further reports whether a member says that more of the list follows.
func (h *Hints) Further(name string) bool {
	return slices.Contains(lexiconOf().Further, celltext.Folded(name))
}

// Pages reports whether a member counts the pages of the whole list.
func (h *Hints) Pages(name string) bool {
	return slices.Contains(lexiconOf().Pages, celltext.Folded(name))
}

// Typed reports whether an element or a list holds prices whose kinds stand beside them.
func (h *Hints) Typed(name string) bool { return slices.Contains(lexiconOf().Typed, name) }

// Kind reports whether a member or an attribute of such a price says of which kind it is.
func (h *Hints) Kind(name string) bool { return slices.Contains(lexiconOf().Kinds, name) }

// Amount reports whether a member of such a price is the price.
func (h *Hints) Amount(name string) bool { return slices.Contains(lexiconOf().Amounts, name) }

// Section reports whether an element is a category by its name.
func (h *Hints) Section(name string) bool { return slices.Contains(lexiconOf().Sections, name) }

// Variants reports whether a list or an element holds variants by its name.
func (h *Hints) Variants(name string) bool { return slices.Contains(lexiconOf().Variants, name) }

// Telling reports whether a path is one that only goods have.
func (h *Hints) Telling(path string) bool {
	switch role := h.meaningOf(path).role; role {
	case SKU, Quantity, Availability, Warehouse, Barcode:
		return true
	default:
		return role.money()
	}
}

// meaningOf is what a path is by what was said, or by the words.
func (h *Hints) meaningOf(path string) meaning {
	if slices.ContainsFunc(h.Ignored, func(one string) bool { return samePath(one, path) }) {
		return meaning{role: Ignore, surety: 1}
	}
	known := lexiconOf().meaningOf(path, h.Apart)
	for role, at := range h.Fields {
		if rank := alternative(at, path); rank >= 0 {
			return meaning{role: role, rank: rank - 100_000, surety: 1, currency: known.currency, from: known.from, called: known.called, variant: known.variant}
		}
	}
	if slices.ContainsFunc(h.Own, func(one string) bool { return samePath(one, path) }) {
		return meaning{role: AttributeOwn, surety: 1, called: path, variant: known.variant}
	}
	if _, said := h.Fields[known.role]; said && !known.variant { // another column was named for it
		return meaning{role: Ignore, surety: 1}
	}
	return known
}

// alternative is which of the alternatives of a field a path is, -1 for none.
func alternative(at, path string) int {
	if samePath(at, path) {
		return 0
	}
	return slices.IndexFunc(strings.Split(at, "|"), func(one string) bool { return samePath(one, path) })
}

// samePath compares paths as people write them: blanks, capitals and [] do not count.
func samePath(one, path string) bool {
	plain := func(text string) string {
		return strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(text, "[]", "")), " "))
	}
	return plain(one) == plain(path)
}
