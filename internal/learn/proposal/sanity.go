package proposal

import (
	"fmt"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/money"
)

// Test is one test of a proposal against real rows.
type Test struct {
	Name    string `json:"name"`
	OK      bool   `json:"ok"`
	Checked int    `json:"checked"`
	Failed  int    `json:"failed"`
	Detail  string `json:"detail"`
}

func (b *builder) test(name string, checked, failed int, detail string) {
	if checked > 0 {
		b.tests = append(b.tests, Test{name, failed == 0, checked, failed, detail})
	}
}

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

// testProducts puts the other fields to their tests.
func (b *builder) testProducts(matches []guess.Match, variants *variantsFound, l *service.Listing) {
	if len(l.Rows) == 0 {
		return
	}
	if m := guess.Find(matches, "id"); m != nil {
		b.test("id is there and unique", len(l.Rows), len(l.Rows)-distinct(m.From.Texts), m.From.Place.String())
	}
	b.testSKUs(matches, variants, l)
	b.testValues(matches, "drop_price", "drop_price is money", guess.LooksMoney)
	b.testValues(matches, "rrp", "rrp is money", guess.LooksMoney)
	b.testValues(matches, "barcode", "barcode has the right check digit", guess.LooksBarcode)
	b.testValues(matches, "images", "images are addresses", guess.LooksAddress)
	b.testTiers(l)
}

func distinct(texts []string) int {
	seen := map[string]bool{}
	for _, text := range texts {
		seen[text] = true
	}
	return len(seen)
}

// testSKUs looks at what is sold: variants where a product has some, else the product.
func (b *builder) testSKUs(matches []guess.Match, variants *variantsFound, l *service.Listing) {
	outer, where, inner := guess.Find(matches, "sku"), "", (*guess.Match)(nil)
	if outer != nil {
		where = outer.From.Place.String()
	}
	if variants != nil {
		inner = guess.Find(variants.matches, "sku")
	}
	if inner == nil && outer == nil {
		return
	}
	sold := 0
	var texts []string
	add := func(m *guess.Match, row any) {
		if sold++; m == nil {
			return
		}
		if text := m.From.Place.Text(row); text != "" {
			texts = append(texts, text)
		}
	}
	for _, row := range l.Rows {
		var elements []any
		if inner != nil {
			elements = variants.list.Place.To(service.Step{Kind: service.ToEach}).In(row)
			where = variants.list.Place.String() + "[]." + inner.From.Place.String()
		}
		for _, element := range elements {
			if text := inner.From.Place.Text(element); text == "" && outer != nil {
				add(outer, row) // a variant without one has its product's
				continue
			}
			add(inner, element)
		}
		if len(elements) == 0 {
			add(outer, row)
		}
	}
	b.test("sku is there and unique", sold, sold-distinct(texts), where)
}

func (b *builder) testValues(matches []guess.Match, field, name string, check func(string) bool) {
	if m := guess.Find(matches, field); m != nil {
		known := m.From.Known(m.Field)
		b.test(name, len(known), len(known)-guess.Passing(known, check), m.From.Place.String())
	}
}

// testTiers checks that tiers fall while their quantities rise.
func (b *builder) testTiers(l *service.Listing) {
	checked, failed, where := 0, 0, ""
	for _, m := range l.Record.Members {
		record := service.RecordsOf(m.Shape)
		if record == nil || m.Keyed || !b.words.Has(lexicon.Tiers, lexicon.Phrase(m.Name)) {
			continue
		}
		inner := guess.Assign(b.words.Fields(lexicon.Tier), guess.Candidates(record, nil))
		quantity, price := guess.Find(inner, "min_quantity"), guess.Find(inner, "price")
		if quantity == nil || price == nil {
			continue
		}
		where = m.Name
		for _, row := range l.Rows {
			records := service.RowsAt(row, service.Place{{Name: m.Name}})
			if len(records) > 1 {
				checked++
				failed += pick(falling(records, quantity.From.Place, price.From.Place), 0, 1)
			}
		}
	}
	b.test("tiers fall with the quantity", checked, failed, where)
}

func falling(records []any, quantity, price service.Place) bool {
	type tier struct{ from, price money.Amount }
	var tiers []tier
	for _, record := range records {
		from, _, okFrom := guess.Amount(quantity.Text(record))
		amount, _, okAmount := guess.Amount(price.Text(record))
		if !okFrom || !okAmount {
			return false
		}
		tiers = append(tiers, tier{from, amount})
	}
	for _, a := range tiers {
		for _, b := range tiers {
			if a.from.Cmp(b.from) < 0 && a.price.Cmp(b.price) < 0 {
				return false
			}
		}
	}
	return true
}

// testOrders puts phones and waybills to their tests.
func (b *builder) testOrders(matches []guess.Match, where string) {
	for _, t := range []struct {
		field, name string
		check       func(string) bool
	}{
		{"recipient_phone", "phones look like +380…", guess.LooksPhone},
		{"waybill_number", "waybills have 14 digits", guess.Has14Digits},
	} {
		m := guess.Find(matches, t.field)
		if m == nil || m.From.Rows == 0 {
			continue
		}
		detail := strings.TrimSpace(where + " " + m.From.Place.String())
		if t.field == "waybill_number" {
			detail += "; other carriers than Nova Poshta have others"
		}
		b.test(t.name, len(m.From.Texts), len(m.From.Texts)-guess.Passing(m.From.Texts, t.check), detail)
	}
}
