package exporter

import (
	"slices"
	"strings"
	"sync"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/revise"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Shown is a product as a feed would show it, with what became of each value.
type Shown struct {
	SKU      string `json:"sku"`
	ID       string `json:"id"`                 // the supplier's
	Supplier string `json:"supplier,omitempty"` // whose it is, where the feed has several

	Name    string               `json:"name"`
	Refused *remark.Skip         `json:"refused"`          // why it is not in the feed; null where it is
	Offers  []ShownOffer         `json:"offers,omitempty"` // of the article, the best first, where several suppliers have it
	Changes []revise.Change      `json:"changes"`          // by the owner's rules
	Fields  []template.Explained `json:"fields"`
}

// ShownOffer is what one supplier of the feed offers of an article.
type ShownOffer struct {
	Supplier  string       `json:"supplier"`
	Chosen    bool         `json:"chosen"`             // the feed has this one
	Reason    string       `json:"reason,omitempty"`   // of the one that was chosen: price, stock or order
	InStock   bool         `json:"in_stock"`           // as the feed counts it
	DropPrice money.Amount `json:"drop_price"`         // null where there is none, and in a feed for everybody
	Currency  string       `json:"currency,omitempty"` // of the price
}

// shownAtMost is how many products are shown where none is named.
const shownAtMost = 10

// notSelectedMessage is why a product that nobody named as a fault is not in a feed.
func notSelectedMessage() wording.Message { return wording.NewMessage("remark.not_selected") }

// viewer looks at products on their way into a feed. A nil viewer looks at none.
type viewer struct {
	wanted []string // SKUs or ids; none: the first ones

	mu    sync.Mutex
	seen  []*Shown // in the order in which they were settled
	found []string // of wanted
}

// wants reports whether a product is looked at.
func (v *viewer) wants(p *supplier.Product) bool {
	return v != nil && (len(v.wanted) == 0 || slices.Contains(v.wanted, p.SKU) || slices.Contains(v.wanted, p.ID))
}

// note remembers a product that is looked at, in the order of the list; refused is why it is not
// in the feed, nil where it is. It gives nil for one that is not looked at: where no product is
// named, these are all that are not in the feed.
func (v *viewer) note(given *supplier.Product, name string, refused *remark.Skip) *Shown {
	if !v.wants(given) {
		return nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.wanted) == 0 && (refused != nil || len(v.seen) == shownAtMost) {
		return nil
	}
	v.found = append(v.found, strings.Clone(given.SKU), strings.Clone(given.ID))
	s := &Shown{SKU: strings.Clone(given.SKU), ID: strings.Clone(given.ID), Supplier: given.Supplier, Name: strings.Clone(name), Refused: refused,
		Changes: []revise.Change{}, Fields: []template.Explained{}}
	v.seen = append(v.seen, s)
	return s
}

func (v *viewer) shown() []Shown {
	out := []Shown{}
	for _, s := range v.seen {
		out = append(out, *s)
	}
	return out
}

// missing are the wanted ones that the list does not have.
func (v *viewer) missing() (out []string) {
	for _, sku := range v.wanted {
		if !slices.Contains(v.found, sku) {
			out = append(out, sku)
		}
	}
	return out
}
