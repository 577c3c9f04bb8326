package union

import (
	"slices"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Told is how the choice went for a product that somebody asks about.
type Told struct {
	Supplier string      `json:"supplier"` // whose offer the feed has
	Reason   string      `json:"reason"`   // what decided against the second: price, stock or order
	Offers   []ToldOffer `json:"offers"`   // from the best to the worst
}

// ToldOffer is one offer of the article. Whoever may not know what the shop pays must not see the
// price.
type ToldOffer struct {
	Supplier  string       `json:"supplier"`
	InStock   bool         `json:"in_stock"`
	DropPrice money.Amount `json:"drop_price"` // null where there is none
	Currency  string       `json:"currency"`
}

// Watch asks about the products with these SKUs or ids, as the feed has them. It goes before the
// reading whose products are meant.
func (l *List) Watch(skus []string) { l.wanted = skus }

// ToldOf is how the choice went for the product with an id, nil where nobody asked or nobody else
// has it.
func (l *List) ToldOf(id string) *Told {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.told[id]
}

// tell remembers how the choice went for a product that somebody asks about.
func (l *List) tell(p *supplier.Product, offers []candidate) {
	if len(offers) == 0 || !slices.Contains(l.wanted, p.SKU) && !slices.Contains(l.wanted, p.ID) {
		return
	}
	told := &Told{Supplier: l.rule.Members[offers[0].member].Name}
	for _, o := range offers {
		told.Offers = append(told.Offers, ToldOffer{Supplier: l.rule.Members[o.member].Name, InStock: o.inStock,
			DropPrice: o.amount(), Currency: l.contests.currencies[o.currency]})
		if told.Reason == "" && o.member != offers[0].member {
			_, told.Reason, _ = l.contests.compare(offers[0], o)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.told[p.ID] = told
}
