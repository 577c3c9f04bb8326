package proposal

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// marks are an amount with each of the decimal marks that occur, "" for one that does not.
type marks struct{ comma, point string }

// take adds the marks of amounts. A number of JSON has none that a mapping would name.
func (m *marks) take(c *guess.Candidate) {
	if !c.Shape.Has(service.IsText) {
		return
	}
	for _, text := range c.Texts {
		switch _, mark, ok := guess.Amount(text); {
		case !ok:
		case mark == ",":
			m.comma = text
		case strings.ContainsRune(text, '.') && !strings.ContainsRune(text, ','):
			m.point = text
		}
	}
}

// amountsOf are the records with amounts that lists of a role hold, their own and those
// inside them.
var amountsOf = map[guess.Role][]lexicon.Record{
	guess.Products: {lexicon.Product, lexicon.Tier}, guess.Orders: {lexicon.Order, lexicon.OrderItem},
	guess.Shipments: {lexicon.Shipment}, guess.Ledger: {lexicon.Entry},
}

// findMarks looks at all amounts of the service: a list that shows one mark alone may have
// had no other amounts to show, and what one of its lists writes the others may.
func (b *builder) findMarks() {
	for role, records := range amountsOf {
		l := b.found.Lists[role]
		if l == nil {
			continue
		}
		for _, c := range guess.Candidates(l.Record, l.Rows) {
			if !c.List && b.namesAmount(c, records) {
				b.marks.take(c)
			}
		}
	}
}

// namesAmount reports whether a place is called like an amount of one of the records.
func (b *builder) namesAmount(c *guess.Candidate, records []lexicon.Record) bool {
	for _, record := range records {
		for _, f := range b.words.Fields(record) {
			if f.Want == lexicon.WantMoney && (c.Named(f) > 0 || f.About.InText(c.Shape.Description) > 0) {
				return true
			}
		}
	}
	return false
}

// moneyValue adds the decimal mark or the minor units.
func (b *builder) moneyValue(m *guess.Match, path string) string {
	c := m.From
	if by := b.minorUnits(c); by != "" {
		m.Note = say(by)
		return flow("at", path, "minor", "2")
	}
	mark := b.decimalOf(c)
	if mark == "" {
		return path
	}
	if mark == "either" {
		m.Note = say("learn.both_marks")
	}
	return flow("at", path, "decimal", mark)
}

// decimalOf is the decimal mark that a mapping has to name of places with amounts, as YAML;
// "" where it needs none.
func (b *builder) decimalOf(places ...*guess.Candidate) string {
	all, grouped := b.marks, false
	for _, c := range places {
		all.take(c)
		grouped = grouped || hasMark(c, ".")
	}
	numbers := !slices.ContainsFunc(places, func(c *guess.Candidate) bool { return c.Shape.Has(service.IsText) })
	switch {
	case numbers:
		return ""
	case all.comma != "" && all.point != "":
		return "either"
	case all.comma != "":
		return quoted(",")
	case grouped:
		return quoted(".")
	}
	return ""
}

// minorUnits is the key of what says of a place that its whole numbers are minor units, ""
// where nothing does.
func (b *builder) minorUnits(c *guess.Candidate) string {
	names := lexicon.Phrase(strings.Join(c.Place.Names(), " "))
	said := names + " " + lexicon.PhraseOfText(c.Shape.Description)
	for _, word := range b.words.Words(lexicon.MinorUnits) {
		if c.Shape.Is(service.IsWhole) && strings.Contains(said, word) {
			return pick(strings.Contains(names, word), "learn.minor_by_name", "learn.minor_by_description")
		}
	}
	return ""
}

// hasMark reports whether an amount is written with more than digits and a point, so that
// the mark has to be named.
func hasMark(c *guess.Candidate, mark string) bool {
	for _, text := range c.Texts {
		if _, own, ok := guess.Amount(text); ok && own == mark {
			return true
		}
	}
	return false
}
