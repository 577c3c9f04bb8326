package sales

import (
	"github.com/dropbridge/dropbridge/exporter/remembered"
	"github.com/dropbridge/dropbridge/exporter/table"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Report is what was written.
type Report struct {
	Out         string       `json:"out"`
	From        string       `json:"from"` // the first day
	To          string       `json:"to"`   // the last day
	Zone        string       `json:"zone"`
	Orders      *int64       `json:"orders,omitempty"` // absent for shipments
	Items       *int64       `json:"items,omitempty"`
	Shipments   int64        `json:"shipments"`
	Rows        int64        `json:"rows"`               // one an order or a shipment
	Late        int64        `json:"late"`               // orders or shipments
	Currency    string       `json:"currency,omitempty"` // of the totals, where the supplier names one
	Totals      Totals       `json:"totals"`             // nothing but null where rows are in several currencies
	Void        *Void        `json:"void,omitempty"`     // absent for shipments
	ByCurrency  []InCurrency `json:"by_currency,omitempty"`
	Checks      []Check      `json:"checks"`
	Unchecked   []string     `json:"unchecked"`   // what could not be checked, and why
	Differences []Difference `json:"differences"` // the first thousand
	Bytes       int64        `json:"bytes"`
	SHA256      string       `json:"sha256"`
	Lost        *table.Lost  `json:"lost,omitempty"` // what the encoding of a CSV file lacks

	details []wording.Message // of the checks
	blind   []Unchecked
	memory  *remembered.Memory // until Remember or Forget
}

// Unchecked is a check that could not be made, and why.
type Unchecked struct {
	Name string
	Why  wording.Message
}

// DetailIn is the detail of a check in a language.
func (r *Report) DetailIn(n int, l wording.Language) string {
	if n >= len(r.details) {
		return r.Checks[n].Detail
	}
	return r.details[n].In(l)
}

// UncheckedIn is what could not be checked, and why, in a language.
func (r *Report) UncheckedIn(l wording.Language) (lines []string) {
	if len(r.blind) == 0 {
		return r.Unchecked
	}
	for _, u := range r.blind {
		lines = append(lines, u.Name+": "+u.Why.In(l))
	}
	return lines
}

// NotChecked are the checks of Unchecked, to be said in each language.
func (r *Report) NotChecked() []Unchecked { return r.blind }

// Void is what the cancelled and returned orders come to, which the totals leave out.
type Void struct {
	Orders int64 `json:"orders"`
	Totals
}

// Totals are sums over the rows; of orders, over those that stand. Those of drop, retail and profit are absent for shipments.
type Totals struct {
	Drop         money.Amount `json:"drop,omitzero"`
	Retail       money.Amount `json:"retail,omitzero"`
	Profit       money.Amount `json:"profit,omitzero"`
	COD          money.Amount `json:"cod"`
	CODExpected  money.Amount `json:"cod_expected"`
	CODCollected money.Amount `json:"cod_collected"`
	CODPaidOut   money.Amount `json:"cod_paid_out"`
}

// Check is one thing that must hold for every row.
type Check struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail"` // one line of English with the figures
}

// Difference is an order or a shipment that does not fit.
type Difference struct {
	Code       string       `json:"code"` // the name of its check, or what became of a row since its last export
	OrderID    string       `json:"order_id"`
	ExternalID string       `json:"external_id"`
	Waybill    string       `json:"waybill_number,omitempty"`
	Expected   money.Amount `json:"expected"`
	Found      money.Amount `json:"found"`
	Message    string       `json:"message"` // one line of English

	said  wording.Message // the same in every language; workbooks have the figures apart
	kind  trait
	check string // where it is not the code
}

// OK reports whether every check holds.
func (r *Report) OK() bool {
	for _, check := range r.Checks {
		if !check.OK {
			return false
		}
	}
	return true
}

// InCurrency is what the rows of one currency come to.
type InCurrency struct {
	Currency string `json:"currency"` // "" where the supplier does not say
	Rows     int64  `json:"rows"`
	Totals   Totals `json:"totals"`
	Void     *Void  `json:"void,omitempty"` // absent for shipments
}

// trait is what differences have in common that may be one finding.
type trait struct {
	what     string // the sentence of the catalogue that says what is wrong, "" for one that stands alone
	payment  string // the method of the orders; "" for parcels and what concerns all orders
	currency string
}

// name is what people know the order or parcel by.
func (d *Difference) name() string {
	for _, name := range []string{d.ExternalID, d.OrderID, d.Waybill} {
		if name != "" {
			return name
		}
	}
	return "?"
}
