package proposal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// value writes the line of a match: its path, with the converters that its values need.
func (b *builder) value(m *guess.Match) string {
	c := m.From
	path := scalar(c.Place.String())
	switch m.Field.Want {
	case lexicon.WantMoney:
		return b.moneyValue(m, path)
	case lexicon.WantTime:
		if notation := guess.NotationOf(c); notation != "" && notation != b.times.Notation {
			if !guess.WithZone(notation) {
				b.doubtZone()
				return flow("at", path, "layout", quoted(notation), "zone", b.times.Zone)
			}
			return flow("at", path, "layout", notation)
		}
	case lexicon.WantWhole:
		if !c.Place.Single() {
			m.Note = say("learn.sum_over_all")
			return flow("at", path, "sum", "true")
		}
	case lexicon.WantImages, lexicon.WantTexts, lexicon.WantWaybills:
		return manyValue(m)
	case lexicon.WantBarcode:
		if absent := emptyMarks(c.Texts, m.Field.Absent); len(absent) > 0 {
			return flow("at", path, "absent", flowList(absent...))
		}
	}
	return path
}

// manyValue writes a place of several texts.
func manyValue(m *guess.Match) string {
	c := m.From
	at := c.Place
	if len(at) > 1 && at[len(at)-1].Kind == service.ToEach {
		at = at[:len(at)-1] // a list of texts is named by itself
	}
	path := scalar(at.String())
	if len(at) != len(c.Place) || !c.Place.Single() {
		return path
	}
	if mark := separator(c.Texts, m.Field.Want); mark != "" {
		m.Note = say("learn.one_text", mark)
		return flow("at", path, "split", quoted(mark))
	}
	return path
}

// separator is what stands between the parts of texts that are lists.
func separator(texts []string, w lexicon.Want) string {
	marks := []string{",", ";", "|"}
	if w == lexicon.WantTexts {
		marks = []string{">", "/", "|", "»"}
	}
	for _, mark := range marks {
		for _, text := range texts {
			parts := strings.Split(text, mark)
			if w == lexicon.WantImages && len(parts) > 1 && !guess.LooksAddress(strings.TrimSpace(parts[1])) {
				continue
			}
			if len(parts) > 1 {
				return mark
			}
		}
	}
	return ""
}

// emptyMarks are the texts among others that stand for no barcode.
func emptyMarks(texts []string, known map[string]bool) []string {
	var marks []string
	for _, text := range texts {
		if mark := quoted(text); known[text] && !slices.Contains(marks, mark) {
			marks = append(marks, mark)
		}
	}
	return marks
}

// unitValue writes a weight in grams or a size in millimetres.
func (b *builder) unitValue(m *guess.Match) string {
	path := scalar(m.From.Place.String())
	said := lexicon.Phrase(strings.Join(m.From.Place.Names(), " ")) + " " + lexicon.PhraseOfText(m.From.Shape.Description)
	scale := func(by int, key string) string {
		m.Note = say(key)
		return flow("at", path, "scale", fmt.Sprint(by))
	}
	has := func(unit lexicon.Set) bool { return b.words.HoldsWhole(unit, said) }
	weight := m.Field.Name == "weight_g"
	switch {
	case weight && has(lexicon.Kilograms):
		return scale(1000, "learn.kilograms")
	case weight && has(lexicon.Grams), !weight && has(lexicon.Millimetres):
		return path
	case !weight && has(lexicon.Centimetres):
		return scale(10, "learn.centimetres")
	case !weight && has(lexicon.Metres):
		return scale(1000, "learn.metres")
	}
	for _, text := range m.From.Texts {
		if strings.Contains(text, ".") { // grams and millimetres are whole
			m.Confidence = min(m.Confidence, 0.6)
			return scale(pick(weight, 1000, 10), pick(weight, "learn.maybe_kilograms", "learn.maybe_centimetres"))
		}
	}
	m.Confidence = min(m.Confidence, 0.6)
	m.Note = say(pick(weight, "learn.maybe_grams", "learn.maybe_millimetres"))
	return path
}

// doubtZone names a zone that nothing tells.
func (b *builder) doubtZone() {
	if !b.times.Told {
		b.lookAt(say("learn.zone_guessed", b.times.Zone))
	}
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
		cover, gallery := m.From, c
		if !m.From.Place.Single() {
			one, many, cover, gallery = many, one, c, m.From
		}
		if among(cover, gallery, b.found.Lists[guess.Products].Rows) {
			m.Note = say("learn.cover_among")
			return many
		}
		m.Note = say("learn.cover_first")
		return flow("at", flowList(one, many))
	}
	return value
}

// among reports whether the cover of each product is among its other pictures, so that it
// would only come twice. Without rows nothing tells.
func among(cover, gallery *guess.Candidate, rows []any) bool {
	for _, row := range rows {
		address := cover.Place.Text(row)
		if address != "" && !slices.ContainsFunc(gallery.Place.In(row), func(v any) bool { return service.Literal(v) == address }) {
			return false
		}
	}
	return len(rows) > 0
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
