package learn

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
)

// perVariant are the fields that each variant has of its own.
var perVariant = map[string]bool{"sku": true, "quantity": true, "drop_price": true, "rrp": true, "barcode": true, "availability": true}

// products proposes the reading of products.
func (b *builder) products(l *listing) {
	s := b.section("products", "")
	s.request(l)
	s.list(l)
	s.filters(l.op, lexicon.ProductQuery)
	fields := s.at.add("fields", "", "")
	all := candidates(l.record, l.rows)
	variants := b.findVariants(all, l)
	b.reserve(all)
	productFields := b.words.Fields(lexicon.Product)
	matches := assign(productFields, all)
	if variants != nil {
		matches = variants.leave(matches)
	}
	matches = b.testPrices(matches, l.rows, l.record)
	lists := newListFinder(s, all, l)
	for _, f := range productFields {
		switch m := find(matches, f.Name); {
		case m != nil:
			s.put(fields, "", *m, s.productValue(m, all, lists))
		case variants != nil && variants.has(f.Name):
		default:
			s.withoutSource(fields, f, matches, lists)
		}
		switch f.Name {
		case "rrp":
			lists.tiers(fields)
		case "images":
			lists.attributes(fields)
		}
	}
	if variants != nil {
		variants.write(s, matches)
	}
	b.testProducts(matches, variants, l)
	s.withoutOffer()
}

// productValue writes the line of a product's field.
func (s *section) productValue(m *match, all []*candidate, lists *listFinder) string {
	switch m.field.Name {
	case "weight_g", "length_mm", "width_mm", "height_mm":
		return s.b.unitValue(m)
	case "availability":
		return s.b.stateLine("products.availability", m, labels(m.from, nil, nil))
	case "images":
		return s.b.imagesValue(m, all)
	case "category_id":
		lists.categoryID = m.from
	case "category_name":
		if mark := separator(m.from.texts, lexicon.WantTexts); mark == ">" || mark == "»" {
			lists.path = &match{field: s.b.words.Field(lexicon.Product, "category_path"), from: m.from, confidence: m.confidence, evidence: m.evidence}
			m.note = "the last part of it"
			return flow("jq", quoted(fmt.Sprintf(`(%s // "") | split(%s) | last // "" | gsub("^\\s+|\\s+$"; "")`, jqPath(m.from), quoted(mark))))
		}
	}
	return s.b.value(m)
}

// imagesValue adds further places of pictures to a single one: the cover and a gallery.
func (b *builder) imagesValue(m *match, all []*candidate) string {
	value := manyValue(m)
	images := b.words.Field(lexicon.Product, "images")
	for _, c := range all {
		if c.used || c.place.single() == m.from.place.single() || c.place[0] == m.from.place[0] {
			continue
		}
		other := c.score(images)
		if other.confidence < 0.6 || b.words.Holds(lexicon.SmallPictures, lexicon.Phrase(c.place.String())) {
			continue
		}
		c.used = true
		one, many := value, manyValue(&other)
		if !m.from.place.single() {
			one, many = many, one
		}
		m.note = "the cover, then the others"
		return flow("at", flowList(one, many))
	}
	return value
}

// withoutSource says what is to be done about a field that no place was found for.
func (s *section) withoutSource(fields *node, f lexicon.Field, matches []match, lists *listFinder) {
	derived := func(value string, confidence float64, evidence string) {
		s.put(fields, "", match{field: f, confidence: confidence, evidence: []string{evidence}}, value)
	}
	switch f.Name {
	case "id":
		if sku := find(matches, "sku"); sku != nil {
			derived(s.b.value(sku), 0.6, "no id of its own: the sku, "+pick(sku.from.unique(), "unique here", "not proven unique"))
			return
		}
	case "sku":
		if id := find(matches, "id"); id != nil {
			s.lacks(fields, "sku", s.b.value(id), "nothing looks like the sku that orders name; is it the id?")
			return
		}
	case "currency":
		derived(flow("value", "UAH"), 0.5, "assumed: the answer names no currency")
		return
	case "quantity":
		if lists.stock(fields) {
			return
		}
	case "images":
		if lists.pictures(fields) {
			return
		}
	case "category_name", "category_path":
		if f.Name == "category_path" && lists.path != nil {
			s.put(fields, "", *lists.path, manyValue(lists.path))
			return
		}
		if lists.category(fields, f) {
			return
		}
	case "availability":
		if quantity := find(matches, "quantity"); quantity != nil && quantity.from.place.single() {
			derived(flow("jq", stockRule(quantity.from)), 0.6, "no place of its own: by the quantity")
			return
		}
	case "drop_price", "rrp":
		if lists.namedPrice(fields, f) {
			return
		}
	}
	if f.Needed {
		s.lacks(fields, f.Name, "PATH", "nothing in the answer looks like it: write its place")
	}
}

// stockRule tells what is there from a quantity, number or text, in jq.
func stockRule(c *candidate) string {
	return quoted(fmt.Sprintf(`if ((%s // 0) | tonumber? // 0) > 0 then "in_stock" else "out_of_stock" end`, jqPath(c)))
}

// jqPath is a place in jq, which knows plain names of ASCII letters only.
func jqPath(c *candidate) string {
	path := ""
	for i, name := range c.place.names() {
		if plainName(name) && strings.Trim(name, "-") == name && strings.IndexFunc(name, func(r rune) bool { return r > 0x7f || r == '-' }) < 0 {
			path += "." + name
			continue
		}
		path += pick(i == 0, ".", "") + "[" + quoted(name) + "]"
	}
	return path
}

