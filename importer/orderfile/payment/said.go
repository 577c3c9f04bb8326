package payment

import (
	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/money"
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

// PartPaid: an amount that was paid in advance and is less than the order's leaves a rest, and
// nobody can tell whether it is paid on delivery. An amount of 1 or 0 on delivery is a flag.
func (p *Said) PartPaid(b Bill, way lexicon.Payment, onDelivery bool) *problem.Fault {
	sum := FirstSet(p.Discounted, p.Total, SumOfItems(b.Items))
	one := money.Must("1")
	switch {
	case onDelivery && FirstSet(p.ToPay, p.COD).Equal(one) && sum.IsSet() && sum.Cmp(one) > 0:
		return problem.Faultf(problem.CODAmountMissing + ".flag")
	case p.InAdvance.IsSet() && !onDelivery && !p.noDeposit() && way != lexicon.COD && sum.IsSet() && p.InAdvance.Cmp(sum) < 0:
		return problem.Faultf(problem.CODAmountMissing+".in_part", p.InAdvance)
	}
	return nil
}

// Contradiction is what two cells of an order's payment say against each other.
func (p *Said) Contradiction(way lexicon.Payment, onDelivery bool) *problem.Fault {
	zero := p.ToPay.IsSet() && p.ToPay.Sign() == 0 || !p.ToPay.IsSet() && p.COD.IsSet() && p.COD.Sign() == 0
	switch {
	case way == lexicon.Prepaid && onDelivery:
		return problem.Faultf(problem.PaymentConflict, celltext.Show(p.wayOr("prepaid")), FirstSet(p.ToPay, p.COD))
	case way == lexicon.Prepaid && p.Paid == lexicon.Unpaid:
		return problem.Faultf(problem.PaymentUnknown+".not_yet", celltext.Show(p.wayOr("prepaid")))
	case way == lexicon.COD && p.Paid == lexicon.Prepaid:
		return problem.Faultf(problem.PaymentConflict+".paid", celltext.Show(p.wayOr("cod")))
	case way == lexicon.COD && p.Way != "" && zero:
		return problem.Faultf(problem.PaymentConflict+".zero", celltext.Show(p.wayOr("cod")))
	}
	return nil
}

func (p *Said) wayOr(otherwise string) string {
	if p.WayText != "" {
		return p.WayText
	}
	return otherwise
}

// ToCollect is what the customer pays on delivery: what is still to pay, else the amount on
// delivery, else the sum with discount, else the sum, else the lines less the discount.
func (p *Said) ToCollect(b Bill) (money.Amount, *problem.Fault) {
	amount := FirstSet(p.ToPay, p.COD)
	if p.paidTwice(b, amount) {
		return money.Amount{}, problem.Faultf(problem.PaymentConflict+".advance", amount, p.InAdvance)
	}
	if amount.Sign() > 0 {
		return amount, nil
	}
	if p.InAdvance.Sign() > 0 {
		return money.Amount{}, problem.Faultf(problem.CODAmountMissing+".in_part", p.InAdvance)
	}
	if amount = FirstSet(p.Discounted, p.Total); !amount.IsSet() {
		lines := SumOfItems(b.Items)
		less, f := p.Discount.of(lines, b.Rows)
		if f != nil {
			return money.Amount{}, f
		}
		if amount = lines; less.IsSet() && lines.IsSet() {
			if left, err := lines.Sub(less); err == nil {
				amount = left
			}
			if f := b.offEachPiece(less); f != nil {
				return money.Amount{}, f
			}
		}
	} else if b.isOfLines(amount) {
		return money.Amount{}, problem.Faultf(problem.CODAmountMissing+".of_lines", amount)
	}
	switch {
	case amount.Sign() <= 0:
		return money.Amount{}, problem.Faultf(problem.CODAmountMissing)
	case p.unclearCredit(b, amount):
		return money.Amount{}, problem.Faultf(problem.CODAmountMissing+".credit", celltext.Show(p.Credit.Column))
	}
	return amount, nil
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
