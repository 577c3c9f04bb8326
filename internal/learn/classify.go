package learn

import (
	"net/http"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
)

// role is what an operation is for, in the mapping's words.
type role string

const (
	products    role = "products"
	search      role = "search"
	orders      role = "orders"
	findOrder   role = "find_order"
	createOrder role = "create_order"
	shipments   role = "shipments"
	ledger      role = "ledger"
	categories  role = "categories"
	stocks      role = "stocks"
	pictures    role = "pictures"
)

// listRoles are the lists that are looked for, with what their records are.
var listRoles = []struct {
	role   role
	record lexicon.Record
}{
	{products, lexicon.Product}, {orders, lexicon.Order}, {shipments, lexicon.Shipment}, {ledger, lexicon.Entry},
	{categories, lexicon.Category}, {stocks, lexicon.Stock}, {pictures, lexicon.Picture},
}

// found are the operations and lists that the roles were given to.
type found struct {
	lists      map[role]*listing
	operations map[role]*operation
	sure       map[role]float64
	words      *lexicon.Lexicon
}

// namesOf are what services call a list of a role.
func (f *found) namesOf(r role) lexicon.Names { return f.words.Field(lexicon.List, string(r)).Names }

// weightOf is how much a list looks like one of a role.
func (f *found) weightOf(l *listing, r role, record lexicon.Record) float64 {
	names := f.namesOf(r)
	named := max(nameWeight(l.op, names), 0.9*names.OfName(l.root.names()))
	if outer := l.root.names(); len(outer) > 1 {
		named = max(named, 0.9*names.OfPhrase(lexicon.Phrase(outer[len(outer)-1])))
	}
	looks := f.looksLike(l, r, record)
	if named == 0 && looks < 0.5 {
		return 0
	}
	return 0.55*named + 0.6*looks
}

// looksLike is how much the records of a list have of what tells those of a role, from 0 to 1.
func (f *found) looksLike(l *listing, r role, record lexicon.Record) float64 {
	fields := f.words.Fields(record)
	looks, most := 0.0, 4.0
	for _, m := range assign(fields, candidates(l.record, l.rows)) {
		if m.field.Tells && m.confidence >= 0.6 {
			looks += m.confidence
		}
	}
	switch r {
	case categories, stocks, pictures:
		most = float64(len(slices.DeleteFunc(slices.Clone(fields), func(f lexicon.Field) bool { return !f.Tells })))
		if many := len(l.record.members); many > 12 { // a list of products has an id and a quantity too
			looks *= 0.4
		}
	case orders:
		if f.hasItems(l.record) {
			looks += 1.2
		}
	}
	return min(looks/most, 1)
}

// hasItems reports whether a record has a list of what was ordered.
func (f *found) hasItems(record *shape) bool {
	return slices.ContainsFunc(record.members, func(m member) bool {
		return f.words.Has(lexicon.Items, lexicon.Phrase(m.name)) && recordsOf(m.shape) != nil
	})
}

// nameWeight is how much the name of a request speaks for a role.
func nameWeight(o *operation, names lexicon.Names) float64 {
	if !o.known {
		return 0.8 * names.InText(o.source)
	}
	best := 0.0
	segments := strings.Split(strings.Trim(o.path, "/"), "/")
	for i, segment := range segments {
		factor := 0.7
		if i == len(segments)-1 {
			factor = 1
		}
		name := lexicon.Phrase(strings.TrimSuffix(strings.TrimSuffix(segment, ".json"), ".php"))
		best = max(best, factor*names.OfPhrase(name))
		for word := range strings.SplitSeq(name, " ") {
			best = max(best, 0.6*factor*names.Exact(word))
		}
	}
	return max(best, 0.6*names.InText(o.id), 0.5*names.InText(o.summary))
}

