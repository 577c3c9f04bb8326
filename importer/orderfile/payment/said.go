package payment

import (
	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Said is what an order's rows say of how it is paid.
type Said struct {
	Way     lexicon.Payment // "" where no cell says
	WayText string
	Open    string // a cell that says that all or a part is still to be paid
	// Paid is Prepaid or Unpaid, "" where no cell says whether the order was paid.
	Paid       lexicon.Payment
	PaidSaid   bool         // a cell speaks of whether it was paid
	Total      money.Amount // of the order
	Discounted money.Amount // the same less the discount
	COD        money.Amount // on delivery
	ToPay      money.Amount
	InAdvance  money.Amount // what was paid already
	Deposit    bool         // the column of that speaks of a deposit
	delivery   money.Amount // what the delivery costs
	Refunded   money.Amount
	Discount   Discount
	Credit     Credit
	State      State
}

// FieldAmount is an amount of an order and the field whose column has it.
type FieldAmount struct {
	Field  field.Field
	Amount *money.Amount
}

// Amounts are an order's amounts and their columns: repeated on its rows they count once.
func (p *Said) Amounts() []FieldAmount {
	return []FieldAmount{{field.OrderTotal, &p.Total}, {field.Discounted, &p.Discounted}, {field.CODAmount, &p.COD}, {field.ToPay, &p.ToPay},
		{field.PaidAmount, &p.InAdvance}, {field.DeliveryCost, &p.delivery}}
}

// Contradiction is what two cells of an order's payment say against each other.
func (p *Said) Contradiction(way lexicon.Payment, onDelivery bool) *problem.Fault {
	zero := p.ToPay.IsSet() && p.ToPay.Sign() == 0 || !p.ToPay.IsSet() && p.COD.IsSet() && p.COD.Sign() == 0
	switch {
	case way == lexicon.Prepaid && onDelivery:
		return problem.Faultf(problem.PaymentConflict, celltext.Show(p.wayOr(supplier.PaymentPrepaid)), FirstSet(p.ToPay, p.COD))
	case way == lexicon.Prepaid && p.Paid == lexicon.Unpaid:
		return problem.Faultf(problem.PaymentUnknown+".not_yet", celltext.Show(p.wayOr(supplier.PaymentPrepaid)))
	case way == lexicon.COD && p.Paid == lexicon.Prepaid:
		return problem.Faultf(problem.PaymentConflict+".paid", celltext.Show(p.wayOr(supplier.PaymentCOD)))
	case way == lexicon.COD && p.Way != "" && zero:
		return problem.Faultf(problem.PaymentConflict+".zero", celltext.Show(p.wayOr(supplier.PaymentCOD)))
	}
	return nil
}

func (p *Said) wayOr(otherwise string) string {
	if p.WayText != "" {
		return p.WayText
	}
	return otherwise
}

// FirstSet is the first amount that is there.
func FirstSet(amounts ...money.Amount) money.Amount {
	for _, amount := range amounts {
		if amount.IsSet() {
			return amount
		}
	}
	return money.Amount{}
}

// State is what an order's state says of its payment: shops and marketplaces call an order
// "Оплачено" or "pending payment" where others have a column for that.
type State struct {
	Paid    string // the state that says that it was paid
	Pending string // the state that says that it was not paid yet
	Dash    string // "-" or the like in a cell of payment
	NotCOD  string // a tick that nothing is paid on delivery
	Named   bool   // the way of payment itself says that it was paid
}

// Credit are what bonuses, vouchers and gift cards take off what an order's customer
// pays, each column's once.
type Credit struct {
	Sum    money.Amount
	Column string // the first that has one
	Row    int    // the row that has them: repeated on others they count once
	Odd    bool   // several rows have different ones, or a percentage: nobody can tell the amount
}

// Discount is an order's discount, an amount or a percentage of its lines.
type Discount struct {
	Amount  money.Amount
	Percent money.Amount // 5 for "5%"
	Differs bool         // the order's rows have different ones
	Others  []Discount   // of further columns: they may be the same one in another form, or add up
}
