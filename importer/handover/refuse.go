package handover

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// refusal is why an order cannot be said in the columns of a template, or a file cannot be read.
type refusal struct {
	message  wording.Message
	language wording.Language
}

func (r *refusal) Error() string { return r.message.In(r.language) }

// Hint is none: Error says what can be done.
func (r *refusal) Hint() string { return "" }

// Failure is one of the order and the template, or of the file.
func (r *refusal) Failure() failure.Kind { return failure.Other }

// refuses says why the template cannot say an order, zero where it can: what somebody wrote
// of payment, place or parcel has to arrive.
func (t *Template) refuses(order supplier.NewOrder) wording.Message {
	if unsaid := t.unsaid(order); len(unsaid) > 0 {
		return wording.NewMessage("handover.no_column", t.Name, strings.Join(unsaid, ", "))
	}
	for _, row := range t.records(order) {
		for i, value := range t.values(row) {
			col := &t.columns[i]
			if _, known := col.word(value); !known {
				return wording.NewMessage("handover.no_word", t.Name, value, col.heading, col.field.name)
			}
		}
		texts := t.texts(row)
		if i, char, lacks := t.unwritable(texts); lacks {
			return wording.NewMessage("handover.unwritable", string(t.encoding), string(char), t.columns[i].heading)
		}
	}
	return wording.Message{}
}

// unsaid are the values of an order that no column shows, by the names of the columns that
// would.
func (t *Template) unsaid(order supplier.NewOrder) []string {
	to := order.Recipient.Delivery
	var out []string
	for _, one := range []struct {
		text string
		by   []string
	}{
		{deref(order.Comment), []string{"comment"}},
		{deref(order.WaybillNumber), []string{"waybill_number"}},
		{deref(order.Recipient.Email), []string{"email"}},
		{deref(to.BranchNumber), []string{"branch_number"}},
		{deref(to.Address), []string{"address"}},
		{deref(to.PostalCode), []string{"postal_code"}},
		{order.Payment.CODAmount.String(), []string{"cod_amount"}},
		{order.Payment.Method, []string{"payment", "cod_amount"}},
		{unless(to.Type, supplier.ToBranch), []string{"delivery_type"}},
		{unless(to.Carrier, t.carrier), []string{"carrier"}},
	} {
		if one.text != "" && !t.shows(one.by...) && !slices.Contains(out, one.by[0]) {
			out = append(out, one.by[0])
		}
	}
	return out
}

// unless is a value that is not the usual one.
func unless(value, usual string) string {
	if value == usual {
		return ""
	}
	return value
}
