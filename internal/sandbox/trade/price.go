package trade

import (
	"context"
	"errors"
	"fmt"

	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
	"github.com/govalues/decimal"
)

// price finds each item's product and price, takes it from stock, and sums up.
func (h *House) price(ctx context.Context, tx Querier, o *Order) error {
	var errs []contract.FieldError
	var drop, retail contract.Sum
	for i, item := range o.content.Items {
		l, each, refusal, err := h.priceItem(ctx, tx, item, o.CreatedAt)
		if err != nil {
			return err
		}
		if refusal != nil {
			refusal.Pointer = new(fmt.Sprintf("/items/%d/%s", i, *refusal.Pointer))
			errs = append(errs, *refusal)
			continue
		}
		o.lines = append(o.lines, l)
		drop.AddTimes(each.drop, l.Quantity)
		retail.AddTimes(each.retail, l.Quantity)
	}
	if len(errs) > 0 {
		return contract.Invalid(errs)
	}
	o.drop, o.retail = drop.Total, retail.Total
	if err := errors.Join(drop.Err, retail.Err); err != nil {
		return fmt.Errorf("sum an order up: %w", err)
	}
	return nil
}

// eachPrice is what one piece costs the client, and the client's buyer.
type eachPrice struct{ drop, retail decimal.Decimal }

func (h *House) priceItem(ctx context.Context, tx Querier, item contract.Item, now int64) (line, eachPrice, *contract.FieldError, error) {
	fail := func(member, code, format string, args ...any) (line, eachPrice, *contract.FieldError, error) {
		e := contract.AtPointer(member, code, format, args...)
		return line{}, eachPrice{}, &e, nil
	}
	ord, p, known, err := productBySKU(ctx, tx, item.SKU)
	if err != nil {
		return line{}, eachPrice{}, nil, err
	}
	l := line{SKU: item.SKU, Name: item.SKU, Quantity: item.Quantity, Price: item.Price}
	usable := known && p.Availability != catalog.Discontinued && p.Currency == h.currency
	switch {
	case usable && h.anySKU: // priced as in the catalogue, without stock
	case usable:
		taken, enough := reserve(p, item.Quantity)
		if !enough {
			return fail("quantity", "insufficient_stock", "there is too little of %s for %d", item.SKU, item.Quantity)
		}
		if err := move(ctx, tx, ord, p, -int(taken), now); err != nil {
			return line{}, eachPrice{}, nil, err
		}
		l.Reserved = taken
	case h.anySKU:
		each, err := inventedPrice(item)
		l.DropPrice = contract.Amount(each.drop)
		return l, each, nil, err
	case known && p.Availability != catalog.Discontinued:
		return fail("sku", "currency_unsupported", "%s is priced in %s; orders are kept in %s", item.SKU, p.Currency, h.currency)
	default:
		return fail("sku", "unknown_sku", "there is no product with the SKU %q to order", item.SKU)
	}
	each, err := catalogPrice(p, item)
	l.Name, l.DropPrice = p.Name, contract.Amount(each.drop)
	return l, each, nil, err
}

// reserve says how many pieces leave the stock, and whether there are enough.
// Hidden stock always is; what is made to order leaves none.
func reserve(p catalog.Product, quantity int64) (taken int64, enough bool) {
	switch {
	case p.Availability == catalog.OutOfStock:
		return 0, false
	case p.Availability == catalog.OnOrder || p.Quantity == nil:
		return 0, true
	default:
		return quantity, int64(*p.Quantity) >= quantity
	}
}

// catalogPrice takes the drop price of the tier that the quantity reaches. An
// item without a retail price sells at the RRP, or at the drop price.
func catalogPrice(p catalog.Product, item contract.Item) (eachPrice, error) {
	each := eachPrice{drop: p.DropPrice}
	for _, tier := range p.Tiers { // by rising quantity
		if item.Quantity >= int64(tier.MinQuantity) {
			each.drop = tier.Price
		}
	}
	each.retail = each.drop
	if p.RRP != nil {
		each.retail = *p.RRP
	}
	var err error
	if item.Price != nil {
		each.retail, err = contract.StoredAmount(*item.Price)
	}
	return each, err
}

// inventedPrice is for a SKU that nobody knows: 70 % of the retail price, or 100.
func inventedPrice(item contract.Item) (eachPrice, error) {
	hundred := decimal.MustNew(100, 0)
	if item.Price == nil {
		return eachPrice{hundred, hundred}, nil
	}
	retail, err := contract.StoredAmount(*item.Price)
	if err != nil {
		return eachPrice{}, err
	}
	drop, err := retail.Mul(decimal.MustNew(7, 1))
	if err != nil {
		return eachPrice{}, fmt.Errorf("take the drop price: %w", err)
	}
	return eachPrice{drop.Trunc(2), retail}, nil
}
