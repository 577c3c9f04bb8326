package learn

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
)

// createOrder proposes the body of a new order from the request's schema.
func (b *builder) createOrder(o *operation) {
	s := b.section(string(createOrder), o.String())
	s.at.add("request", o.String(), "from "+clean(o.source, 80))
	s.created(o)
	if o.request == nil || len(o.request.members) == 0 {
		s.lacks(s.at, "body", "{external_id: PATH, …}", "the document does not say what the body of a new order is")
		return
	}
	all := candidates(o.request, nil)
	items := takeItems(all, b.words)
	for _, c := range all {
		if !c.place.single() { // a path of the body cannot go through a list
			c.used = true
		}
	}
	bodyFields := b.words.Fields(lexicon.NewOrder)
	matches := assign(bodyFields, all)
	s.splitName(matches)
	body := &node{key: "body"}
	var without []string
	for _, f := range bodyFields {
		m := find(matches, f.Name)
		switch {
		case m != nil && f.States != nil:
			s.bodyStateLine(body, m)
		case m != nil:
			s.put(body, "", *m, b.bodyValue(m))
		case f.Needed:
			s.lacks(body, f.Name, "PATH", "nothing in the request looks like it: write its place")
		case slices.Contains(everyOrder, f.Name):
			s.lacks(body, f.Name, gap(f.Name), "every order has one, and nothing in the request looks like it: write its place, or {skip: true} where the supplier needs none")
		case goesWithOthers[f.Name]:
		case f.Name != "recipient_name" || find(matches, "recipient_last_name") == nil:
			without = append(without, f.Name)
		}
		if f.Name == "external_id" {
			s.bodyItems(body, items)
		}
	}
	s.needRecipient(body, matches)
	s.constants(o.request, all, matches, items)
	s.at.kids = append(s.at.kids, body)
	if len(without) > 0 {
		body.remark("no place in the request: " + strings.Join(without, ", ") + "; an order with one is refused, `NAME: {skip: true}` leaves it out on purpose")
	}
}

// everyOrder are values that each order has beside those that a mapping must have a line
// for: without a line every order would be refused.
var everyOrder = []string{"carrier", "delivery_type", "city", "payment_method"}

// goesWithOthers are values that a mapping without a line for them sends with the city or
// the address.
var goesWithOthers = map[string]bool{"region": true, "district": true, "postal_code": true}

// gap is a line that a person has to fill in.
func gap(name string) string {
	if words := bodyGaps[name]; words != "" {
		return flow("at", "PATH_OF_"+name, "map", words)
	}
	return "PATH_OF_" + name
}

func (s *section) needRecipient(body *node, matches []match) {
	if find(matches, "recipient_phone") == nil {
		s.lacks(body, "recipient_phone", "PATH", "an order needs the phone, and nothing in the request looks like it")
	}
	if find(matches, "recipient_name") == nil && (find(matches, "recipient_last_name") == nil || find(matches, "recipient_first_name") == nil) {
		s.lacks(body, "recipient_name", "PATH", "an order needs the name, and nothing in the request looks like it")
	}
}

func (s *section) splitName(matches []match) {
	if find(matches, "recipient_last_name") == nil || find(matches, "recipient_first_name") == nil {
		return
	}
	parts := "last first"
	if find(matches, "recipient_middle_name") != nil {
		parts += " middle"
	}
	s.at.add("split_name", parts, "for files that have the whole name only")
}

func (s *section) bodyItems(body *node, c *candidate) {
	if c == nil {
		s.lacks(body, "items", "{at: PATH, fields: {sku: PATH, quantity: PATH}}", "no list of items was found in the request")
		return
	}
	items := body.add("items", "", "")
	items.add("at", scalar(c.place.String()), "")
	fields := items.add("fields", "", "")
	matches := assign(s.b.words.Fields(lexicon.NewItem), candidates(c.shape.element, nil))
	for _, f := range s.b.words.Fields(lexicon.NewItem) {
		m := find(matches, f.Name)
		switch {
		case m != nil:
			s.put(fields, "items.", *m, s.b.bodyValue(m))
		case f.Needed:
			s.lacks(fields, f.Name, "PATH", "nothing in an item of the request looks like it")
		}
	}
	for _, member := range c.shape.element.members {
		if member.required && !slices.ContainsFunc(matches, func(m match) bool { return m.from.place[0].name == member.name }) {
			s.Missing = append(s.Missing, fmt.Sprintf("items[].%s: required by the service, %s", clean(member.name, 60), describeLeaf(member.shape)))
			fields.remark(fmt.Sprintf("missing: the service requires %s of each item (%s): items can only have sku, quantity and price, or use jq", clean(member.name, 60), describeLeaf(member.shape)))
		}
	}
}

// bodyValue writes where a value goes in the body, with the types that the service wants.
func (b *builder) bodyValue(m *match) string {
	c := m.from
	path := scalar(c.place.String())
	number := c.shape.is(isFraction | isWhole)
	switch m.field.Want {
	case lexicon.WantMoney:
		if strings.Contains(b.moneyValue(m, path), "minor") {
			return flow("at", path, "minor", "2")
		}
		if number {
			return flow("at", path, "as", "number")
		}
	case lexicon.WantWhole:
		if c.shape.is(isText) {
			return flow("at", path, "as", "text")
		}
	case lexicon.WantPhone:
		for _, text := range c.texts {
			if looksPhone(text) && !strings.HasPrefix(text, "+") {
				m.note = "its example has no +"
				return flow("at", path, "without", quoted("+"))
			}
		}
	}
	return path
}

