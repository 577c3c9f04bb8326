package proposal

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Proposal is a mapping with what speaks for each of its lines.
type Proposal struct {
	Operations []*Operation   `json:"operations"`
	Sanity     []Test         `json:"sanity"`
	OrderBody  map[string]any `json:"order_body"` // nil where no way to create an order is known
	Mapping    string         `json:"mapping"`
	Sources    []wording.Text `json:"sources"` // what each list was taken from
	Notes      []wording.Text `json:"notes"`
	LookAt     []wording.Text `json:"look_at"`  // what was guessed, or is not there
	BaseURL    string         `json:"base_url"` // as the document says it, "" where it does not
	Basic      bool           `json:"basic"`    // whether the config needs a user beside the token
	Params     []string       `json:"params"`   // parameters of paths, whose values the config has to have
}

// Complete reports whether nothing that the mapping needs is left for a person to fill in.
func (p *Proposal) Complete() bool {
	for _, o := range p.Operations {
		if len(o.Missing) > 0 {
			return false
		}
	}
	return true
}

// Of builds the proposal of a service whose roles are known.
func Of(s *service.Description, found guess.Found, name string) *Proposal {
	b := &builder{words: found.Words, service: s, found: found, times: guess.TimesOf(found), root: &node{}}
	b.findMarks()
	b.findCut()
	for _, r := range []guess.Role{guess.Products, guess.Search, guess.Orders, guess.FindOrder, guess.CreateOrder, guess.Shipments, guess.Ledger} {
		l := found.Lists[r]
		switch {
		case r == guess.Products && l != nil:
			b.products(l)
		case r == guess.Search && found.Operations[guess.Search] != nil:
			b.search(found.Operations[guess.Search])
		case r == guess.Orders && l != nil:
			b.records(r, l, lexicon.Order, lexicon.OrderQuery)
		case r == guess.Orders && (found.Operations[guess.CreateOrder] != nil || found.Operations[guess.FindOrder] != nil):
			b.lacksOrders()
		case r == guess.FindOrder && found.Operations[guess.FindOrder] != nil:
			b.findOrder(found.Operations[guess.FindOrder])
		case r == guess.CreateOrder && found.Operations[guess.CreateOrder] != nil:
			b.createOrder(found.Operations[guess.CreateOrder])
		case r == guess.Shipments && l != nil:
			b.records(r, l, lexicon.Shipment, lexicon.ShipmentQuery)
		case r == guess.Ledger && l != nil:
			b.records(r, l, lexicon.Entry, lexicon.LedgerQuery)
		}
	}
	if found.Lists[guess.Products] == nil {
		b.root.remark("missing: products: no list of products was found, and a mapping needs one")
		b.report = append(b.report, &Operation{Operation: "products", Fields: []Field{}, Missing: []wording.Text{wording.Text(say("learn.no_list", "products"))}})
	}
	p := &Proposal{Operations: b.report, Notes: []wording.Text{}, BaseURL: s.Base, Sources: sourcesOf(found), Basic: s.Auth.Basic, Params: b.paramNames()}
	for _, left := range s.Notes {
		p.Notes = append(p.Notes, wording.Text(left))
	}
	p.Mapping = b.mapping(name)
	b.readRows()
	p.Sanity = append([]Test{}, b.tests...)
	if found.Operations[guess.CreateOrder] != nil {
		var refused string
		if p.OrderBody, refused = sentBody(p.Mapping); p.OrderBody == nil {
			p.OrderBody = b.exampleBody(found.Operations[guess.CreateOrder])
		}
		if refused != "" {
			b.lookAt(say("learn.refused", service.Clean(refused, 160)))
		}
	}
	b.mustCompile(p)
	p.LookAt = append([]wording.Text{}, b.look...)
	return p
}

func sourcesOf(found guess.Found) []wording.Text {
	out := []wording.Text{}
	for _, r := range guess.ListRoles {
		if l := found.Lists[r.Role]; l != nil {
			out = append(out, wording.Text(say("learn.source", r.Role, service.Clean(l.Root.String(), 60), service.Clean(l.Op.String(), 120), len(l.Rows))))
		}
	}
	return out
}

// lacksOrders says that orders can be sent and not read back, which no mapping may do.
func (b *builder) lacksOrders() {
	b.root.missing(string(guess.Orders), "{request: GET /PATH, paging: {kind: none}, answer: {list: PATH}, fields: {id: PATH, status: PATH}}",
		"no list of orders was found, and creating or finding one needs it")
	b.report = append(b.report, &Operation{Operation: string(guess.Orders), Fields: []Field{}, Missing: []wording.Text{wording.Text(say("learn.no_list", "orders"))}})
}

func (b *builder) search(o *service.Operation) {
	s := b.section(string(guess.Search), o.String())
	s.at.add("request", o.String(), "its products look like those of products")
	s.filters(o, lexicon.SearchQuery)
	l := b.found.Lists[guess.Products]
	switch {
	case l == nil:
		return
	case l.Op == o: // a filter of the same list
		s.list(l)
		return
	}
	lists := o.Listings()
	if len(lists) == 0 {
		return
	}
	best := 0
	for i := range lists { // what stands where the products do is them, and not the facets
		if lists[i].Root.String() == b.found.Lists[guess.Products].Root.String() {
			best = i
		}
	}
	s.list(&lists[best])
}

func (b *builder) findOrder(o *service.Operation) {
	s := b.section(string(guess.FindOrder), "")
	open := strings.LastIndexByte(o.Path, '{')
	s.Request = o.Method + " " + o.Path[:open] + "{external_id}"
	s.at.add("request", quoted(s.Request), "by the client's own number")
	at := "."
	if o.Answer != nil && b.found.Lists[guess.Orders] != nil {
		record := b.found.Lists[guess.Orders].Record
		for _, m := range o.Answer.Members {
			if m.Has(service.IsObject) && len(m.Members) > 2 && record.Member(m.Members[0].Name) != nil {
				at = scalar(service.Place{{Name: m.Name}}.String())
			}
		}
	}
	s.at.add("order", at, "")
}
