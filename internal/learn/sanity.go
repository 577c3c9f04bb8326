package learn

import (
	"fmt"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
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
func (b *builder) testPrices(matches []match, rows []any, record *shape) []match {
	drop, rrp := find(matches, "drop_price"), find(matches, "rrp")
	if drop != nil && weakly(drop) {
		drop.note = "a name that does not say whose price it is: is it what you pay?"
	}
	if drop == nil || rrp == nil {
		return matches
	}
	if weakly(rrp) && rrp.note == "" {
		rrp.note = "a name that does not say whose price it is"
	}
	checked, above, below := comparePrices(drop.from, rrp.from, rows)
	detail := fmt.Sprintf("%s against %s", drop.from.place, rrp.from.place)
	if above > 0 && below == 0 && above == checked {
		drop.from, rrp.from = rrp.from, drop.from
		drop.evidence, rrp.evidence = rrp.evidence, drop.evidence
		note := fmt.Sprintf("changed places: %s, which the names spoke for, is higher in all %d rows", rrp.from.place, above)
		drop.confidence, rrp.confidence = min(drop.confidence, 0.6), min(rrp.confidence, 0.6)
		drop.note, rrp.note = note, note
		b.test("drop_price is not above rrp", checked, 0, fmt.Sprintf("%s against %s: %s", drop.from.place, rrp.from.place, note))
		return matches
	}
	if above > 0 {
		drop.confidence *= 0.5
		rrp.confidence *= 0.5
		drop.note = fmt.Sprintf("above %s in %d of %d rows", rrp.from.place, above, checked)
	} else if checked > 0 {
		drop.confidence += (certain - drop.confidence) * 0.3
		rrp.confidence += (certain - rrp.confidence) * 0.3
		drop.evidence = append(drop.evidence, fmt.Sprintf("not above %s in %d rows", rrp.from.place, checked))
	}
	b.test("drop_price is not above rrp", checked, above, detail)
	return matches
}

func weakly(m *match) bool {
	return m.field.Names.OfName(m.from.place.names()) < 0.65 && m.field.About.InText(m.from.shape.description) < 0.6
}

// comparePrices counts the rows in which a is above or below b.
func comparePrices(a, b *candidate, rows []any) (checked, above, below int) {
	for _, row := range rows {
		x, _, okX := amountText(a.place.text(row))
		y, _, okY := amountText(b.place.text(row))
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
func (b *builder) testProducts(matches []match, variants *variantsFound, l *listing) {
	if len(l.rows) == 0 {
		return
	}
	if m := find(matches, "id"); m != nil {
		b.test("id is there and unique", len(l.rows), len(l.rows)-distinct(m.from.texts), m.from.place.String())
	}
	b.testSKUs(matches, variants, l)
	b.testValues(matches, "drop_price", "drop_price is money", looksMoney)
	b.testValues(matches, "rrp", "rrp is money", looksMoney)
	b.testValues(matches, "barcode", "barcode has the right check digit", looksBarcode)
	b.testValues(matches, "images", "images are addresses", looksAddress)
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
func (b *builder) testSKUs(matches []match, variants *variantsFound, l *listing) {
	outer, where, inner := find(matches, "sku"), "", (*match)(nil)
	if outer != nil {
		where = outer.from.place.String()
	}
	if variants != nil {
		inner = find(variants.matches, "sku")
	}
	if inner == nil && outer == nil {
		return
	}
	sold := 0
	var texts []string
	add := func(m *match, row any) {
		if sold++; m == nil {
			return
		}
		if text := m.from.place.text(row); text != "" {
			texts = append(texts, text)
		}
	}
	for _, row := range l.rows {
		var elements []any
		if inner != nil {
			elements = variants.list.place.to(step{kind: toEach}).in(row)
			where = variants.list.place.String() + "[]." + inner.from.place.String()
		}
		for _, element := range elements {
			if text := inner.from.place.text(element); text == "" && outer != nil {
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

func (b *builder) testValues(matches []match, field, name string, check func(string) bool) {
	if m := find(matches, field); m != nil {
		known := m.from.known(m.field)
		b.test(name, len(known), len(known)-passing(known, check), m.from.place.String())
	}
}

// testTiers checks that tiers fall while their quantities rise.
func (b *builder) testTiers(l *listing) {
	checked, failed, where := 0, 0, ""
	for _, m := range l.record.members {
		record := recordsOf(m.shape)
		if record == nil || m.keyed || !b.words.Has(lexicon.Tiers, lexicon.Phrase(m.name)) {
			continue
		}
		inner := assign(b.words.Fields(lexicon.Tier), candidates(record, nil))
		quantity, price := find(inner, "min_quantity"), find(inner, "price")
		if quantity == nil || price == nil {
			continue
		}
		where = m.name
		for _, row := range l.rows {
			records := rowsAt(row, place{{name: m.name}})
			if len(records) > 1 {
				checked++
				failed += pick(falling(records, quantity.from.place, price.from.place), 0, 1)
			}
		}
	}
	b.test("tiers fall with the quantity", checked, failed, where)
}

func falling(records []any, quantity, price place) bool {
	type tier struct{ from, price money.Amount }
	var tiers []tier
	for _, record := range records {
		from, _, okFrom := amountText(quantity.text(record))
		amount, _, okAmount := amountText(price.text(record))
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
func (b *builder) testOrders(matches []match, where string) {
	for _, t := range []struct {
		field, name string
		check       func(string) bool
	}{
		{"recipient_phone", "phones look like +380…", looksPhone},
		{"waybill_number", "waybills have 14 digits", waybill14},
	} {
		m := find(matches, t.field)
		if m == nil || m.from.rows == 0 {
			continue
		}
		detail := strings.TrimSpace(where + " " + m.from.place.String())
		if t.field == "waybill_number" {
			detail += "; other carriers than Nova Poshta have others"
		}
		b.test(t.name, len(m.from.texts), len(m.from.texts)-passing(m.from.texts, t.check), detail)
	}
}