// created says where the answer has the order.
func (s *section) created(o *operation) {
	if o.answer == nil {
		s.at.add("order", ".", "the document does not say what the answer is")
		return
	}
	if o.answer.is(isText | isWhole) {
		s.at.add("order", ".", "the answer is the id alone")
		s.at.add("fields", flow("id", "."), "")
		return
	}
	var id *candidate
	weight := 0.5
	for _, c := range candidates(o.answer, nil) {
		names := c.place.names()
		if c.list || len(names) == 0 || len(names) > 3 || !c.shape.has(isText|isWhole) {
			continue
		}
		if w := s.b.words.Field(lexicon.Order, "id").Names.OfPhrase(lexicon.Phrase(names[len(names)-1])); w > weight {
			id, weight = c, w
		}
	}
	if id == nil {
		s.at.add("order", ".", "guessed: nothing in the answer looks like the order's id")
		return
	}
	outer := id.place[:len(id.place)-1]
	leaf := id.place[len(id.place)-1].name
	s.at.add("order", scalar(outer.String()), "the order's id stands there")
	if list := s.b.found.lists[orders]; list == nil || list.record.member(leaf) == nil || len(outer.shapeAt(o.answer).members) < 4 {
		s.at.add("fields", flow("id", scalar(place{{name: leaf}}.String())), "")
	}
}

// constants lists what the service requires and no value of an order is the source of.
func (s *section) constants(body *shape, all []*candidate, matches []match, items *candidate) {
	var constants *node
	for _, c := range all {
		if c.list || !c.shape.required || !c.place.single() || !due(body, c, matches) {
			continue
		}
		if slices.ContainsFunc(matches, func(m match) bool { return m.from == c }) {
			continue
		}
		if items != nil && strings.HasPrefix(c.place.String()+".", items.place.String()+".") {
			continue
		}
		if constants == nil {
			constants = s.at.add("constants", "", "")
		}
		path := scalar(c.place.String())
		switch value, ok := onlyValue(c.shape); {
		case ok:
			constants.add(path, value, "required; the only value, or the default, that the document knows")
		default:
			constants.missing(path, "VALUE", "required by the service: "+describeLeaf(c.shape))
			s.Missing = append(s.Missing, fmt.Sprintf("%s: required by the service, %s", c.place, describeLeaf(c.shape)))
		}
	}
	if constants != nil && !slices.ContainsFunc(constants.kids, func(n *node) bool { return !n.off }) {
		constants.off, constants.note = true, "give the lines below a value, then take the signs away"
	}
}

// due reports whether a required value has to be in the body: the objects around it are
// required too, or are made by a value that does have a source.
func due(body *shape, c *candidate, matches []match) bool {
	for n := len(c.place) - 1; n > 0; n-- {
		outer := c.place[:n]
		filled := slices.ContainsFunc(matches, func(m match) bool {
			return len(m.from.place) > n && m.from.place[:n].String() == outer.String()
		})
		if s := outer.shapeAt(body); !filled && (s == nil || !s.required) {
			return false
		}
	}
	return true
}

func onlyValue(s *shape) (string, bool) {
	text := s.fallback
	if text == "" && len(s.enum) == 1 {
		text = s.enum[0]
	}
	if text == "" {
		return "", false
	}
	if s.is(isWhole|isFraction|isTruth) && len(text) < 20 {
		return text, true
	}
	return quoted(text), true
}

func describeLeaf(s *shape) string {
	kind := "a value"
	switch {
	case s.is(isText):
		kind = "a text"
	case s.is(isWhole):
		kind = "a whole number"
	case s.is(isWhole | isFraction):
		kind = "a number"
	case s.is(isTruth):
		kind = "true or false"
	}
	if len(s.enum) > 0 {
		kind += ", one of " + clean(strings.Join(s.enum[:min(len(s.enum), 8)], ", "), 100)
	}
	if s.description != "" {
		kind += ": " + clean(s.description, 100)
	}
	return kind
}

// promise is what the document says of an order that is sent twice.
func (b *builder) promise(o *operation) (value, note string) {
	if o == nil {
		return flow("kind", "none"), "nothing is known of an order that is sent twice: it is never sent again"
	}
	for _, p := range o.params {
		if p.in == "header" && b.words.Holds(lexicon.Idempotency, lexicon.Phrase(p.name)) {
			return flow("kind", "key", "key_header", scalar(http.CanonicalHeaderKey(p.name)), "lifetime", "24h"), "the document has this header; how long keys are kept is a guess, ask the supplier"
		}
	}
	for _, status := range []string{"200", "201", "409"} {
		said := lexicon.PhraseOfText(o.replies[status])
		if b.words.Holds(lexicon.OwnNumber, said) && (b.words.Holds(lexicon.SameOrder, said) || b.words.Holds(lexicon.Already, said) && status != "409") {
			return flow("kind", "external_id"), "the document says so of the answer " + status
		}
	}
	return flow("kind", "none"), "the document promises nothing for an order that is sent twice"
}