// classify gives each role to the list that looks most like one of it.
func classify(s *service, words *lexicon.Lexicon) found {
	f := found{map[role]*listing{}, map[role]*operation{}, map[role]float64{}, words}
	for _, o := range s.operations {
		if !readable(o, words) {
			continue
		}
		lists := o.listings()
		if len(lists) == 0 && o.answer == nil || len(lists) == 0 && o.answer.kinds == 0 {
			lists = []listing{{op: o, record: &shape{}}} // a document without schemas
		}
		for i := range lists {
			f.offer(&lists[i])
		}
	}
	f.settle()
	f.findSearch(s)
	f.findFinder(s)
	f.findCreate(s)
	return f
}

// readable tells the operations that give a list: a POST only where it pages.
func readable(o *operation, words *lexicon.Lexicon) bool {
	if o.hasHole() {
		return false
	}
	if o.method == http.MethodPost {
		return len(o.listings()) > 0 && guessPaging(o, nil, words).kind != "none"
	}
	return o.method == http.MethodGet
}

// offer lets a list stand for each role.
func (f *found) offer(l *listing) {
	for _, r := range listRoles {
		weight := f.weightOf(l, r.role, r.record)
		if f.looksLikeSearch(l.op) {
			weight *= 0.8
		}
		if weight >= 0.4 && weight > f.sure[r.role]+0.01 {
			f.lists[r.role], f.sure[r.role] = l, weight
		}
	}
}

// settle lets a list that stands for several roles keep the one that it is most like.
func (f *found) settle() {
	for a, l := range f.lists {
		for b, other := range f.lists {
			if a != b && l.op == other.op && l.root.String() == other.root.String() && f.sure[a] > f.sure[b] {
				delete(f.lists, b)
			}
		}
	}
}

func (f *found) looksLikeSearch(o *operation) bool { return f.words.Has(lexicon.SearchPaths, o.last()) }

func (f *found) findSearch(s *service) {
	list := f.lists[products]
	if list == nil {
		return
	}
	for _, o := range s.operations {
		if o.method == http.MethodGet && f.looksLikeSearch(o) && nameWeight(o, f.namesOf(products)) > 0 {
			f.operations[search] = o
			return
		}
	}
	for _, p := range list.op.query() {
		if f.words.Has(lexicon.SearchTexts, lexicon.Phrase(p.name)) {
			f.operations[search] = list.op
		}
	}
}

// findFinder looks for one order by the client's own number.
func (f *found) findFinder(s *service) {
	for _, o := range s.operations {
		open := strings.LastIndexByte(o.path, '{')
		if o.method != http.MethodGet || open < 0 || !strings.HasSuffix(o.path, "}") || strings.Count(o.path, "{") != 1 {
			continue
		}
		hole := lexicon.Phrase(o.path[open:])
		if f.words.Field(lexicon.Order, "external_id").Names.OfPhrase(hole) >= 0.7 && nameWeight(o, f.namesOf(orders)) > 0.4 {
			f.operations[findOrder] = o
			return
		}
	}
}

// findCreate looks for the POST that makes an order.
func (f *found) findCreate(s *service) {
	best := 0.5
	for _, o := range s.operations {
		if o.method != http.MethodPost || o.hasHole() {
			continue
		}
		if list := f.lists[products]; list != nil && list.op == o {
			continue
		}
		weight := 0.6 * nameWeight(o, f.namesOf(orders))
		if f.words.Has(lexicon.OrderPaths, o.last()) || f.words.Holds(lexicon.Creating, o.words()) {
			weight += 0.2
		}
		weight += 0.4 * f.orderBodyWeight(o.request)
		if weight > best {
			f.operations[createOrder], best = o, weight
		}
	}
}

// orderBodyWeight is how much a body looks like that of a new order.
func (f *found) orderBodyWeight(body *shape) float64 {
	if body == nil {
		return 0
	}
	weight := 0.0
	for _, m := range assign(f.words.Fields(lexicon.Recipient), candidates(body, nil)) {
		if m.field.Name == "recipient_phone" || m.field.Name == "city" {
			weight += 0.3
		}
	}
	if f.hasItems(body) {
		weight += 0.4
	}
	return min(weight, 1)
}
