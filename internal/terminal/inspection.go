package terminal

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Inspection shows a person all that would be sent of a file, what would not, and why, in the
// language of the report.
func Inspection(out io.Writer, r *orderfile.Report) {
	say := sayer(r.Language)
	facts := ""
	for _, fact := range []string{r.Format, r.Encoding, r.Layout, r.Template} {
		if fact != "" {
			facts += ", " + fact
		}
	}
	fmt.Fprintln(out, say("inspect.summary", r.File, wording.NewMessage("inspect.verdict_"+r.Verdict), facts, len(r.Orders), len(r.Skipped), len(r.Problems)))
	printReading(out, r)
	for i := range r.Orders {
		printOrder(out, &r.Orders[i], r.Language)
	}
	for i := range r.Problems {
		printProblem(out, &r.Problems[i], r.Language)
	}
}

// printOrder shows an order as it would be sent: who, where, what, and who pays when.
func printOrder(out io.Writer, o *orderfile.Order, l wording.Language) {
	say := sayer(l)
	rows := strings.Trim(strings.Join(strings.Fields(fmt.Sprint(o.Rows)), ", "), "[]")
	head := say("inspect.order", oneline.Unbroken(o.ExternalID), rows, len(o.Rows))
	if o.State != "" {
		head = say("inspect.order_state", oneline.Unbroken(o.ExternalID), rows, oneline.Unbroken(o.State), len(o.Rows))
	}
	if o.Supplier != "" {
		head += ", " + oneline.Unbroken(o.Supplier)
	}
	who := []string{oneline.Unbroken(o.Recipient.Name), o.Recipient.Phone}
	if o.Recipient.Email != nil {
		who = append(who, oneline.Unbroken(*o.Recipient.Email))
	}
	fmt.Fprintf(out, "  %s: %s\n", head, strings.Join(who, ", "))
	fmt.Fprintf(out, "      %s\n", describeDelivery(o.Recipient.Delivery, l))
	fmt.Fprintf(out, "      %s\n", describeItems(o.Items, l))
	fmt.Fprintf(out, "      %s\n", describePayment(o.Payment, l))
	if o.WaybillNumber != nil {
		fmt.Fprintf(out, "      %s\n", say("inspect.waybill", oneline.Unbroken(*o.WaybillNumber)))
	}
	if o.Comment != nil {
		fmt.Fprintf(out, "      %s\n", say("inspect.comment", oneline.Unbroken(*o.Comment)))
	}
}

// describeDelivery is the carrier and the place on one line.
func describeDelivery(d supplier.Delivery, l wording.Language) string {
	say := sayer(l)
	parts := []string{l.Carrier(d.Carrier)}
	switch {
	case d.Type == supplier.ByCourier:
		parts = append(parts, say("inspect.place_courier", text(d.Address)))
	case d.Carrier == supplier.Pickup:
	case d.BranchNumber == nil:
		parts = append(parts, say("inspect.place_no_number"))
	default:
		parts = append(parts, say("inspect.place_"+cmp.Or(d.Type, supplier.ToBranch), text(d.BranchNumber)))
	}
	if d.Address != nil && d.Type != supplier.ByCourier {
		parts = append(parts, text(d.Address))
	}
	for _, part := range []string{d.City, text(d.District), text(d.Region)} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if d.PostalCode != nil && text(d.PostalCode) != text(d.BranchNumber) {
		parts = append(parts, say("inspect.index", text(d.PostalCode)))
	}
	return oneline.Unbroken(strings.Join(parts, ", "))
}

func text(of *string) string {
	if of == nil {
		return ""
	}
	return *of
}

// describeItems is each item with its price, and their sum where all have one.
func describeItems(items []supplier.NewItem, l wording.Language) string {
	say := sayer(l)
	var parts []string
	sum, known := money.Must("0"), true
	for _, item := range items {
		price := say("inspect.no_price")
		if item.Price.IsSet() {
			price = item.Price.String()
		}
		parts = append(parts, fmt.Sprintf("%s × %d (%s)", item.SKU, item.Quantity, price))
		line, err := item.Price.Times(item.Quantity)
		if err == nil {
			sum, err = sum.Add(line)
		}
		known = known && item.Price.IsSet() && err == nil
	}
	if known {
		parts = append(parts, say("inspect.lines_total", sum))
	}
	return oneline.Unbroken(strings.Join(parts, "; "))
}

func describePayment(p supplier.Payment, l wording.Language) string {
	if p.Method == supplier.PaymentCOD {
		return wording.NewMessage("inspect.pay_cod", p.CODAmount).In(l)
	}
	return wording.NewMessage("inspect.pay_" + p.Method).In(l)
}

func printProblem(out io.Writer, p *orderfile.Problem, l wording.Language) {
	say := sayer(l)
	where := say("inspect.file")
	if p.Row != nil {
		where = say("inspect.row", *p.Row)
	}
	if p.Column != nil {
		where = say("inspect.column", where, *p.Column)
	}
	fmt.Fprintf(out, "  %s: %s: %s (%s)\n", say("inspect.weight_"+p.Weight().String()), where, oneline.Unbroken(p.Message), p.Code)
}
