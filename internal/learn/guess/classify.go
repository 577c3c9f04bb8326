package guess

import (
	"net/http"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// Role is what an operation is for, in the mapping's words.
type Role string

const (
	Products    Role = "products"
	Search      Role = "search"
	Orders      Role = "orders"
	FindOrder   Role = "find_order"
	CreateOrder Role = "create_order"
	Shipments   Role = "shipments"
	Ledger      Role = "ledger"
	Categories  Role = "categories"
	Stocks      Role = "stocks"
	Pictures    Role = "pictures"
)

// ListRoles are the lists that are looked for, with what their records are.
var ListRoles = []struct {
	Role   Role
	record lexicon.Record
}{
	{Products, lexicon.Product}, {Orders, lexicon.Order}, {Shipments, lexicon.Shipment}, {Ledger, lexicon.Entry},
	{Categories, lexicon.Category}, {Stocks, lexicon.Stock}, {Pictures, lexicon.Picture},
}

// Found are the operations and lists that the roles were given to.
type Found struct {
	Lists      map[Role]*service.Listing
	Operations map[Role]*service.Operation
	sure       map[Role]float64
	Words      *lexicon.Lexicon
}

// namesOf are what services call a list of a role.
func (f *Found) namesOf(r Role) lexicon.Names { return f.Words.Field(lexicon.List, string(r)).Names }

// weightOf is how much a list looks like one of a role.
func (f *Found) weightOf(l *service.Listing, r Role, record lexicon.Record) float64 {
	names := f.namesOf(r)
	named := max(nameWeight(l.Op, names), 0.9*names.OfName(l.Root.Names()))
	if outer := l.Root.Names(); len(outer) > 1 {
		named = max(named, 0.9*names.OfPhrase(lexicon.Phrase(outer[len(outer)-1])))
	}
	looks := f.looksLike(l, r, record)
	if named == 0 && looks < 0.5 {
		return 0
	}
	return 0.55*named + 0.6*looks
}

// looksLike is how much the records of a list have of what tells those of a role, from 0 to 1.
func (f *Found) looksLike(l *service.Listing, r Role, record lexicon.Record) float64 {
	fields := f.Words.Fields(record)
	looks, most := 0.0, 4.0
	for _, m := range Assign(fields, Candidates(l.Record, l.Rows)) {
		if m.Field.Tells && m.Confidence >= 0.6 {
			looks += m.Confidence
		}
	}
	switch r {
	case Categories, Stocks, Pictures:
		most = float64(len(slices.DeleteFunc(slices.Clone(fields), func(f lexicon.Field) bool { return !f.Tells })))
		if many := len(l.Record.Members); many > 12 { // a list of products has an id and a quantity too
			looks *= 0.4
		}
	case Orders:
		if f.hasItems(l.Record) {
			looks += 1.2
		}
	}
	return min(looks/most, 1)
}

// hasItems reports whether a record has a list of what was ordered.
func (f *Found) hasItems(record *service.Shape) bool {
	return slices.ContainsFunc(record.Members, func(m service.Member) bool {
		return f.Words.Has(lexicon.Items, lexicon.Phrase(m.Name)) && service.RecordsOf(m.Shape) != nil
	})
}

// nameWeight is how much the name of a request speaks for a role.
func nameWeight(o *service.Operation, names lexicon.Names) float64 {
	if !o.Known {
		return 0.8 * names.InText(o.Source)
	}
	best := 0.0
	segments := strings.Split(strings.Trim(o.Path, "/"), "/")
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
	return max(best, 0.6*names.InText(o.ID), 0.5*names.InText(o.Summary))
}

// Classify gives each role to the list that looks most like one of it.
func Classify(s *service.Description, words *lexicon.Lexicon) Found {
	f := Found{map[Role]*service.Listing{}, map[Role]*service.Operation{}, map[Role]float64{}, words}
	for _, o := range s.Operations {
		if o.Role == string(CreateOrder) {
			f.Operations[CreateOrder] = o
			continue
		}
		if !readable(o, words) {
			continue
		}
		lists := o.Listings()
		if len(lists) == 0 && o.Answer == nil || len(lists) == 0 && o.Answer.Kinds == 0 {
			lists = []service.Listing{{Op: o, Record: &service.Shape{}}} // a document without schemas
		}
		for i := range lists {
			f.offer(&lists[i])
		}
	}
	f.settle()
	f.named(s)
	f.findSearch(s)
	f.findFinder(s)
	f.findCreate(s)
	return f
}

// readable tells the operations that give a list: a POST only where it pages.
func readable(o *service.Operation, words *lexicon.Lexicon) bool {
	if strings.HasSuffix(o.Path, "}") || o.HasHole() && len(o.Listings()) == 0 {
		return false // it reads one record
	}
	if o.Role != "" {
		return true
	}
	if o.Method == http.MethodPost {
		return len(o.Listings()) > 0 && PagingOf(o, nil, words).Kind != "none"
	}
	return o.Method == http.MethodGet
}

// offer lets a list stand for each role.
func (f *Found) offer(l *service.Listing) {
	for _, r := range ListRoles {
		weight := f.weightOf(l, r.Role, r.record)
		if f.looksLikeSearch(l.Op) {
			weight *= 0.8
		}
		if weight >= 0.4 && weight > f.sure[r.Role]+0.01 {
			f.Lists[r.Role], f.sure[r.Role] = l, weight
		}
	}
}

// settle lets a list that stands for several roles keep the one that it is most like.
func (f *Found) settle() {
	for a, l := range f.Lists {
		for b, other := range f.Lists {
			if a != b && l.Op == other.Op && l.Root.String() == other.Root.String() && f.sure[a] > f.sure[b] {
				delete(f.Lists, b)
			}
		}
	}
}

// named gives the roles that a person named: of several lists the one that looks most like it.
func (f *Found) named(s *service.Description) {
	for _, o := range s.Operations {
		r := Role(o.Role)
		if o.Role == "" || r == CreateOrder {
			continue
		}
		lists := o.Listings()
		if len(lists) == 0 {
			lists = []service.Listing{{Op: o, Record: &service.Shape{}}}
		}
		best := &lists[0]
		for i := range lists {
			if f.weightOf(&lists[i], r, recordOf(r)) > f.weightOf(best, r, recordOf(r)) {
				best = &lists[i]
			}
		}
		f.Lists[r] = best
		for other, l := range f.Lists {
			if other != r && l.Op == o && l.Root.String() == best.Root.String() {
				delete(f.Lists, other)
			}
		}
	}
}

func recordOf(r Role) lexicon.Record {
	for _, known := range ListRoles {
		if known.Role == r {
			return known.record
		}
	}
	return ""
}

func (f *Found) looksLikeSearch(o *service.Operation) bool {
	return f.Words.Has(lexicon.SearchPaths, o.Last())
}

func (f *Found) findSearch(s *service.Description) {
	list := f.Lists[Products]
	if list == nil {
		return
	}
	for _, o := range s.Operations {
		if o.Method == http.MethodGet && f.looksLikeSearch(o) && nameWeight(o, f.namesOf(Products)) > 0 {
			f.Operations[Search] = o
			return
		}
	}
	for _, p := range list.Op.Query() {
		if f.Words.Has(lexicon.SearchTexts, lexicon.Phrase(p.Name)) {
			f.Operations[Search] = list.Op
		}
	}
}

// findFinder looks for one order by the client's own number.
func (f *Found) findFinder(s *service.Description) {
	for _, o := range s.Operations {
		open := strings.LastIndexByte(o.Path, '{')
		if o.Method != http.MethodGet || open < 0 || !strings.HasSuffix(o.Path, "}") || strings.Count(o.Path, "{") != 1 {
			continue
		}
		hole := lexicon.Phrase(o.Path[open:])
		if f.Words.Field(lexicon.Order, "external_id").Names.OfPhrase(hole) >= 0.7 && nameWeight(o, f.namesOf(Orders)) > 0.4 {
			f.Operations[FindOrder] = o
			return
		}
	}
}

// findCreate looks for the POST that makes an order.
func (f *Found) findCreate(s *service.Description) {
	if f.Operations[CreateOrder] != nil {
		return // a person named it
	}
	best := 0.5
	for _, o := range s.Operations {
		if o.Method != http.MethodPost || !f.sharesHoles(o) {
			continue
		}
		if list := f.Lists[Products]; list != nil && list.Op == o {
			continue
		}
		weight := 0.6 * nameWeight(o, f.namesOf(Orders))
		if f.Words.Has(lexicon.OrderPaths, o.Last()) || f.Words.Holds(lexicon.Creating, o.Words()) {
			weight += 0.2
		}
		weight += 0.4 * f.orderBodyWeight(o.Request)
		if weight > best {
			f.Operations[CreateOrder], best = o, weight
		}
	}
}

// sharesHoles reports whether the parameters of a path are those of a list's too, such as
// the project of an account: one that stands in no list is a record's own.
func (f *Found) sharesHoles(o *service.Operation) bool {
	for _, name := range o.Holes() {
		of := func(l *service.Listing) bool { return l != nil && slices.Contains(l.Op.Holes(), name) }
		if !of(f.Lists[Products]) && !of(f.Lists[Orders]) {
			return false
		}
	}
	return o.Sayable()
}

// orderBodyWeight is how much a body looks like that of a new order.
func (f *Found) orderBodyWeight(body *service.Shape) float64 {
	if body == nil {
		return 0
	}
	weight := 0.0
	for _, m := range Assign(f.Words.Fields(lexicon.Recipient), Candidates(body, nil)) {
		if m.Field.Name == "recipient_phone" || m.Field.Name == "city" {
			weight += 0.3
		}
	}
	if f.hasItems(body) {
		weight += 0.4
	}
	return min(weight, 1)
}
