package handover

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// fieldNumber is the field by which the supplier's answers are found again.
const fieldNumber = "order_number"

// record is what a row tells of: an order, and one of its lines where rows are lines.
type record struct {
	order supplier.NewOrder
	line  supplier.NewItem
	first bool      // the row is the first of its order
	at    time.Time // when the order is handed over
}

// field is something that a column can show. Exactly one of whole and line gives it.
type field struct {
	name   string
	number bool // its cells are numbers in a workbook
	amount bool // its cells are amounts of money
	exact  bool // another system compares it: never changed for the sake of a spreadsheet
	whole  func(*Template, record) string
	line   func(supplier.NewItem) string
}

// fields are all that a column can show. An absent value is an empty cell.
func fields() []field {
	return []field{
		{name: fieldNumber, exact: true, whole: func(_ *Template, r record) string { return r.order.ExternalID }},
		{name: "date", whole: func(t *Template, r record) string { return r.at.Format(t.date) }},
		{name: "name", whole: func(_ *Template, r record) string { return r.order.Recipient.Name }},
		{name: "last_name", whole: recipientText(func(p *supplier.Recipient) *string { return p.LastName })},
		{name: "first_name", whole: recipientText(func(p *supplier.Recipient) *string { return p.FirstName })},
		{name: "middle_name", whole: recipientText(func(p *supplier.Recipient) *string { return p.MiddleName })},
		{name: "phone", exact: true, whole: func(_ *Template, r record) string { return r.order.Recipient.Phone }},
		{name: "email", whole: recipientText(func(p *supplier.Recipient) *string { return p.Email })},
		{name: "carrier", whole: func(_ *Template, r record) string { return r.order.Recipient.Delivery.Carrier }},
		{name: "delivery_type", whole: func(_ *Template, r record) string { return r.order.Recipient.Delivery.Type }},
		{name: "city", whole: (*Template).city},
		{name: "region", whole: recipientText(func(p *supplier.Recipient) *string { return p.Delivery.Region })},
		{name: "district", whole: recipientText(func(p *supplier.Recipient) *string { return p.Delivery.District })},
		{name: "branch_number", whole: recipientText(func(p *supplier.Recipient) *string { return p.Delivery.BranchNumber })},
		{name: "address", whole: recipientText(func(p *supplier.Recipient) *string { return p.Delivery.Address })},
		{name: "postal_code", whole: recipientText(func(p *supplier.Recipient) *string { return p.Delivery.PostalCode })},
		{name: "sku", exact: true, line: func(i supplier.NewItem) string { return i.SKU }},
		{name: "quantity", number: true, line: func(i supplier.NewItem) string { return strconv.FormatInt(i.Quantity, 10) }},
		{name: "price", amount: true, line: func(i supplier.NewItem) string { return i.Price.String() }},
		{name: "items", whole: (*Template).items},
		{name: "payment", whole: func(_ *Template, r record) string { return r.order.Payment.Method }},
		{name: "cod_amount", amount: true, whole: (*Template).collected},
		{name: "waybill_number", exact: true, whole: func(_ *Template, r record) string { return deref(r.order.WaybillNumber) }},
		{name: "comment", whole: func(_ *Template, r record) string { return deref(r.order.Comment) }},
	}
}

func fieldNames() []string {
	var out []string
	for _, f := range fields() {
		out = append(out, f.name)
	}
	return out
}

func recipientText(of func(*supplier.Recipient) *string) func(*Template, record) string {
	return func(_ *Template, r record) string { return deref(of(&r.order.Recipient)) }
}

func deref(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// city is the place, with the district and the region in brackets behind it where no column
// shows them: places of one name are many.
func (t *Template) city(r record) string {
	to := r.order.Recipient.Delivery
	var more []string
	for _, one := range []struct{ name, text string }{{"district", deref(to.District)}, {"region", deref(to.Region)}} {
		if one.text != "" && !t.shows(one.name) {
			more = append(more, one.text)
		}
	}
	if len(more) == 0 {
		return to.City
	}
	return to.City + " (" + strings.Join(more, ", ") + ")"
}

// items are all lines of an order in one cell, such as "KB-01 × 2; MS-02 × 1".
func (t *Template) items(r record) string {
	var out []string
	for _, item := range r.order.Items {
		out = append(out, fmt.Sprintf("%s × %d", item.SKU, item.Quantity))
	}
	return strings.Join(out, cmp.Or(t.join, "; "))
}

// collected is what the recipient pays on delivery. Where rows are lines the amount, which
// is that of the order, stands at its first line alone: sums of the column stay right.
func (t *Template) collected(r record) string {
	if r.order.Payment.Method != supplier.PaymentCOD || !r.first {
		return ""
	}
	return r.order.Payment.CODAmount.String()
}

// amountText is an amount with the template's decimal mark; a workbook has numbers.
func (t *Template) amountText(text string) string {
	if t.Format == formatCSV {
		return strings.Replace(text, ".", t.decimal, 1)
	}
	return text
}
