package proposal

import (
	"fmt"
	"slices"

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
	fields := at.add("fields", "", "")
	v.matches = s.b.testPrices(v.matches, v.rows, v.record)
	around := func(name, fallback string) string {
		if m := guess.Find(outer, name); m != nil {
			return "^" + m.From.Place.String()
		}
		return fallback
	}
	id := around("id", "^id")
	for _, f := range s.b.words.Fields(lexicon.Product) {
		m := guess.Find(v.matches, f.Name)
		switch {
		case f.Name == "id" && m != nil:
			m.Note = "the product's id before it, so that it is unique"
			s.put(fields, "variants.", *m, flow("at", flowList(scalar(id), scalar(m.From.Place.String())), "join", quoted("-")))
		case f.Name == "id":
			if sku := guess.Find(v.matches, "sku"); sku != nil {
				s.put(fields, "variants.", guess.Match{Field: f, Confidence: 0.6, Evidence: []string{"variants have no id of their own: their sku"}}, s.b.value(sku))
			} else {
				s.lacks(fields, "id", flow("at", flowList(scalar(id), "PATH"), "join", quoted("-")), "variants need an id each")
			}
		case f.Name == "sku" && m == nil:
			if own := guess.Find(v.matches, "id"); own != nil && guess.Find(outer, "sku") != nil {
				value := flow("at", flowList(scalar(around("sku", "^sku")), scalar(own.From.Place.String())), "join", quoted("-"))
				s.put(fields, "variants.", guess.Match{Field: f, Confidence: 0.4, Evidence: []string{"variants have no sku of their own"},
					Note: "ask the supplier how an order names a variant"}, value)
			}
		case f.Name == "group_id":
			s.put(fields, "variants.", guess.Match{Field: f, Confidence: 0.9, Evidence: []string{"the product's id"}}, scalar(id))
		case f.Name == "name" && m != nil:
			m.Note = "after the product's name"
			s.put(fields, "variants.", *m, flow("at", flowList(scalar(around("name", "^name")), scalar(m.From.Place.String())), "join", quoted(" ")))
		case f.Name == "availability" && m == nil && guess.Find(outer, "availability") == nil:
			if quantity := guess.Find(v.matches, "quantity"); quantity != nil && quantity.From.Place.Single() {
				s.put(fields, "variants.", guess.Match{Field: f, Confidence: 0.6, Evidence: []string{"no place of its own: by the quantity"}}, flow("jq", stockRule(quantity.From)))
			}
		case m != nil:
			s.put(fields, "variants.", *m, s.productValue(m, v.all, &listFinder{}))
		}
		if f.Name == "images" {
			inner := newListFinder(s, v.all, &service.Listing{Record: v.record, Rows: v.rows})
			inner.prefix = "variants."
			inner.attributes(fields)
			if !s.hasField("tiers") {
				inner.tiers(fields)
			}
		}
	}
}

// perVariant are the fields that each variant has of its own.
var perVariant = map[string]bool{"sku": true, "quantity": true, "drop_price": true, "rrp": true, "barcode": true, "availability": true}
