package proposal

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// createOrder proposes the body of a new order from the request's schema.
func (b *builder) createOrder(o *service.Operation) {
	s := b.section(string(guess.CreateOrder), o.String())
	s.at.add("request", b.requestLine(o), "from "+service.Clean(o.Source, 80))
	request, rows := b.bodyOf(s, o)
	if request == nil {
		s.created(o)
		s.lacks(s.at, "body", "{external_id: PATH, …}", say("learn.no_body"))
		return
	}
	if s.asRead {
		s.lacksOrder()
	} else {
		s.created(o)
	}
	all := guess.Candidates(request, rows)
	items := guess.TakeItems(all, b.words)
	if s.asRead {
		fields := b.words.Fields(lexicon.NewOrder)
		b.leaveOthers(all, fields, people, b.leaveOthers(all, fields, places, ""))
	}
	for _, c := range all {
		if !c.Place.Single() && !b.ofPayment(c) { // a path of the body goes through no list, but the first of the payments
			c.Used = true
		}
	}
	bodyFields := b.words.Fields(lexicon.NewOrder)
	matches := guess.Assign(bodyFields, all)
	s.splitName(matches)
	body := &node{key: "body"}
	var without []string
	for _, f := range bodyFields {
		m := guess.Find(matches, f.Name)
		switch {
		case m != nil && f.States != nil:
			s.bodyStateLine(body, m)
		case m != nil:
			s.put(body, "", *m, b.bodyValue(m))
		case f.Needed:
			s.lacks(body, f.Name, "PATH", say("learn.not_in_request"))
		case slices.Contains(everyOrder, f.Name):
			s.lacks(body, f.Name, gap(f.Name), say("learn.every_order"))
		case goesWithOthers[f.Name]:
		case f.Name != "recipient_name" || guess.Find(matches, "recipient_last_name") == nil:
			without = append(without, f.Name)
		}
		if f.Name == "external_id" {
			s.bodyItems(body, items)
		}
	}
	s.needRecipient(body, matches)
	s.constants(request, all, matches, items)
	s.at.kids = append(s.at.kids, body)
	if len(without) > 0 {
		body.remark("no place in the request: " + strings.Join(without, ", ") + "; an order with one is refused, `NAME: {skip: true}` leaves it out on purpose")
	}
}

// bodyOf is what the document says of a new order's body. Where it says nothing and a person
// named the request, the orders that are read are what is known; nil where nothing is.
func (b *builder) bodyOf(s *section, o *service.Operation) (request *service.Shape, rows []any) {
	if o.Request != nil && len(o.Request.Members) > 0 {
		return o.Request, nil
	}
	l := b.found.Lists[guess.Orders]
	if o.Role == "" || l == nil || len(l.Record.Members) == 0 {
		return nil, nil
	}
	s.asRead = true
	b.lookAt(say("learn.body_as_read"))
	return l.Record, l.Rows
}

