package waybill

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// fieldWaybill is the field that a file is for.
const fieldWaybill = "waybill_number"

// fields are all that a column can show.
func fields() []field {
	return []field{
		{name: "order_number", names: true, order: func(_ *Template, o Order) string { return o.Number }},
		{name: "order_number_plain", names: true, order: func(_ *Template, o Order) string { return strings.TrimPrefix(o.Number, "#") }},
		{name: "external_id", names: true, order: func(_ *Template, o Order) string { return o.ExternalID }},
		{name: "order_id", names: true, order: func(_ *Template, o Order) string { return o.ID }},
		{name: "status", order: func(_ *Template, o Order) string { return o.Status }},
		{name: "created", order: func(t *Template, o Order) string { return t.day(o.CreatedAt) }},
		{name: "updated", order: func(t *Template, o Order) string { return t.day(o.UpdatedAt) }},
		{name: "carrier", parcel: func(_ *Template, p Parcel) string { return p.Carrier }},
		{name: "carrier_name", parcel: func(t *Template, p Parcel) string { return t.carrierName(p.Carrier) }},
		{name: fieldWaybill, parcel: func(_ *Template, p Parcel) string { return p.Waybill }},
		{name: "tracking_url", parcel: func(t *Template, p Parcel) string { return t.address(p) }},
		{name: "parcel_state", parcel: func(_ *Template, p Parcel) string { return p.State }},
		{name: "shipped", parcel: func(t *Template, p Parcel) string { return t.day(p.ShippedAt) }},
		{name: "sku", item: func(i Item) string { return i.SKU }},
		{name: "quantity", number: true, item: func(i Item) string { return strconv.FormatInt(i.Quantity, 10) }},
	}
}

func fieldNames() []string {
	var out []string
	for _, f := range fields() {
		out = append(out, f.name)
	}
	return out
}

func (t *Template) day(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.In(t.zone).Format(t.date)
}

// carrierName is what the template calls a carrier; one that it does not name stays as it is.
func (t *Template) carrierName(carrier string) string {
	if name, known := t.carriers[carrier]; known {
		return name
	}
	return carrier
}

// address is where a parcel can be followed, "" where the template knows none.
func (t *Template) address(p Parcel) string {
	return strings.ReplaceAll(t.tracking[p.Carrier], placeholder, url.QueryEscape(p.Waybill))
}

// joined are the values of several parcels in one cell: each once where all are the same.
func (t *Template) joined(values []string) string {
	if len(slices.Compact(slices.Clone(values))) == 1 {
		return values[0]
	}
	return strings.Join(values, t.join)
}

// placeholder stands for the waybill in a carrier's address.
const placeholder = "{waybill}"
