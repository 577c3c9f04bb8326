package proposal

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// testProducts puts the other fields to their tests.
func (b *builder) testProducts(matches []guess.Match, variants *variantsFound, l *service.Listing) {
	if len(l.Rows) == 0 {
		return
	}
	if m := guess.Find(matches, "id"); m != nil {
		b.test(say("learn.test_id"), len(l.Rows), len(l.Rows)-distinct(m.From.Texts), wording.Literal(m.From.Place.String()))
	}
	b.testSKUs(matches, variants, l)
	b.testValues(matches, "drop_price", "learn.test_drop_price", guess.LooksMoney)
	b.testValues(matches, "rrp", "learn.test_rrp", guess.LooksMoney)
	b.testValues(matches, "barcode", "learn.test_barcode", guess.LooksBarcode)
	b.testValues(matches, "images", "learn.test_images", guess.LooksAddress)
	b.testTiers(l)
}

func distinct(texts []string) int {
	seen := map[string]bool{}
	for _, text := range texts {
		seen[text] = true
	}
	return len(seen)
}

func (b *builder) testValues(matches []guess.Match, field, key string, check func(string) bool) {
	if m := guess.Find(matches, field); m != nil {
		known := m.From.Known(m.Field)
		b.test(say(key), len(known), len(known)-guess.Passing(known, check), wording.Literal(m.From.Place.String()))
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
	b.test(say("learn.test_tiers"), checked, failed, wording.Literal(where))
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
		field, key string
		check      func(string) bool
	}{
		{"recipient_phone", "learn.test_phones", guess.LooksPhone},
		{"waybill_number", "learn.test_waybills", guess.OfKnownCarrier},
	} {
		m := guess.Find(matches, t.field)
		if m == nil || m.From.Rows == 0 {
			continue
		}
		detail := wording.Literal(strings.TrimSpace(where + " " + m.From.Place.String()))
		if t.field == "waybill_number" {
			detail = say("learn.other_carriers", detail)
		}
		b.test(say(t.key), len(m.From.Texts), len(m.From.Texts)-guess.Passing(m.From.Texts, t.check), detail)
	}
}

// testSKUs looks at what is sold: variants where a product has some, else the product.
func (b *builder) testSKUs(matches []guess.Match, variants *variantsFound, l *service.Listing) {
	outer, inner := guess.Find(matches, "sku"), (*guess.Match)(nil)
	if variants != nil {
		inner = guess.Find(variants.matches, "sku")
	}
	var skus []string // of all that is sold, "" where it has none
	where := ""
	switch {
	case inner != nil:
		where = variants.list.Place.String() + "[]." + inner.From.Place.String()
		for _, row := range l.Rows {
			skus = append(skus, skusOf(row, variants, inner, outer)...)
		}
	case outer != nil:
		where = outer.From.Place.String()
		for _, row := range l.Rows {
			skus = append(skus, outer.From.Place.Text(row))
		}
	}
	known := slices.DeleteFunc(slices.Clone(skus), func(sku string) bool { return sku == "" })
	b.test(say("learn.test_sku"), len(skus), len(skus)-distinct(known), wording.Literal(where))
}

// skusOf are those of a product's variants, the product's own where a variant has none or
// where there are no variants.
func skusOf(row any, variants *variantsFound, inner, outer *guess.Match) []string {
	own := ""
	if outer != nil {
		own = outer.From.Place.Text(row)
	}
	elements := variants.list.Place.To(service.Step{Kind: service.ToEach}).In(row)
	if len(elements) == 0 {
		return []string{own}
	}
	var skus []string
	for _, element := range elements {
		skus = append(skus, cmp.Or(inner.From.Place.Text(element), own))
	}
	return skus
}
