package sandbox

import (
	"net/http"
	"testing"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
	"github.com/stretchr/testify/require"
)

// sentTo changes where an order goes; waybill is the client's own, "" for none.
func sentTo(delivery map[string]any, waybill string) func(map[string]any) {
	return func(o map[string]any) {
		o["recipient"].(map[string]any)["delivery"] = delivery
		if waybill != "" {
			o["waybill_number"] = waybill
		}
	}
}

// place is a place of delivery; absent members are "".
func place(carrier, kind, city, branch, address string) map[string]any {
	to := map[string]any{"carrier": carrier, "type": kind, "city": city}
	for name, value := range map[string]string{"branch_number": branch, "address": address} {
		if value != "" {
			to[name] = value
		}
	}
	return to
}

func TestNumbersOfTheCarriersAreChecked(t *testing.T) {
	f := newFixture(t, Options{})
	const street = "вул. Зразкова, 1"
	for name, c := range map[string]struct {
		to      map[string]any
		waybill string
		refused []string
	}{
		"nova poshta":            {place("nova_poshta", "branch", "Київ", "12", ""), "20450000000101", nil},
		"nova poshta, short":     {place("nova_poshta", "branch", "Київ", "12", ""), "2045000000010", []string{"/waybill_number:invalid_format"}},
		"nova poshta, letters":   {place("nova_poshta", "branch", "Київ", "12", ""), "2045000000010A", []string{"/waybill_number:invalid_format"}},
		"post":                   {place("ukrposhta", "branch", "Київ", "01001", ""), "0500000000101", nil},
		"post, 14 digits":        {place("ukrposhta", "branch", "Київ", "01001", ""), "05000000001011", []string{"/waybill_number:invalid_format"}},
		"post, no code":          {place("ukrposhta", "branch", "Київ", "12", ""), "", []string{"/recipient/delivery/branch_number:invalid_format"}},
		"post, six digits":       {place("ukrposhta", "branch", "Київ", "010012", ""), "", []string{"/recipient/delivery/branch_number:invalid_format"}},
		"post, an address":       {place("ukrposhta", "branch", "Київ", "", street), "", nil},
		"post, by courier":       {place("ukrposhta", "courier", "Київ", "", street+", 01001"), "0500000000102", nil},
		"meest":                  {place("meest", "branch", "Київ", "4711", ""), "MST-0000000101", nil},
		"meest, short":           {place("meest", "branch", "Київ", "4711", ""), "17", []string{"/waybill_number:invalid_format"}},
		"rozetka":                {place("rozetka_delivery", "branch", "Київ", "12", ""), "RZ-0000000101", nil},
		"pickup":                 {place("pickup", "branch", "Київ", "", ""), "стіл 4", nil},
		"courier":                {place("nova_poshta", "courier", "Київ", "", street), "20450000000102", nil},
		"courier to nowhere":     {place("nova_poshta", "courier", "Київ", "12", ""), "", []string{"/recipient/delivery/address:required"}},
		"courier, empty":         {place("meest", "courier", "Київ", "", ""), "", []string{"/recipient/delivery/address:required"}},
		"a branch by address":    {place("nova_poshta", "branch", "Київ", "", street), "", nil},
		"a locker":               {place("nova_poshta", "locker", "Київ", "5432", ""), "", nil},
		"a village":              {place("nova_poshta", "branch", "Іванівка (Одеська обл., Березівський р-н)", "1", ""), "", nil},
		"carrier nobody knows":   {place("dhl", "branch", "Київ", "1", ""), "anything", []string{"/recipient/delivery/carrier:not_one_of"}},
		"several things at once": {place("ukrposhta", "courier", "Київ", "7", ""), "7", []string{"/recipient/delivery/address:required", "/recipient/delivery/branch_number:invalid_format", "/waybill_number:invalid_format"}},
	} {
		t.Run(name, func(t *testing.T) {
			a := f.post(orderBody(t, name, sentTo(c.to, c.waybill)), nil)
			if c.refused != nil {
				require.Equal(t, http.StatusUnprocessableEntity, a.status, "%s", a.body)
				require.Equal(t, c.refused, a.codes(t))
				return
			}
			require.Equal(t, http.StatusCreated, a.status, "%s", a.body)
			var o map[string]any
			a.into(t, &o)
			require.Equal(t, c.to["city"], member(o, "recipient", "delivery", "city"))
			require.Equal(t, c.to["address"], member(o, "recipient", "delivery", "address"))
			if c.waybill != "" {
				require.Equal(t, c.waybill, o["waybill_number"])
				require.Equal(t, []any{c.waybill}, o["waybills"])
			}
		})
	}
}

// TestParcelsGoWithTheOrdersCarrier: each with a number as that carrier has them, or with
// the client's own.
func TestParcelsGoWithTheOrdersCarrier(t *testing.T) {
	f := newFixture(t, Options{})
	own := map[string]string{"nova_poshta": "20450000000101", "ukrposhta": "0500000000101", "meest": "MST-4711-0001"}
	for _, carrier := range contract.Carriers() {
		f.order(t, carrier, sentTo(place(carrier, "courier", "Київ", "", "вул. Зразкова, 1"), ""))
		if own[carrier] != "" {
			f.order(t, carrier+" own", sentTo(place(carrier, "branch", "Київ", "01001", ""), own[carrier]))
		}
	}
	f.clock.pass(12 * time.Hour)
	shipments := f.list(t, "/api/shipments").Data
	require.Len(t, shipments, 8)
	for _, s := range shipments {
		carrier := s["carrier"].(string)
		number := s["waybill_number"].(string)
		if s["external_id"] == carrier {
			require.True(t, contract.WaybillForm(carrier) == nil || contract.WaybillForm(carrier).MatchString(number), "%s: %s", carrier, number)
			continue
		}
		require.Equal(t, carrier+" own", s["external_id"])
		require.Equal(t, own[carrier], number)
	}
}
