package proposal

import (
	"fmt"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// products proposes the reading of products.
func (b *builder) products(l *service.Listing) {
	s := b.section("products", "")
	s.request(l)
	s.list(l)
	s.filters(l.Op, lexicon.ProductQuery)
	fields := s.at.add("fields", "", "")
	all := guess.Candidates(l.Record, l.Rows)
	variants := b.findVariants(all, l)
	b.reserve(all)
	productFields := b.words.Fields(lexicon.Product)
	matches := guess.Assign(productFields, all)
	if variants != nil {
		matches = variants.leave(matches)
	}
	matches = b.testPrices(matches, l.Rows, l.Record)
	lists := newListFinder(s, all, l)
	for _, f := range productFields {
		switch m := guess.Find(matches, f.Name); {
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
func (s *section) productValue(m *guess.Match, all []*guess.Candidate, lists *listFinder) string {
	switch m.Field.Name {
	case "weight_g", "length_mm", "width_mm", "height_mm":
		return s.b.unitValue(m)
	case "availability":
		return s.b.stateLine("products.availability", m, guess.Labels(m.From, nil, nil))
	case "images":
		return s.b.imagesValue(m, all)
	case "category_id":
		lists.categoryID = m.From
	case "category_name":
		if mark := separator(m.From.Texts, lexicon.WantTexts); mark == ">" || mark == "»" {
			lists.path = &guess.Match{Field: s.b.words.Field(lexicon.Product, "category_path"), From: m.From, Confidence: m.Confidence, Evidence: m.Evidence}
			m.Note = "the last part of it"
			return flow("jq", quoted(fmt.Sprintf(`(%s // "") | split(%s) | last // "" | gsub("^\\s+|\\s+$"; "")`, jqPath(m.From), quoted(mark))))
		}
	}
	return s.b.value(m)
}

// imagesValue adds further places of pictures to a single one: the cover and a gallery.
func (b *builder) imagesValue(m *guess.Match, all []*guess.Candidate) string {
	value := manyValue(m)
	images := b.words.Field(lexicon.Product, "images")
	for _, c := range all {
		if c.Used || c.Place.Single() == m.From.Place.Single() || c.Place[0] == m.From.Place[0] {
			continue
		}
		other := c.Score(images)
		if other.Confidence < 0.6 || b.words.Holds(lexicon.SmallPictures, lexicon.Phrase(c.Place.String())) {
			continue
		}
		c.Used = true
		one, many := value, manyValue(&other)
		if !m.From.Place.Single() {
			one, many = many, one
		}
		m.Note = "the cover, then the others"
		return flow("at", flowList(one, many))
	}
	return value
}

// withoutSource says what is to be done about a field that no place was found for.
func (s *section) withoutSource(fields *node, f lexicon.Field, matches []guess.Match, lists *listFinder) {
	derived := func(value string, confidence float64, evidence string) {
		s.put(fields, "", guess.Match{Field: f, Confidence: confidence, Evidence: []string{evidence}}, value)
	}
	switch f.Name {
	case "id":
		if sku := guess.Find(matches, "sku"); sku != nil {
			derived(s.b.value(sku), 0.6, "no id of its own: the sku, "+pick(sku.From.Unique(), "unique here", "not proven unique"))
			return
		}
	case "sku":
		if id := guess.Find(matches, "id"); id != nil {
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
		if quantity := guess.Find(matches, "quantity"); quantity != nil && quantity.From.Place.Single() {
			derived(flow("jq", stockRule(quantity.From)), 0.6, "no place of its own: by the quantity")
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
func stockRule(c *guess.Candidate) string {
	return quoted(fmt.Sprintf(`if ((%s // 0) | tonumber? // 0) > 0 then "in_stock" else "out_of_stock" end`, jqPath(c)))
}

// jqPath is a place in jq, which knows plain names of ASCII letters only.
func jqPath(c *guess.Candidate) string {
	path := ""
	for i, name := range c.Place.Names() {
		if service.PlainName(name) && strings.Trim(name, "-") == name && strings.IndexFunc(name, func(r rune) bool { return r > 0x7f || r == '-' }) < 0 {
			path += "." + name
			continue
		}
		path += pick(i == 0, ".", "") + "[" + quoted(name) + "]"
	}
	return path
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
