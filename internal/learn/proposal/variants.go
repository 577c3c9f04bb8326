package proposal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// variantsFound is a list inside products whose elements are sold one by one.
type variantsFound struct {
	list    *guess.Candidate
	matches []guess.Match
	all     []*guess.Candidate
	rows    []any
	record  *service.Shape
}

// perVariant are the fields that each variant has of its own.
var perVariant = map[string]bool{"sku": true, "quantity": true, "drop_price": true, "rrp": true, "barcode": true, "availability": true, "images": true}

// variantFields are those of products; the name of a variant may be no more than a size.
func (b *builder) variantFields() []lexicon.Field {
	fields := slices.Clone(b.words.Fields(lexicon.Product))
	for i := range fields {
		if fields[i].Name == "name" {
			fields[i].Want = lexicon.WantText
		}
	}
	return fields
}

func (b *builder) findVariants(all []*guess.Candidate, l *service.Listing) *variantsFound {
	for _, c := range all {
		if !c.List || len(c.Place) != 1 || c.Shape.Keyed || !b.words.Has(lexicon.Variants, lexicon.Phrase(c.Place[0].Name)) {
			continue
		}
		v := &variantsFound{list: c, record: c.Shape.Element, rows: c.Place.To(service.Step{Kind: service.ToEach}).EveryIn(l.Rows)}
		v.all = guess.Candidates(v.record, v.rows)
		b.reserve(v.all)
		v.matches = guess.Assign(b.variantFields(), v.all)
		if guess.Find(v.matches, "quantity") == nil && guess.Find(v.matches, "sku") == nil && guess.Find(v.matches, "drop_price") == nil {
			continue
		}
		for _, inner := range all { // what stands in the list is the variant's
			if len(inner.Place) > 1 && inner.Place[0] == c.Place[0] {
				inner.Used = true
			}
		}
		c.Used = true
		return v
	}
	return nil
}

func (v *variantsFound) has(field string) bool { return guess.Find(v.matches, field) != nil }

// leave keeps the product's own fields, as those of a product without variants and of
// what its variants have in common; vague ones give way to what the variants have, unless
// both have it at the same place.
func (v *variantsFound) leave(matches []guess.Match) []guess.Match {
	var kept, own []guess.Match
	for _, m := range matches {
		inner := guess.Find(v.matches, m.Field.Name)
		if !perVariant[m.Field.Name] || inner == nil || m.Confidence > 0.75 || inner.From.Place.String() == m.From.Place.String() {
			kept = append(kept, m)
		}
	}
	for _, m := range v.matches {
		switch m.Field.Name {
		case "id", "name":
		default:
			if !perVariant[m.Field.Name] && guess.Find(kept, m.Field.Name) != nil {
				continue
			}
		}
		own = append(own, m)
	}
	v.matches = own
	return kept
}

// write adds the variants' own fields.
func (v *variantsFound) write(s *section, outer []guess.Match) {
	at := s.at.add("variants", "", "")
	at.add("at", scalar(v.list.Place.String()), fmt.Sprintf("%d variants in the sample", len(v.rows)))
	v.matches = s.b.testPrices(v.matches, v.rows, v.record)
	w := &variantWriter{section: s, found: v, outer: outer, fields: at.add("fields", "", "")}
	for _, f := range s.b.words.Fields(lexicon.Product) {
		w.field(f, guess.Find(v.matches, f.Name))
		if f.Name == "images" {
			w.lists()
		}
	}
}

// variantWriter writes the fields of variants, which stand on those of their product.
type variantWriter struct {
	*section
	found  *variantsFound
	outer  []guess.Match // the product's own
	fields *node
}

const ofVariants = "variants."

// around is the place of one of the product's own values, as a variant names it.
func (w *variantWriter) around(name string) string {
	if m := guess.Find(w.outer, name); m != nil {
		return "^" + m.From.Place.String()
	}
	return "^" + name
}

// joined is a value of the product with one of the variant's behind it.
func (w *variantWriter) joined(outer, own, mark string) string {
	return flow("at", flowList(scalar(w.around(outer)), own), "join", quoted(mark))
}

// field writes one field; m is its place in a variant, nil where it has none.
func (w *variantWriter) field(f lexicon.Field, m *guess.Match) {
	switch {
	case f.Name == "group_id":
		w.putDerived(w.fields, ofVariants, f, scalar(w.around("id")), 0.9, say("learn.product_id"))
	case m == nil:
		w.withoutPlace(f)
	case f.Name == "id":
		m.Note = say("learn.after_product_id")
		w.put(w.fields, ofVariants, *m, w.joined("id", scalar(m.From.Place.String()), "-"))
	case f.Name == "name" && w.wholeNames(m):
		m.Note = say("learn.whole_name")
		w.put(w.fields, ofVariants, *m, scalar(m.From.Place.String()))
	case f.Name == "name":
		m.Note = say("learn.after_product_name")
		w.put(w.fields, ofVariants, *m, w.joined("name", scalar(m.From.Place.String()), " "))
	default:
		w.put(w.fields, ofVariants, *m, w.productValue(m, w.found.all, &listFinder{}))
	}
}

// wholeNames reports whether variants have whole names: those of their products are their
// beginnings.
func (w *variantWriter) wholeNames(m *guess.Match) bool {
	outer := guess.Find(w.outer, "name")
	if outer == nil || len(m.From.Texts) == 0 {
		return false
	}
	return guess.Passing(m.From.Texts, func(name string) bool {
		return slices.ContainsFunc(outer.From.Texts, func(product string) bool { return strings.HasPrefix(name, product) })
	}) == len(m.From.Texts)
}

// withoutPlace writes what a variant has no value of its own for. All else it has from its
// product.
func (w *variantWriter) withoutPlace(f lexicon.Field) {
	switch f.Name {
	case "id":
		if sku := guess.Find(w.found.matches, "sku"); sku != nil {
			w.putDerived(w.fields, ofVariants, f, w.b.value(sku), 0.6, say("learn.variant_sku_for_id"))
			return
		}
		w.lacks(w.fields, "id", w.joined("id", "PATH", "-"), say("learn.variants_need_ids"))
	case "sku":
		own := guess.Find(w.found.matches, "id")
		if own == nil || guess.Find(w.outer, "sku") == nil {
			return
		}
		w.put(w.fields, ofVariants, guess.Match{Field: f, Confidence: 0.4, Evidence: guess.Evidence{say("learn.variants_without_sku")},
			Note: say("learn.ask_how_ordered")}, w.joined("sku", scalar(own.From.Place.String()), "-"))
	case "availability":
		if guess.Find(w.outer, "availability") == nil {
			w.deriveAvailability(w.fields, ofVariants, f, guess.Find(w.found.matches, "quantity"))
		}
	}
}

// lists writes the properties and wholesale prices that a variant has of its own.
func (w *variantWriter) lists() {
	inner := newListFinder(w.section, w.found.all, &service.Listing{Record: w.found.record, Rows: w.found.rows})
	inner.prefix = ofVariants
	inner.attributes(w.fields)
	if !w.hasField("tiers") {
		inner.tiers(w.fields)
	}
}
