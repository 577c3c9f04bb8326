package proposal

import (
	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// testPrices holds the drop price against the retail price. Where each row has them the
// wrong way round the names misled, and they change places.
func (b *builder) testPrices(matches []guess.Match, rows []any, record *service.Shape) []guess.Match {
	drop, rrp := guess.Find(matches, "drop_price"), guess.Find(matches, "rrp")
	if drop != nil && weakly(drop) {
		drop.Note = say("learn.whose_price_asked")
	}
	if drop == nil || rrp == nil {
		return matches
	}
	if weakly(rrp) && rrp.Note.IsZero() {
		rrp.Note = say("learn.whose_price")
	}
	checked, above, below := comparePrices(drop.From, rrp.From, rows)
	detail := say("learn.against", drop.From.Place, rrp.From.Place)
	if above > 0 && below == 0 && above == checked {
		drop.From, rrp.From = rrp.From, drop.From
		drop.Evidence, rrp.Evidence = rrp.Evidence, drop.Evidence
		swapped := say("learn.changed_places", rrp.From.Place, above)
		drop.Confidence, rrp.Confidence = min(drop.Confidence, 0.6), min(rrp.Confidence, 0.6)
		drop.Note, rrp.Note = swapped, swapped
		b.test(say("learn.test_not_above"), checked, 0, say("learn.of", say("learn.against", drop.From.Place, rrp.From.Place), swapped))
		return matches
	}
	if above > 0 {
		drop.Confidence *= 0.5
		rrp.Confidence *= 0.5
		drop.Note = say("learn.above", rrp.From.Place, above, checked)
	} else if checked > 0 {
		drop.Confidence += (guess.Certain - drop.Confidence) * 0.3
		rrp.Confidence += (guess.Certain - rrp.Confidence) * 0.3
		drop.Proven, rrp.Proven = true, true
		drop.Evidence = append(drop.Evidence, say("learn.not_above", rrp.From.Place, checked))
	}
	b.test(say("learn.test_not_above"), checked, above, detail)
	return matches
}

func weakly(m *guess.Match) bool {
	return m.From.Named(m.Field) < 0.65 && m.Field.About.InText(m.From.Shape.Description) < 0.6
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