// variantsFound is a list inside products whose elements are sold one by one.
type variantsFound struct {
	list    *candidate
	matches []match
	all     []*candidate
	rows    []any
	record  *shape
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

func (b *builder) findVariants(all []*candidate, l *listing) *variantsFound {
	for _, c := range all {
		if !c.list || len(c.place) != 1 || c.shape.keyed || !b.words.Has(lexicon.Variants, lexicon.Phrase(c.place[0].name)) {
			continue
		}
		v := &variantsFound{list: c, record: c.shape.element, rows: c.place.to(step{kind: toEach}).everyIn(l.rows)}
		v.all = candidates(v.record, v.rows)
		b.reserve(v.all)
		v.matches = assign(b.variantFields(), v.all)
		if find(v.matches, "quantity") == nil && find(v.matches, "sku") == nil && find(v.matches, "drop_price") == nil {
			continue
		}
		for _, inner := range all { // what stands in the list is the variant's
			if len(inner.place) > 1 && inner.place[0] == c.place[0] {
				inner.used = true
			}
		}
		c.used = true
		return v
	}
	return nil
}

func (v *variantsFound) has(field string) bool { return find(v.matches, field) != nil }

// leave keeps the product's own fields, as those of a product without variants and of
// what its variants have in common; vague ones give way to what the variants have, unless
// both have it at the same place.
func (v *variantsFound) leave(matches []match) []match {
	var kept, own []match
	for _, m := range matches {
		inner := find(v.matches, m.field.Name)
		if !perVariant[m.field.Name] || inner == nil || m.confidence > 0.75 || inner.from.place.String() == m.from.place.String() {
			kept = append(kept, m)
		}
	}
	for _, m := range v.matches {
		switch m.field.Name {
		case "id", "name":
		default:
			if !perVariant[m.field.Name] && find(kept, m.field.Name) != nil {
				continue
			}
		}
		own = append(own, m)
	}
	v.matches = own
	return kept
}

// write adds the variants' own fields.
func (v *variantsFound) write(s *section, outer []match) {
	at := s.at.add("variants", "", "")
	at.add("at", scalar(v.list.place.String()), fmt.Sprintf("%d variants in the sample", len(v.rows)))
	fields := at.add("fields", "", "")
	v.matches = s.b.testPrices(v.matches, v.rows, v.record)
	around := func(name, fallback string) string {
		if m := find(outer, name); m != nil {
			return "^" + m.from.place.String()
		}
		return fallback
	}
	id := around("id", "^id")
	for _, f := range s.b.words.Fields(lexicon.Product) {
		m := find(v.matches, f.Name)
		switch {
		case f.Name == "id" && m != nil:
			m.note = "the product's id before it, so that it is unique"
			s.put(fields, "variants.", *m, flow("at", flowList(scalar(id), scalar(m.from.place.String())), "join", quoted("-")))
		case f.Name == "id":
			if sku := find(v.matches, "sku"); sku != nil {
				s.put(fields, "variants.", match{field: f, confidence: 0.6, evidence: []string{"variants have no id of their own: their sku"}}, s.b.value(sku))
			} else {
				s.lacks(fields, "id", flow("at", flowList(scalar(id), "PATH"), "join", quoted("-")), "variants need an id each")
			}
		case f.Name == "sku" && m == nil:
			if own := find(v.matches, "id"); own != nil && find(outer, "sku") != nil {
				value := flow("at", flowList(scalar(around("sku", "^sku")), scalar(own.from.place.String())), "join", quoted("-"))
				s.put(fields, "variants.", match{field: f, confidence: 0.4, evidence: []string{"variants have no sku of their own"},
					note: "ask the supplier how an order names a variant"}, value)
			}
		case f.Name == "group_id":
			s.put(fields, "variants.", match{field: f, confidence: 0.9, evidence: []string{"the product's id"}}, scalar(id))
		case f.Name == "name" && m != nil:
			m.note = "after the product's name"
			s.put(fields, "variants.", *m, flow("at", flowList(scalar(around("name", "^name")), scalar(m.from.place.String())), "join", quoted(" ")))
		case f.Name == "availability" && m == nil && find(outer, "availability") == nil:
			if quantity := find(v.matches, "quantity"); quantity != nil && quantity.from.place.single() {
				s.put(fields, "variants.", match{field: f, confidence: 0.6, evidence: []string{"no place of its own: by the quantity"}}, flow("jq", stockRule(quantity.from)))
			}
		case m != nil:
			s.put(fields, "variants.", *m, s.productValue(m, v.all, &listFinder{}))
		}
		if f.Name == "images" {
			inner := newListFinder(s, v.all, &listing{record: v.record, rows: v.rows})
			inner.prefix = "variants."
			inner.attributes(fields)
			if !s.hasField("tiers") {
				inner.tiers(fields)
			}
		}
	}
}

// withoutOffer names what a feed can hardly do without.
func (s *section) withoutOffer() {
	has := func(name string) bool { return s.hasField(name) || s.hasField("variants."+name) }
	if !has("quantity") && !has("availability") {
		s.b.lookAt("products: no stock was found, neither quantity nor availability: the feeds cannot say what is there")
	}
	if !has("rrp") {
		s.b.lookAt("products: no rrp was found: the feeds have the drop price alone to make prices of")
	}
}

func (s *section) hasField(name string) bool {
	for _, f := range s.Fields {
		if f.Field == name {
			return true
		}
	}
	return false
}