// lacksOrder asks where the answer to a new order has it: a wrong place would leave orders of
// which nobody knows whether they were made.
func (s *section) lacksOrder() {
	s.lacks(s.at, "order", ".", say("learn.no_answer")).trial = "."
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

func (s *section) needRecipient(body *node, matches []guess.Match) {
	if guess.Find(matches, "recipient_phone") == nil {
		s.lacks(body, "recipient_phone", "PATH", say("learn.needs_phone"))
	}
	if guess.Find(matches, "recipient_name") == nil && (guess.Find(matches, "recipient_last_name") == nil || guess.Find(matches, "recipient_first_name") == nil) {
		s.lacks(body, "recipient_name", "PATH", say("learn.needs_name"))
	}
}

func (s *section) splitName(matches []guess.Match) {
	if guess.Find(matches, "recipient_last_name") == nil || guess.Find(matches, "recipient_first_name") == nil {
		return
	}
	parts := "last first"
	if guess.Find(matches, "recipient_middle_name") != nil {
		parts += " middle"
	}
	s.at.add("split_name", parts, "for files that have the whole name only")
}

func (s *section) bodyItems(body *node, c *guess.Candidate) {
	if c == nil {
		s.lacks(body, "items", "{at: PATH, fields: {sku: PATH, quantity: PATH}}", say("learn.no_items"))
		return
	}
	items := body.add("items", "", "")
	items.add("at", scalar(c.Place.String()), "")
	fields := items.add("fields", "", "")
	own := s.b.words.Field(lexicon.OrderItem, "drop_price") // no value of an order, and called like its price
	matches := guess.Assign(append(slices.Clone(s.b.words.Fields(lexicon.NewItem)), own), guess.Candidates(c.Shape.Element, nil))
	matches = slices.DeleteFunc(matches, func(m guess.Match) bool { return m.Field.Name == own.Name })
	for _, f := range s.b.words.Fields(lexicon.NewItem) {
		m := guess.Find(matches, f.Name)
		switch {
		case m != nil:
			s.put(fields, "items.", *m, s.b.bodyValue(m))
		case f.Needed:
			s.lacks(fields, f.Name, "PATH", say("learn.not_in_sent_item"))
		}
	}
	for _, member := range c.Shape.Element.Members {
		if member.Required && !slices.ContainsFunc(matches, func(m guess.Match) bool { return m.From.Place[0].Name == member.Name }) {
			s.needs(say("learn.required", "items[]."+service.Clean(member.Name, 60), describeLeaf(member.Shape)))
			fields.remark(fmt.Sprintf("missing: the service requires %s of each item (%s): items can only have sku, quantity and price, or use jq", service.Clean(member.Name, 60), describeLeaf(member.Shape)))
		}
	}
}

// ofPayment reports whether a place is in the list of an order's payments, of which a new
// order has one.
func (b *builder) ofPayment(c *guess.Candidate) bool {
	return len(c.Place) == 3 && c.Place[1].Kind == service.ToEach && b.words.Has(lexicon.Payments, lexicon.Phrase(c.Place[0].Name))
}

// lessOfPhone is the beginning of +380671234567 that the phones of a place are written
// without: by an example, or by the pattern that the document has of them; "" where they are
// written with all of it.
func lessOfPhone(c *guess.Candidate) (prefix string, why wording.Message) {
	for _, text := range c.Texts {
		switch {
		case !guess.LooksPhone(text) || strings.HasPrefix(text, "+"):
		case strings.HasPrefix(text, "0"):
			return "+38", say("learn.phone_zero")
		default:
			return "+", say("learn.phone_no_plus")
		}
	}
	if c.Shape.Pattern == "" {
		return "", why
	}
	pattern, err := regexp.Compile(c.Shape.Pattern)
	if err != nil || pattern.MatchString("+380671234567") {
		return "", why
	}
	for _, prefix := range []string{"+", "+38"} {
		if pattern.MatchString(strings.TrimPrefix("+380671234567", prefix)) {
			return prefix, say("learn.phone_pattern", prefix)
		}
	}
	return "", why
}

// bodyValue writes where a value goes in the body, with the types that the service wants.
func (b *builder) bodyValue(m *guess.Match) string {
	c := m.From
	path := scalar(placeOnly(c.Place))
	number := c.Shape.Is(service.IsFraction | service.IsWhole)
	switch m.Field.Want {
	case lexicon.WantMoney:
		if by := b.minorUnits(c); by != "" {
			m.Note = say(by)
			return flow("at", path, "minor", "2")
		}
		if number {
			return flow("at", path, "as", "number")
		}
	case lexicon.WantWhole:
		if c.Shape.Is(service.IsText) {
			return flow("at", path, "as", "text")
		}
	case lexicon.WantPhone:
		if prefix, why := lessOfPhone(c); prefix != "" {
			m.Note = why
			return flow("at", path, "without", quoted(prefix))
		}
	}
	return path
}

// created says where the answer has the order.
func (s *section) created(o *service.Operation) {
	if o.Answer == nil {
		s.at.add("order", ".", "the document does not say what the answer is")
		return
	}
	if o.Answer.Is(service.IsText | service.IsWhole) {
		s.at.add("order", ".", "the answer is the id alone")
		s.at.add("fields", flow("id", "."), "")
		return
	}
	var id *guess.Candidate
	weight := 0.5
	for _, c := range guess.Candidates(o.Answer, nil) {
		names := c.Place.Names()
		if c.List || len(names) == 0 || len(names) > 3 || !c.Shape.Has(service.IsText|service.IsWhole) {
			continue
		}
		w := s.b.words.Field(lexicon.Order, "id").Names.OfPhrase(lexicon.Phrase(names[len(names)-1]))
		if lexicon.Phrase(names[len(names)-1]) == s.b.knownOrders().idName {
			w = max(w, 0.95)
		}
		if outer := c.Place[:len(c.Place)-1].ShapeAt(o.Answer); w > 0 && outer != nil && len(outer.Members) < 4 {
			w *= 0.9 // the whole order says more than its id
		}
		if w > weight && c.Place.Single() {
			id, weight = c, w
		}
	}
	if id == nil {
		s.lacks(s.at, "order", ".", say("learn.no_order_id")).trial = "."
		return
	}
	outer := id.Place[:len(id.Place)-1]
	leaf := id.Place[len(id.Place)-1].Name
	s.at.add("order", scalar(outer.String()), "the order's id stands there")
	if list := s.b.found.Lists[guess.Orders]; list == nil || list.Record.Member(leaf) == nil || len(outer.ShapeAt(o.Answer).Members) < 4 {
		s.at.add("fields", flow("id", scalar(service.Place{{Name: leaf}}.String())), "")
	}
}

// constants lists what the service requires and no value of an order is the source of.
func (s *section) constants(body *service.Shape, all []*guess.Candidate, matches []guess.Match, items *guess.Candidate) {
	var constants *node
	for _, c := range all {
		if c.List || !c.Shape.Required || !c.Place.Single() || !due(body, c, matches) {
			continue
		}
		if slices.ContainsFunc(matches, func(m guess.Match) bool { return m.From == c }) {
			continue
		}
		if items != nil && strings.HasPrefix(c.Place.String()+".", items.Place.String()+".") {
			continue
		}
		if constants == nil {
			constants = s.at.add("constants", "", "")
		}
		path := scalar(c.Place.String())
		switch value, ok := onlyValue(c.Shape); {
		case ok:
			constants.add(path, value, "required; the only value, or the default, that the document knows")
		default:
			constants.missing(path, "VALUE", "required by the service: "+describeLeaf(c.Shape).String())
			s.needs(say("learn.required", c.Place, describeLeaf(c.Shape)))
		}
	}
	if constants != nil && !slices.ContainsFunc(constants.kids, func(n *node) bool { return !n.off }) {
		constants.off, constants.note = true, "give the lines below a value, then take the signs away"
	}
}

// due reports whether a required value has to be in the body: the objects around it are
// required too, or are made by a value that does have a source.
func due(body *service.Shape, c *guess.Candidate, matches []guess.Match) bool {
	for n := len(c.Place) - 1; n > 0; n-- {
		outer := c.Place[:n]
		filled := slices.ContainsFunc(matches, func(m guess.Match) bool {
			return len(m.From.Place) > n && m.From.Place[:n].String() == outer.String()
		})
		if s := outer.ShapeAt(body); !filled && (s == nil || !s.Required) {
			return false
		}
	}
	return true
}

func onlyValue(s *service.Shape) (string, bool) {
	text := s.Fallback
	if text == "" && len(s.Enum) == 1 {
		text = s.Enum[0]
	}
	if text == "" {
		return "", false
	}
	if s.Is(service.IsWhole|service.IsFraction|service.IsTruth) && len(text) < 20 {
		return text, true
	}
	return quoted(text), true
}

func describeLeaf(s *service.Shape) wording.Message {
	kind := say("learn.leaf")
	switch {
	case s.Is(service.IsText):
		kind = say("learn.leaf_text")
	case s.Is(service.IsWhole):
		kind = say("learn.leaf_whole")
	case s.Is(service.IsWhole | service.IsFraction):
		kind = say("learn.leaf_number")
	case s.Is(service.IsTruth):
		kind = say("learn.leaf_truth")
	}
	if len(s.Enum) > 0 {
		kind = say("learn.leaf_enum", kind, service.Clean(strings.Join(s.Enum[:min(len(s.Enum), 8)], ", "), 100))
	}
	if s.Description != "" {
		kind = say("learn.of", kind, service.Clean(s.Description, 100))
	}
	return kind
}

// promise is what the document says of an order that is sent twice.
func (b *builder) promise(o *service.Operation) (value, note string) {
	if o == nil {
		return flow("kind", "none"), "nothing is known of an order that is sent twice: it is never sent again"
	}
	for _, p := range o.Params {
		if p.In == "header" && b.words.Holds(lexicon.Idempotency, lexicon.Phrase(p.Name)) {
			return flow("kind", "key", "key_header", scalar(http.CanonicalHeaderKey(p.Name)), "lifetime", "24h"), "the document has this header; how long keys are kept is a guess, ask the supplier"
		}
	}
	if o.Request != nil {
		m := guess.Find(guess.Assign(b.words.Fields(lexicon.NewOrder), guess.Candidates(o.Request, nil)), "external_id")
		if m != nil && b.words.Holds(lexicon.SameOrder, lexicon.PhraseOfText(m.From.Shape.Description)) {
			return flow("kind", "external_id"), "the document says so of " + service.Clean(m.From.Place.String(), 60)
		}
	}
	for _, status := range []string{"200", "201", "409"} {
		said := lexicon.PhraseOfText(o.Replies[status])
		if b.words.Holds(lexicon.OwnNumber, said) && (b.words.Holds(lexicon.SameOrder, said) || b.words.Holds(lexicon.Already, said) && status != "409") {
			return flow("kind", "external_id"), "the document says so of the answer " + status
		}
	}
	return flow("kind", "none"), "the document promises nothing for an order that is sent twice"
}
