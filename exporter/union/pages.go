package union

import (
	"context"
	"errors"
	"io"
	"sort"

	"github.com/dropbridge/dropbridge/exporter/lastlist"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Pages is one reading of the whole list, as feeds are built from it: workers fetch and decode
// pages side by side, one at a time admits them in their order.
type Pages struct {
	list    *List
	reading *reading
	result  supplier.ListResult
	ids     []supplier.IDSet // of the members, where their prefixes do not keep them apart
	skus    []supplier.IDSet
}

// Pages begins a reading. There may be any number of them.
func (l *List) Pages() *Pages {
	p := &Pages{list: l, reading: l.begin()}
	var total int64
	for _, s := range l.sources {
		total += s.List.Products + s.List.Unreadable
	}
	p.result = supplier.ListResult{Total: supplier.Some(total), Complete: true}
	if !l.rule.apart() {
		p.ids, p.skus = make([]supplier.IDSet, len(l.sources)), make([]supplier.IDSet, len(l.sources))
	}
	return p
}

// Fetch gets the next page, io.EOF after the last one.
func (p *Pages) Fetch(ctx context.Context) (*supplier.RawPage, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	member, index, packed, err := p.reading.next()
	if errors.Is(err, io.EOF) {
		return nil, io.EOF
	}
	if err != nil {
		return nil, p.list.of(member, err)
	}
	return supplier.NewRawPage(p.list.starts[member]+index, string(packed)), nil
}

// Decode reads a page, gives its products the prefix of their supplier, and takes those away that
// another one has better.
func (p *Pages) Decode(raw *supplier.RawPage, into *supplier.ProductPage) error {
	member := p.member(raw.Index)
	if err := lastlist.Unpack([]byte(raw.Body()), into); err != nil {
		return p.list.of(member, err)
	}
	into.Index = raw.Index
	if note := p.list.sources[member].Note; note != "" && raw.Index == p.list.starts[member] {
		into.Remarks = append(into.Remarks, supplier.Remark{List: p.list.rule.Members[member].Name, Text: note})
	}
	p.list.choose(member, into)
	return nil
}

// member is whose the page of a number is. Members without a page share their start with the next.
func (p *Pages) member(index int) int {
	starts := p.list.starts
	return sort.Search(len(starts), func(i int) bool { return starts[i] > index }) - 1
}

// Admit refuses a page of which an id or a SKU is another supplier's, too: nobody could tell whose
// the offer is, and an order would go to the wrong one.
func (p *Pages) Admit(page *supplier.ProductPage) error {
	p.result.Pages++
	p.result.Items += len(page.Products) + len(page.Outdone)
	p.result.Unread += len(page.Unreadable)
	if p.ids == nil {
		return nil
	}
	member := p.member(page.Index)
	for i := range page.Products {
		if err := p.apart(member, page.Products[i].ID, page.Products[i].SKU); err != nil {
			return err
		}
	}
	for i := range page.Outdone {
		if err := p.apart(member, page.Outdone[i].ID, page.Outdone[i].SKU); err != nil {
			return err
		}
	}
	return nil
}

// apart refuses an id or a SKU that a member before has.
func (p *Pages) apart(member int, id, sku string) error {
	for _, names := range []struct {
		what, name string
		sets       []supplier.IDSet
	}{{"id", id, p.ids}, {"SKU", sku, p.skus}} {
		if names.name == "" {
			continue
		}
		for other := range member {
			if names.sets[other].Has(names.name) {
				a, b := p.list.rule.Members[other].Name, p.list.rule.Members[member].Name
				return failure.Mistake("give each supplier of the feed a prefix: suppliers: {"+a+": {prefix: \"A-\"}, "+b+": {prefix: \"B-\"}}",
					"%s and %s both have a product with the %s %q", a, b, names.what, names.name)
			}
		}
		names.sets[member].Add(names.name)
	}
	return nil
}

// Result is what became of the list.
func (p *Pages) Result() supplier.ListResult { return p.result }

// choose gives the products of a page their supplier's marks, and moves those that are outdone.
func (l *List) choose(member int, page *supplier.ProductPage) {
	stay := page.Products[:0]
	places := make([]int, len(page.Products)+1) // of each product, among those that stay
	for i := range page.Products {
		places[i] = len(stay)
		product := &page.Products[i]
		outdone, offers := l.outdone(member, product)
		l.mark(member, product)
		l.tell(product, offers)
		if outdone == nil {
			stay = append(stay, *product)
			continue
		}
		outdone.ID, outdone.SKU, outdone.Name, outdone.Before = product.ID, product.SKU, product.Name, len(stay)
		page.Outdone = append(page.Outdone, *outdone)
	}
	places[len(places)-1] = len(stay)
	page.Products = stay
	for i := range page.Unreadable {
		page.Unreadable[i].Before = places[page.Unreadable[i].Before]
	}
	for i := range page.Repeated {
		page.Repeated[i].Before = places[page.Repeated[i].Before]
	}
	l.markLists(member, page)
}

// outdone says to whom a product is left, nil where it stays, and gives the offers of its article.
func (l *List) outdone(member int, p *supplier.Product) (*supplier.Outdone, []candidate) {
	if l.contests == nil {
		return nil, nil
	}
	offers := l.contests.offersOf(l.rule.article(l.seed, p))
	if len(offers) == 0 || int(offers[0].member) == member {
		return nil, offers
	}
	price, code := l.price(p)
	own := l.rule.newCandidate(offers[0].article, member, p, price, offers[0].currency)
	for _, o := range offers { // the currency has its number there
		if int(o.member) == member && l.contests.currencies[o.currency] == code {
			own.currency = o.currency
		}
	}
	_, reason, _ := l.contests.compare(offers[0], own) // what cannot be compared was refused before
	o := &supplier.Outdone{Supplier: l.rule.Members[member].Name, By: l.rule.Members[offers[0].member].Name, Reason: reason}
	if reason == supplier.OutdoneByPrice {
		o.Price, o.ByPrice, o.Currency = own.amount(), offers[0].amount(), code
	}
	return o, offers
}

// amount is the price of a candidate, absent where there is none.
func (c candidate) amount() money.Amount {
	if c.price == noPrice {
		return money.Amount{}
	}
	return money.OfScaled(c.price, priceDecimals)
}

// mark gives a product its supplier's name and prefix. Categories are kept apart by the name where
// there is no prefix: two suppliers count them from 1.
func (l *List) mark(member int, p *supplier.Product) {
	m := &l.rule.Members[member]
	p.Supplier = m.Name
	prefix(m.Prefix, &p.ID)
	prefix(m.Prefix, &p.SKU)
	prefix(m.Prefix, &p.GroupID)
	category := m.Prefix
	if category == "" {
		category = m.Name + "-"
	}
	prefix(category, &p.Category.ID)
}

// prefix puts a prefix before a text that says something.
func prefix(text string, of *string) {
	if *of != "" && text != "" {
		*of = text + *of
	}
}

// markLists gives what a page says of products the names by which feeds know them.
func (l *List) markLists(member int, page *supplier.ProductPage) {
	own := l.rule.Members[member].Prefix
	for i := range page.Unreadable {
		prefix(own, &page.Unreadable[i].ID)
		prefix(own, &page.Unreadable[i].Name)
	}
	for i := range page.Repeated {
		prefix(own, &page.Repeated[i].ID)
		prefix(own, &page.Repeated[i].SKU)
	}
	for i := range page.Twice {
		prefix(own, &page.Twice[i].Product)
	}
	for i := range page.Lacking {
		prefix(own, &page.Lacking[i].Product)
	}
}
