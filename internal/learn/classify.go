package learn

import (
	"net/http"
	"strings"
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

// listRoles are the lists that are looked for, with what services call them and the
// fields that tell their records.
var listRoles = []struct {
	role   role
	words  strengths
	fields []canonical
	tells  map[string]bool
}{
	{products, weigh("product|products|goods|catalog|catalogue|offers=0.8|offer=0.8|items=0.6|товар|товари|assortment|pricelist=0.8|nomenclature=0.8|export=0.4"), productFields,
		wordSet("sku|name|drop_price|rrp|images|barcode|quantity|description|brand|availability|category_id")},
	{orders, weigh("order|orders|замовлення|заказы|purchases=0.6|sales=0.6"), orderFields,
		wordSet("status|waybill_number|recipient_phone|recipient_name|recipient_last_name|external_id|total_retail|city|carrier|cod_amount|branch_number")},
	{shipments, weigh("shipment|shipments|parcels|tracking|trackings|deliveries=0.8|waybills|ttn|express=0.3|відправлення"), shipmentFields,
		wordSet("waybill_number|state|order_id|carrier|delivered_at|shipped_at|estimated_delivery_date|cod_state")},
	{ledger, weigh("ledger|balance|balances|transactions|finance|finances|payouts=0.7|balance history|operations=0.5|statement|account=0.3|фінанси|баланс"), ledgerFields,
		wordSet("amount|kind|posted_at|balance_posted|balance_available|operation|payout_id|document_number|balance_held")},
	{categories, weigh("category|categories|groups=0.6|sections=0.6|taxonomies|taxonomy|rubrics|категорії|catalog tree=0.6"), categoryFields, wordSet("key|name|parent")},
	{stocks, weigh("stock|stocks|quantities|availability|remains|products stock|productsstock|rest=0.6|залишки|leftovers|balances=0.3"), stockFields, wordSet("key|quantity")},
	{pictures, weigh("images|pictures|photos|products images|productsimages|media=0.6|gallery"), pictureFields, wordSet("key|images")},
}

// found are the operations and lists that the roles were given to.
type found struct {
	lists      map[role]*listing
	operations map[role]*operation
	sure       map[role]float64
}

// weightOf is how much a list looks like one of a role.
func weightOf(l *listing, words strengths, fields []canonical, tells map[string]bool, r role) float64 {
	named := max(nameWeight(l.op, words), 0.9*words.ofName(l.root.names()))
	if outer := l.root.names(); len(outer) > 1 {
		named = max(named, 0.9*words.ofPhrase(phrase(outer[len(outer)-1])))
	}
	looks := 0.0
	for _, m := range assign(fields, candidates(l.record, l.rows)) {
		if tells[m.field.name] && m.confidence >= 0.6 {
			looks += m.confidence
		}
	}
	most := 4.0
	switch r {
	case categories, stocks, pictures:
		most = float64(len(tells))
		if many := len(l.record.members); many > 12 { // a list of products has an id and a quantity too
			looks *= 0.4
		}
	}
	if r == orders && itemsOf(l.record) != "" {
		looks += 1.2
	}
	looks = min(looks/most, 1)
	if named == 0 && looks < 0.5 {
		return 0
	}
	return 0.55*named + 0.6*looks
}

func itemsOf(record *shape) string {
	for _, m := range record.members {
		if itemListNames[phrase(m.name)] && recordsOf(m.shape) != nil {
			return m.name
		}
	}
	return ""
}

// nameWeight is how much the name of a request speaks for a role.
func nameWeight(o *operation, words strengths) float64 {
	if !o.known {
		return 0.8 * words.inText(o.source)
	}
	best := 0.0
	segments := strings.Split(strings.Trim(o.path, "/"), "/")
	for i, segment := range segments {
		factor := 0.7
		if i == len(segments)-1 {
			factor = 1
		}
		name := phrase(strings.TrimSuffix(strings.TrimSuffix(segment, ".json"), ".php"))
		best = max(best, factor*words.ofPhrase(name))
		for word := range strings.SplitSeq(name, " ") {
			best = max(best, 0.6*factor*words[word])
		}
	}
	return max(best, 0.6*words.inText(o.id), 0.5*words.inText(o.summary))
}

// classify gives each role to the list that looks most like one of it.
func classify(s *service) found {
	f := found{map[role]*listing{}, map[role]*operation{}, map[role]float64{}}
	for _, o := range s.operations {
		if !readable(o) {
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
func readable(o *operation) bool {
	if o.hasHole() {
		return false
	}
	if o.method == http.MethodPost {
		return len(o.listings()) > 0 && guessPaging(o, nil).kind != "none"
	}
	return o.method == http.MethodGet
}

// offer lets a list stand for each role.
func (f *found) offer(l *listing) {
	for _, r := range listRoles {
		weight := weightOf(l, r.words, r.fields, r.tells, r.role)
		if looksLikeSearch(l.op) {
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

var textFilters = wordSet("q|query|text|search|term|keyword|keywords|search text|search query|phrase")

func looksLikeSearch(o *operation) bool {
	last := o.last()
	return last == "search" || last == "find" || last == "filter"
}

func (f *found) findSearch(s *service) {
	list := f.lists[products]
	if list == nil {
		return
	}
	for _, o := range s.operations {
		if o.method == http.MethodGet && looksLikeSearch(o) && nameWeight(o, listRoles[0].words) > 0 {
			f.operations[search] = o
			return
		}
	}
	for _, p := range list.op.query() {
		if textFilters[phrase(p.name)] {
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
		hole := phrase(o.path[open:])
		if fieldNamed(orderFields, "external_id").names.ofPhrase(hole) >= 0.7 && nameWeight(o, listRoles[1].words) > 0.4 {
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
		weight := 0.6 * nameWeight(o, listRoles[1].words)
		if last := o.last(); last == "orders" || last == "order" || strings.Contains(o.words(), "creat") || strings.Contains(o.words(), "створ") {
			weight += 0.2
		}
		weight += 0.4 * orderBodyWeight(o.request)
		if weight > best {
			f.operations[createOrder], best = o, weight
		}
	}
}

// orderBodyWeight is how much a body looks like that of a new order.
func orderBodyWeight(body *shape) float64 {
	if body == nil {
		return 0
	}
	weight := 0.0
	for _, m := range assign(recipientFields, candidates(body, nil)) {
		if m.field.name == "recipient_phone" || m.field.name == "city" {
			weight += 0.3
		}
	}
	if itemsOf(body) != "" {
		weight += 0.4
	}
	return min(weight, 1)
}

func fieldNamed(fields []canonical, name string) canonical {
	for _, f := range fields {
		if f.name == name {
			return f
		}
	}
	return canonical{name: name}
}
