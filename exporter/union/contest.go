package union

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// candidate is what the choice keeps of an offer: 24 bytes.
type candidate struct {
	article  uint64
	price    int64 // drop price in units of priceDecimals, noPrice where there is none to compare
	member   uint8 // of the rule
	currency uint8 // of the contests
	inStock  bool
}

const (
	// priceDecimals is how fine prices are compared; what is finer is rounded.
	priceDecimals = 6
	noPrice       = math.MaxInt64
	// mostMembers bounds the suppliers of one list, and mostCurrencies their currencies.
	mostMembers    = 255
	mostCurrencies = 255
)

// Price is the drop price of a product in the feed's currency, where the feed has one and a rate,
// or as the supplier has it; absent where there is none.
type Price func(*supplier.Product) (money.Amount, string)

// contests are the offers of articles that more than one member has. They are decided as they
// are asked for.
type contests struct {
	rule       *Rule
	candidates []candidate // by article, those of each from the best to the worst
	currencies []string
	ranks      []int // of the members, where their order decides
}

// newContests takes the candidates of all members and drops those whom nobody rivals.
func newContests(rule *Rule, all []candidate, currencies []string) (*contests, error) {
	c := &contests{rule: rule, currencies: currencies}
	for _, p := range rule.Prefer {
		if p.Reason == supplier.OutdoneByOrder {
			c.ranks = rule.ranks(p.Names)
		}
	}
	slices.SortFunc(all, func(a, b candidate) int { return cmp.Compare(a.article, b.article) })
	kept := all[:0]
	for len(all) > 0 {
		end := 1
		for end < len(all) && all[end].article == all[0].article {
			end++
		}
		offers := all[:end]
		all = all[end:]
		if !slices.ContainsFunc(offers, func(o candidate) bool { return o.member != offers[0].member }) {
			continue
		}
		if err := c.rank(offers); err != nil {
			return nil, err
		}
		kept = append(kept, offers...)
	}
	c.candidates = slices.Clone(kept) // so that the memory of the others is free
	return c, nil
}

// rank puts the offers of one article from the best to the worst.
func (c *contests) rank(offers []candidate) (err error) {
	slices.SortFunc(offers, func(a, b candidate) int {
		order, _, wrong := c.compare(a, b)
		err = cmp.Or(err, wrong)
		return order
	})
	return err
}

// compare is negative where a is the better offer, with what decided.
func (c *contests) compare(a, b candidate) (order int, reason string, err error) {
	for _, p := range c.rule.Prefer {
		switch p.Reason {
		case supplier.OutdoneByStock:
			order = cmp.Compare(stockRank(b), stockRank(a))
		case supplier.OutdoneByPrice:
			if a.price != noPrice && b.price != noPrice && a.currency != b.currency {
				err = cmp.Or(err, c.mixed(a, b))
				continue
			}
			order = cmp.Compare(a.price, b.price)
		default:
			order = cmp.Compare(c.ranks[a.member], c.ranks[b.member])
		}
		if order != 0 {
			return order, p.Reason, err
		}
	}
	return 0, supplier.OutdoneByOrder, err
}

func stockRank(c candidate) int {
	if c.inStock {
		return 1
	}
	return 0
}

// mixed is that prices of two currencies would have to be compared.
func (c *contests) mixed(a, b candidate) error {
	if a.member > b.member {
		a, b = b, a
	}
	return failure.Mistake(fmt.Sprintf("write the feed's currency and what one %s is worth in it: price: {currency: UAH, rates: {USD: \"41.55\"}}; or let something else decide: choose: {prefer: [%s, %s]}",
		c.currencies[b.currency], c.rule.Members[a.member].Name, c.rule.Members[b.member].Name),
		"choose: %s of %s is in %s, of %s in %s, and such prices cannot be compared", describe(a.article),
		c.rule.Members[a.member].Name, c.currencies[a.currency], c.rule.Members[b.member].Name, c.currencies[b.currency])
}

// describe is an article for people.
func describe(article uint64) string {
	if article&hashed != 0 {
		return "an article with one code and brand"
	}
	return fmt.Sprintf("the article with the barcode %d", article)
}

// offersOf are the offers of an article from the best to the worst; none where only one member
// has it.
func (c *contests) offersOf(article uint64) []candidate {
	at, found := slices.BinarySearchFunc(c.candidates, article, func(o candidate, key uint64) int { return cmp.Compare(o.article, key) })
	if !found {
		return nil
	}
	end := at
	for end < len(c.candidates) && c.candidates[end].article == article {
		end++
	}
	return c.candidates[at:end]
}

// newCandidate is what is kept of a product; currency is the index of its price's.
func (r *Rule) newCandidate(article uint64, member int, p *supplier.Product, price money.Amount, currency uint8) candidate {
	available, _, _ := selection.Stock(p, r.MinStock, r.Minus)
	units, ok := price.Scaled(priceDecimals)
	if !ok || units <= 0 {
		units = noPrice
	}
	return candidate{article: article, price: units, member: uint8(member), currency: currency, inStock: available}
}
