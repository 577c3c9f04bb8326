package trade

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
)

const historyMonths = 3

// Remember gives the first client a past: orders of the last months that lived at the
// speed of real life, with their holds, returns and weekly payouts. Their numbers lie
// before the first one, so that later orders are what they are without a past. They
// take nothing from the stock.
func (h *House) Remember(ctx context.Context) error {
	orders, now := h.history, time.UnixMicro(h.Now()).UTC()
	if orders == 0 {
		return nil
	}
	return h.Store.often(ctx, func(ctx context.Context, tx Querier) error {
		var clientID sql.NullInt64
		var used, made bool
		err := tx.QueryRowContext(ctx, `SELECT (SELECT min(id) FROM token WHERE revoked_at IS NULL),
			EXISTS (SELECT 1 FROM orders), EXISTS (SELECT 1 FROM orders WHERE seq < 0)`).Scan(&clientID, &used, &made)
		if err != nil {
			return fmt.Errorf("look for the past: %w", err)
		}
		if used && !made {
			h.log.Info("the sandbox holds orders already; they are given no history")
		}
		if used || !clientID.Valid {
			return nil
		}
		goods, err := h.historyGoods(ctx, tx)
		if err != nil || len(goods) == 0 {
			return err
		}
		p := &past{house: h, clientID: clientID.Int64, goods: goods, made: map[int64]*Order{},
			rng: rand.New(rand.NewPCG(uint64(h.seed), uint64(orders)))} //nolint:gosec // chance, not secrecy
		from := now.AddDate(0, -historyMonths, 0)
		for i := range orders {
			at := from.Add(time.Duration(float64(now.Sub(from)) * (float64(i) + p.rng.Float64()) / float64(orders)))
			if err := p.order(ctx, tx, int64(i-orders), contract.Micros(at)); err != nil {
				return fmt.Errorf("make order %d of the past: %w", i+1, err)
			}
		}
		return h.advanceTx(ctx, tx, clientID.Int64, contract.Micros(now), p.made)
	})
}

// historyGoods are products that can be ordered in the currency of the books.
func (h *House) historyGoods(ctx context.Context, tx Querier) ([]catalog.Product, error) {
	rows, err := tx.QueryContext(ctx, `SELECT json FROM product_json ORDER BY ord LIMIT 1000`)
	if err != nil {
		return nil, fmt.Errorf("read products for the past: %w", err)
	}
	texts, err := Column[[]byte](rows)
	if err != nil {
		return nil, fmt.Errorf("read products for the past: %w", err)
	}
	var goods []catalog.Product
	for _, text := range texts {
		var p catalog.Product
		if err := json.Unmarshal(text, &p); err != nil {
			return nil, fmt.Errorf("read a product for the past: %w", err)
		}
		if p.Availability != catalog.Discontinued && p.Currency == h.currency && p.DropPrice.IsPos() {
			goods = append(goods, p)
		}
	}
	return goods, nil
}

// past makes orders as chance wants them.
type past struct {
	house    *House
	clientID int64
	goods    []catalog.Product
	made     map[int64]*Order // so far, by their numbers: each lives through a dozen steps
	rng      *rand.Rand
}

func (p *past) order(ctx context.Context, tx Querier, seq, at int64) error {
	if err := p.house.advanceTx(ctx, tx, p.clientID, at, p.made); err != nil {
		return err
	}
	o := &Order{seq: seq, clientID: p.clientID, status: "new", CreatedAt: at, updatedAt: at,
		history: []statusChange{{"new", contract.Stamp(at)}}, waybills: []string{}}
	o.externalID = "H-" + o.number()
	if err := p.items(o); err != nil {
		return err
	}
	o.content.ExternalID, o.content.Recipient = o.externalID, p.recipient()
	// Who paid in advance would owe more than all others bring: they are few.
	o.content.Payment = contract.Payment{Method: contract.PaymentBalance}
	if p.rng.IntN(10) > 0 && o.retail.IsPos() {
		o.content.Payment = contract.Payment{Method: contract.PaymentCOD, CODAmount: new(contract.Amount(o.retail))}
	}
	content, err := o.content.Canonical()
	if err != nil {
		return err
	}
	p.made[seq] = o
	return p.house.insertOrder(ctx, tx, o, content)
}

// items puts one to three products into an order, at the recommended price.
func (p *past) items(o *Order) error {
	var drop, retail contract.Sum
	for range 1 + p.rng.IntN(3) {
		product := p.goods[p.rng.IntN(len(p.goods))]
		item := contract.Item{SKU: product.SKU, Quantity: int64(1 + p.rng.IntN(2))}
		each, err := catalogPrice(product, item)
		if err != nil {
			return err
		}
		drop.AddTimes(each.drop, item.Quantity)
		retail.AddTimes(each.retail, item.Quantity)
		item.Price = new(contract.Amount(each.retail))
		o.content.Items = append(o.content.Items, item)
		o.lines = append(o.lines, line{SKU: item.SKU, Name: product.Name, Quantity: item.Quantity, Price: item.Price, DropPrice: contract.Amount(each.drop)})
	}
	o.drop, o.retail = drop.Total, retail.Total
	return errors.Join(drop.Err, retail.Err)
}

// recipient is nobody: the numbers are of a range that the samples use.
func (p *past) recipient() contract.Recipient {
	one := func(words ...string) string { return words[p.rng.IntN(len(words))] }
	last, first := one("Петренко", "Коваленко", "Шевчук", "Бондар", "Ткач"), one("Олена", "Іван", "Марія", "Юрій")
	branch := 1 + p.rng.IntN(60)
	r := contract.Recipient{Name: last + " " + first, LastName: &last, FirstName: &first, Phone: fmt.Sprintf("+380670000%03d", p.rng.IntN(1000)),
		Delivery: contract.Delivery{Carrier: one(contract.NovaPoshta, contract.NovaPoshta, contract.Ukrposhta, contract.Meest), Type: one(contract.ToBranch, contract.ToBranch, contract.ToLocker),
			City: one("Київ", "Львів", "Одеса", "Дніпро", "Харків", "Полтава"), BranchNumber: new(fmt.Sprint(branch))}}
	if r.Delivery.Carrier == contract.Ukrposhta { // its branches are postal codes, and it has no lockers
		r.Delivery.Type, r.Delivery.BranchNumber = contract.ToBranch, new(fmt.Sprintf("%05d", 1000+branch))
	}
	return r
}
