package state

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// found reports whether an order is found by a text.
func found(o Order, text string) bool {
	terms := o.Terms()
	words := Words(text)
	for _, forms := range words {
		if !slices.ContainsFunc(forms, func(form string) bool {
			return slices.ContainsFunc(terms, func(term string) bool { return strings.HasPrefix(term, form) })
		}) {
			return false
		}
	}
	return len(words) > 0
}

func TestTermsAndWords(t *testing.T) {
	o := Order{OrderKey: OrderKey{ExternalID: "KC-1001"}, RemoteID: "ord_ABC7", Waybills: []string{"20450000000001"},
		Parcels: []Parcel{{Waybill: "0504512345678", State: "deleted", Carrier: "ukrposhta"}},
		Content: []byte(`{"recipient":{"name":"Мар’яна О'Нечуй-Левицька","phone":"+380671234567","delivery":{"carrier":"nova_poshta"}},
			"items":[{"sku":"KB-01","quantity":1},{"sku":"чохол 7","quantity":1}],"waybill_number":"59000000000001"}`)}
	for _, text := range []string{
		"KC-1001", "kc-10", "1001", "kc", "ord_abc7", "ORD_ABC",
		"+380671234567", "380671234567", "80671234567", "0671234567", "671234567", "067 123-45-67", "(067) 123 45 67", "+38 067 123 45 67", "067123", "+38067",
		"38 067 123 45 67", "8 067 123 45 67", "8 (067) 123-45-67", "00380671234567", "00 380 67 123 45 67",
		"20450000000001", "2045 0000 0000 01", "0504512345678", "05045 1234 5678", "59000000000001",
		"kb-01", "KB-0", "чохол", "мар'яна", "МАРЯНА", "Мар`яна онечуй", "левицька мар", "ОʼНечуй", "левицька 067 123 45 67", "1001 kb-01",
	} {
		require.True(t, found(o, text), text)
	}
	for _, text := range []string{"1002", "0671234568", "067 123-45-68", "20450000000002", "kb-02", "01", "Олена", "левицька олена", "=nova_poshta", "…", "", "001"} {
		require.False(t, found(o, text), text)
	}
	terms := o.Terms()
	require.Subset(t, terms, []string{CarrierTerm("nova_poshta"), CarrierTerm("ukrposhta"), "671234567"})
	require.True(t, slices.IsSorted(o.RemoteTerms()))
	require.Empty(t, Order{}.Terms())
}

func TestLate(t *testing.T) {
	day := func(text string) time.Time {
		at, err := time.ParseInLocation(time.DateOnly, text, time.Local)
		require.NoError(t, err)
		return at
	}
	parcel := func(state, due, shipped string) Parcel {
		p := Parcel{State: state, Due: due}
		if shipped != "" {
			p.ShippedAt = day(shipped)
		}
		return p
	}
	for name, c := range map[string]struct {
		parcels []Parcel
		status  string
		want    string // "": never
	}{
		"the day named":     {[]Parcel{parcel("in_transit", "2026-10-05", "2026-10-01")}, "shipped", "2026-10-06"},
		"no day named":      {[]Parcel{parcel("in_transit", "", "2026-10-01")}, "shipped", "2026-10-08"},
		"a day that is not": {[]Parcel{parcel("in_transit", "soon", "2026-10-01")}, "shipped", "2026-10-08"},
		"the first of two":  {[]Parcel{parcel("in_transit", "2026-10-09", ""), parcel("arrived", "2026-10-05", "")}, "shipped", "2026-10-06"},
		"delivered":         {[]Parcel{parcel("delivered", "2026-10-05", "2026-10-01")}, "shipped", ""},
		"not shipped":       {[]Parcel{parcel("created", "", "")}, "shipped", ""},
		"a final order":     {[]Parcel{parcel("in_transit", "2026-10-05", "")}, "completed", ""},
		"no parcel":         {nil, "shipped", "2026-10-04"},
	} {
		o := Order{State: Accepted, RemoteStatus: c.status, Parcels: c.parcels, CreatedAt: day("2026-10-01")}
		if c.want == "" {
			require.True(t, o.LateFrom().IsZero(), name)
			require.False(t, o.Late(day("2030-01-01")), name)
			continue
		}
		require.True(t, day(c.want).Equal(o.LateFrom()), "%s: %v", name, o.LateFrom())
		require.True(t, o.Late(day(c.want)), name)
		require.False(t, o.Late(day(c.want).Add(-1)), name)
		require.False(t, o.Late(o.CreatedAt.Add(LateForgotten+1)), name)
	}
}
