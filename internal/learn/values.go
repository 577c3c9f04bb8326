package learn

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
)

// timesFound is how the service writes points in time.
type timesFound struct {
	notation string // rfc3339, epoch, epoch_ms or a layout
	evidence string
	zone     string // of times that are written without one
	why      string
	told     bool // whether zone is more than a guess
}

// findTimes takes the notation that most fields of time have.
func findTimes(f found) timesFound {
	count, example := map[string]int{}, map[string]string{}
	for _, r := range listRoles {
		l := f.lists[r.role]
		if l == nil {
			continue
		}
		for _, m := range assign(f.words.Fields(r.record), candidates(l.record, l.rows)) {
			if m.field.Want != lexicon.WantTime {
				continue
			}
			if notation := notationOf(m.from); notation != "" {
				count[notation]++
				example[notation] = m.from.place.String() + pick(len(m.from.texts) > 0, " such as "+first(m.from.texts), " by its format")
			}
		}
	}
	out := timesFound{notation: "rfc3339", evidence: "guessed: no point in time was seen"}
	out.zone, out.why, out.told = findZone(f)
	best := ""
	for _, notation := range sortedKeys(count) {
		if best == "" || count[notation] > count[best] {
			best = notation
		}
	}
	if best != "" {
		out.notation, out.evidence = best, clean(example[best], 80)
	}
	return out
}

func first(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	return texts[0]
}

func notationOf(c *candidate) string {
	for _, text := range c.texts {
		if notation := timeNotation(text); notation != "" {
			return notation
		}
	}
	switch {
	case strings.HasPrefix(c.shape.format, "date-time"):
		return "rfc3339"
	case c.shape.format == "date":
		return "YYYY-MM-DD"
	case c.shape.is(isWhole):
		return "epoch"
	}
	return ""
}

// value is the file's line for times.
func (t timesFound) value() (value, note string) {
	if withZone(t.notation) {
		return t.notation, t.evidence
	}
	return flow("layout", quoted(t.notation), "zone", t.zone), t.evidence + "; " + t.why
}

// value writes the line of a match: its path, with the converters that its values need.
func (b *builder) value(m *match) string {
	c := m.from
	path := scalar(c.place.String())
	switch m.field.Want {
	case lexicon.WantMoney:
		return b.moneyValue(m, path)
	case lexicon.WantTime:
		if notation := notationOf(c); notation != "" && notation != b.times.notation {
			if !withZone(notation) {
				b.doubtZone()
				return flow("at", path, "layout", quoted(notation), "zone", b.times.zone)
			}
			return flow("at", path, "layout", notation)
		}
	case lexicon.WantWhole:
		if !c.place.single() {
			m.note = "the sum over all of them"
			return flow("at", path, "sum", "true")
		}
	case lexicon.WantImages, lexicon.WantTexts, lexicon.WantWaybills:
		return manyValue(m)
	case lexicon.WantBarcode:
		if absent := emptyMarks(c.texts, m.field.Absent); len(absent) > 0 {
			return flow("at", path, "absent", flowList(absent...))
		}
	}
	return path
}

// moneyValue adds the decimal mark or the minor units.
func (b *builder) moneyValue(m *match, path string) string {
	c := m.from
	names := lexicon.Phrase(strings.Join(c.place.names(), " "))
	said := names + " " + lexicon.PhraseOfText(c.shape.description)
	whole := c.shape.is(isWhole)
	for _, word := range b.words.Words(lexicon.MinorUnits) {
		if whole && strings.Contains(said, word) {
			m.note = "whole minor units, by its " + pick(strings.Contains(names, word), "name", "description")
			return flow("at", path, "minor", "2")
		}
	}
	marked := ""
	for _, text := range c.texts {
		if _, mark, ok := amountText(text); ok && (mark == "," || marked == "") {
			marked = pick(mark != "", mark, marked)
		}
	}
	if marked != "" {
		return flow("at", path, "decimal", quoted(marked))
	}
	return path
}

// manyValue writes a place of several texts.
func manyValue(m *match) string {
	c := m.from
	at := c.place
	if len(at) > 1 && at[len(at)-1].kind == toEach {
		at = at[:len(at)-1] // a list of texts is named by itself
	}
	path := scalar(at.String())
	if len(at) != len(c.place) || !c.place.single() {
		return path
	}
	if mark := separator(c.texts, m.field.Want); mark != "" {
		m.note = fmt.Sprintf("one text with %q between", mark)
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
			if w == lexicon.WantImages && len(parts) > 1 && !looksAddress(strings.TrimSpace(parts[1])) {
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
func (b *builder) unitValue(m *match) string {
	path := scalar(m.from.place.String())
	said := lexicon.Phrase(strings.Join(m.from.place.names(), " ")) + " " + lexicon.PhraseOfText(m.from.shape.description)
	scale := func(by int, why string) string {
		m.note = why
		return flow("at", path, "scale", fmt.Sprint(by))
	}
	has := func(unit lexicon.Set) bool { return b.words.HoldsWhole(unit, said) }
	weight := m.field.Name == "weight_g"
	switch {
	case weight && has(lexicon.Kilograms):
		return scale(1000, "kilograms, as is said of it")
	case weight && has(lexicon.Grams), !weight && has(lexicon.Millimetres):
		return path
	case !weight && has(lexicon.Centimetres):
		return scale(10, "centimetres, as is said of it")
	case !weight && has(lexicon.Metres):
		return scale(1000, "metres, as is said of it")
	}
	for _, text := range m.from.texts {
		if strings.Contains(text, ".") { // grams and millimetres are whole
			m.confidence = min(m.confidence, 0.6)
			return scale(pick(weight, 1000, 10), "taken for "+pick(weight, "kilograms", "centimetres")+", as it has fractions: compare with a real product")
		}
	}
	m.confidence = min(m.confidence, 0.6)
	m.note = "taken for " + pick(weight, "grams", "millimetres") + ": compare with a real product"
	return path
}
