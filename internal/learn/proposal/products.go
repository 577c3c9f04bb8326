package proposal

import (
	"slices"

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
	} else {
		b.soldBy(matches, all)
	}
	matches = slices.DeleteFunc(b.languages(matches, all), func(m guess.Match) bool { return m.Field.Name == "group_id" && sameForAll(m.From) })
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

// withoutOffer names what a feed can hardly do without.
func (s *section) withoutOffer() {
	has := func(name string) bool { return s.hasField(name) || s.hasField("variants."+name) }
	if !has("quantity") && !has("availability") {
		s.b.lookAt(say("learn.no_stock"))
	}
	if !has("rrp") {
		s.b.lookAt(say("learn.no_rrp"))
	}
}
