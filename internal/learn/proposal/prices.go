package proposal

import (
	"fmt"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// testPrices holds the drop price against the retail price. Where each row has them the
// wrong way round the names misled, and they change places.
func (b *builder) testPrices(matches []guess.Match, rows []any, record *service.Shape) []guess.Match {
	drop, rrp := guess.Find(matches, "drop_price"), guess.Find(matches, "rrp")
	if drop != nil && weakly(drop) {
		drop.Note = "a name that does not say whose price it is: is it what you pay?"
	}
	if drop == nil || rrp == nil {
		return matches
	}
	if weakly(rrp) && rrp.Note == "" {
		rrp.Note = "a name that does not say whose price it is"
	}
	checked, above, below := comparePrices(drop.From, rrp.From, rows)
	detail := fmt.Sprintf("%s against %s", drop.From.Place, rrp.From.Place)
	if above > 0 && below == 0 && above == checked {
		drop.From, rrp.From = rrp.From, drop.From
		drop.Evidence, rrp.Evidence = rrp.Evidence, drop.Evidence
		note := fmt.Sprintf("changed places: %s, which the names spoke for, is higher in all %d rows", rrp.From.Place, above)
		drop.Confidence, rrp.Confidence = min(drop.Confidence, 0.6), min(rrp.Confidence, 0.6)
		drop.Note, rrp.Note = note, note
		b.test("drop_price is not above rrp", checked, 0, fmt.Sprintf("%s against %s: %s", drop.From.Place, rrp.From.Place, note))
		return matches
	}
	if above > 0 {
		drop.Confidence *= 0.5
		rrp.Confidence *= 0.5
		drop.Note = fmt.Sprintf("above %s in %d of %d rows", rrp.From.Place, above, checked)
	} else if checked > 0 {
		drop.Confidence += (guess.Certain - drop.Confidence) * 0.3
		rrp.Confidence += (guess.Certain - rrp.Confidence) * 0.3
		drop.Proven, rrp.Proven = true, true
		drop.Evidence = append(drop.Evidence, fmt.Sprintf("not above %s in %d rows", rrp.From.Place, checked))
	}
	b.test("drop_price is not above rrp", checked, above, detail)
	return matches
}

func weakly(m *guess.Match) bool {
	return m.Field.Names.OfName(m.From.Place.Names()) < 0.65 && m.Field.About.InText(m.From.Shape.Description) < 0.6
}

// comparePrices counts the rows in which a is above or below b.
func comparePrices(a, b *guess.Candidate, rows []any) (checked, above, below int) {
	for _, row := range rows {
		x, _, okX := guess.Amount(a.Place.Text(row))
		y, _, okY := guess.Amount(b.Place.Text(row))
		if !okX || !okY || x.Sign() <= 0 || y.Sign() <= 0 {
			continue
		}
		checked++
		switch x.Cmp(y) {
		case 1:
			above++
		case -1:
			below++
		}
	}
	return checked, above, below
}
