// Package payment decides what an order's cells say together of its money: who pays when, and
// what is collected on delivery. It reads no cells; whoever reads them fills what was said.
//
// The way of a payment: what the rows say is gathered (said.go) beside the bill of the order's
// items (bill.go); a way of payment is held against the amounts (said.go), the order's state
// and ticks (state.go); what is to be collected is the first amount that is certain
// (collect.go), less a discount (discount.go) and held against bonuses and advances
// (credit.go). Blank cells mean something by what the other orders' cells hold (blank.go).
//
// Glossary: the way is cod, prepaid or balance; a total is the order's sum, a discounted one is
// less the discount; to pay is what is left; in advance is what was paid; a deposit is an
// advance in part; credit are bonuses, vouchers and gift cards; a bill is what the items come
// to; possible sums are those with or without delivery and discount, as systems differ; a
// contradiction is two cells against each other; pending waits for a payment in advance.
package payment
