package proposal

import (
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// people are the fields of the recipient, and places those of where the parcel goes. One
// order has one recipient at one place: both come from one part of a record.
var (
	people = []string{"recipient_name", "recipient_last_name", "recipient_first_name", "recipient_middle_name", "recipient_phone", "recipient_email"}
	places = []string{"city", "city_ref", "branch_number", "branch_ref", "address", "region", "district", "postal_code"}
)

// assignOrder chooses the places of an order's fields, the recipient's and those of the
// parcel's way from one part of the record.
func (b *builder) assignOrder(r guess.Role, fields []lexicon.Field, all []*guess.Candidate) []guess.Match {
	if r == guess.Orders {
		b.leaveOthers(all, fields, people, b.leaveOthers(all, fields, places, ""))
	}
	if r == guess.Orders {
		return b.ownNumber(guess.Assign(fields, all), all)
	}
	called := b.calledByOrders(all, recordOf[r])
	others := slices.DeleteFunc(slices.Clone(fields), func(f lexicon.Field) bool { return guess.Find(called, f.Name) != nil })
	return append(called, guess.Assign(others, all)...)
}

// recordOf are the records of the lists that name orders.
var recordOf = map[guess.Role]lexicon.Record{guess.Shipments: lexicon.Shipment, guess.Ledger: lexicon.Entry}

// leaveOthers keeps the fields of one kind to the part of a record that speaks most for
// them: the others, such as a payer's address, are somebody else's. It gives that part; a
// part that is given already is taken where it has such fields too.
func (b *builder) leaveOthers(all []*guess.Candidate, fields []lexicon.Field, names []string, given string) string {
	of, weights := homesOf(all, fields, names)
	home := b.heaviest(weights)
	if given != "" && weights[given] >= 0.5*weights[home] {
		home = given
	}
	for c, own := range of {
		if own != home && (own != "" || b.ofOthers(home)) || own != home && b.ofOthers(own) {
			c.Used = c.Used || !b.alsoOf(c, home)
		}
	}
	b.leaveFlatOthers(of, home, fields, names)
	return home
}

// leaveFlatOthers leaves members of the record itself that are called like somebody else's,
// such as customer_name, for the fields that the chosen part has of its own.
func (b *builder) leaveFlatOthers(of map[*guess.Candidate]string, home string, fields []lexicon.Field, names []string) {
	if home == "" || b.ofOthers(home) {
		return
	}
	for _, f := range fields {
		if !slices.Contains(names, f.Name) || !slices.ContainsFunc(slices.Collect(maps.Keys(of)), func(c *guess.Candidate) bool { return of[c] == home && !c.Used && c.Score(f).Confidence >= 0.5 }) {
			continue
		}
		for c, own := range of {
			if own == "" && len(c.Place) == 1 && b.ofOthers(c.Place[0].Name) && c.Score(f).Confidence >= 0.5 {
				c.Used = true
			}
		}
	}
}

// homesOf are the parts of a record that candidates of the fields stand in, and how much each
// part speaks for all of them.
func homesOf(all []*guess.Candidate, fields []lexicon.Field, names []string) (of map[*guess.Candidate]string, weights map[string]float64) {
	of, weights = map[*guess.Candidate]string{}, map[string]float64{}
	for _, f := range fields {
		if !slices.Contains(names, f.Name) {
			continue
		}
		best := map[string]float64{}
		for _, c := range all {
			if m := c.Score(f); !c.Used && m.Confidence >= 0.5 {
				home := homeOf(c)
				of[c] = home
				best[home] = max(best[home], m.Confidence)
			}
		}
		for home, weight := range best {
			weights[home] += weight
		}
	}
	return of, weights
}

// heaviest is the part that speaks most; one that is somebody else's counts little.
func (b *builder) heaviest(weights map[string]float64) string {
	home, most := "", 0.0
	for name, weight := range weights {
		if b.ofOthers(name) {
			weight *= 0.3
		}
		if weight > most || weight == most && name < home {
			home, most = name, weight
		}
	}
	return home
}

// homeOf is the part of a record, one of its members, that a place stands in; "" is the
// record itself.
func homeOf(c *guess.Candidate) string {
	if len(c.Place) < 2 {
		return ""
	}
	return c.Place[0].Name
}

// ofOthers reports whether a part of a record is about somebody else than the recipient.
func (b *builder) ofOthers(name string) bool {
	first, _, _ := strings.Cut(lexicon.Phrase(name), " ")
	return name != "" && (b.words.Has(lexicon.OtherPeople, lexicon.Phrase(name)) || b.words.Has(lexicon.OtherPeople, first))
}

// alsoOf reports whether a place outside the chosen part belongs to it all the same: what
// stands in the record itself, or in another part that is nobody else's, such as a carrier's.
func (b *builder) alsoOf(c *guess.Candidate, home string) bool {
	own := homeOf(c)
	return !b.ofOthers(own) && (own == "" || home == "")
}

// ownNumber takes the place of the client's own number from the request of a new order,
// where the orders that are read have it at the same place and do not say so, or only call it
// a number.
func (b *builder) ownNumber(matches []guess.Match, all []*guess.Candidate) []guess.Match {
	create := b.found.Operations[guess.CreateOrder]
	if guess.Find(matches, "external_id") != nil || create == nil || create.Request == nil {
		return matches
	}
	sent := guess.Find(guess.Assign(b.words.Fields(lexicon.NewOrder), guess.Candidates(create.Request, nil)), "external_id")
	if sent == nil {
		return matches
	}
	place := sent.From.Place.String()
	for _, c := range all {
		numbered := slices.IndexFunc(matches, func(m guess.Match) bool { return m.From == c && m.Field.Name == "number" })
		if own := c.Place.String(); c.Used && numbered < 0 || c.List || own != place && !strings.HasSuffix(place, "."+own) {
			continue
		}
		if numbered >= 0 {
			matches = slices.Delete(matches, numbered, numbered+1)
		}
		c.Used = true
		return append(matches, guess.Match{Field: b.words.Field(lexicon.Order, "external_id"), From: c, Confidence: min(0.85, sent.Confidence),
			Evidence: guess.Evidence{say("learn.same_place")}})
	}
	return matches
}

// foreignState reports whether a state stands in an object that has one of its own: the
// status of a payment is not that of its order.
func (b *builder) foreignState(m *guess.Match) bool {
	if m.Field.Name != "status" && m.Field.Name != "state" {
		return false
	}
	names := m.From.Place.Names()
	leaf := strings.Fields(lexicon.Phrase(names[len(names)-1]))
	if m.Field.Name == "status" && len(leaf) > 1 && b.words.Has(lexicon.OtherStates, leaf[0]) {
		return true
	}
	return len(names) > 1 && m.Field.Name == "status" && b.words.Has(lexicon.OtherStates, lexicon.Phrase(names[len(names)-2]))
}

// sameForAll reports whether several rows have one and the same value, as a place that is
// not used has.
func sameForAll(c *guess.Candidate) bool {
	return c.Rows > 1 && len(c.Texts) > 1 && distinct(c.Texts) == 1
}

// ofDeciding are the fields that decide money, state or place: without proof on rows none of
// them is proposed as if it were sure.
var ofDeciding = map[string]bool{
	"drop_price": true, "rrp": true, "price": true, "cod_amount": true, "amount": true, "total_drop": true, "total_retail": true, "total_cod": true, "total_profit": true,
	"status": true, "state": true, "kind": true, "payment_method": true, "carrier": true, "delivery_type": true, "availability": true,
	"city": true, "city_ref": true, "branch_number": true, "branch_ref": true, "address": true, "region": true, "district": true, "postal_code": true,
}

// mostUnproven is how sure such a field is at most.
const mostUnproven = 0.9

// mostAsRead is how sure a line of a new order is at most that only orders that are read speak
// for.
const mostAsRead = 0.6

// placeOnly is a place without the record around it.
func placeOnly(p service.Place) string { return strings.ReplaceAll(p.String(), "[]", "[0]") }
