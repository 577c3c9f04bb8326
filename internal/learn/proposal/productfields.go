package proposal

import (
	"fmt"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

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
			m.Note = say("learn.last_part")
			return flow("jq", quoted(fmt.Sprintf(`(%s // "") | split(%s) | last // "" | gsub("^\\s+|\\s+$"; "")`, jqPath(m.From), quoted(mark))))
		}
	}
	return s.b.value(m)
}

// withoutSource writes a field that no place was found for: derived from others, or as a line
// that waits for a person where a mapping needs it.
func (s *section) withoutSource(fields *node, f lexicon.Field, matches []guess.Match, lists *listFinder) {
	if !s.derive(fields, f, matches, lists) && f.Needed {
		s.lacks(fields, f.Name, "PATH", say("learn.not_in_answer"))
	}
}

// derive writes a product's field from another one or from another list, and reports whether
// it could.
func (s *section) derive(fields *node, f lexicon.Field, matches []guess.Match, lists *listFinder) bool {
	switch f.Name {
	case "id":
		return s.deriveID(fields, f, guess.Find(matches, "sku"))
	case "sku":
		id := guess.Find(matches, "id")
		if id != nil {
			s.lacks(fields, "sku", s.b.value(id), say("learn.is_id_sku"))
		}
		return id != nil
	case "currency":
		s.putDerived(fields, "", f, flow("value", money.Hryvnia), 0.5, say("learn.no_currency"))
		return true
	case "quantity":
		return lists.stock(fields)
	case "images":
		return lists.pictures(fields)
	case "category_path", "category_name":
		if f.Name == "category_path" && lists.path != nil {
			s.put(fields, "", *lists.path, manyValue(lists.path))
			return true
		}
		return lists.category(fields, f)
	case "availability":
		return s.deriveAvailability(fields, "", f, guess.Find(matches, "quantity"))
	case "drop_price", "rrp":
		return lists.namedPrice(fields, f)
	}
	return false
}

// deriveID takes the sku for the id.
func (s *section) deriveID(fields *node, f lexicon.Field, sku *guess.Match) bool {
	if sku == nil {
		return false
	}
	s.putDerived(fields, "", f, s.b.value(sku), 0.6, say(pick(sku.From.Rows > 0 && sku.From.Unique(), "learn.sku_for_id_unique", "learn.sku_for_id")))
	return true
}

// deriveAvailability tells what is there by the quantity.
func (s *section) deriveAvailability(fields *node, prefix string, f lexicon.Field, quantity *guess.Match) bool {
	if quantity == nil || !quantity.From.Place.Single() {
		return false
	}
	s.putDerived(fields, prefix, f, flow("jq", stockRule(quantity.From)), 0.6, say("learn.by_quantity"))
	return true
}

// putDerived adds a field's line that has no place of its own.
func (s *section) putDerived(at *node, prefix string, f lexicon.Field, value string, confidence float64, evidence wording.Message) {
	s.put(at, prefix, guess.Match{Field: f, Confidence: confidence, Evidence: guess.Evidence{evidence}}, value)
}
