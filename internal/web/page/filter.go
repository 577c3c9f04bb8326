package page

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// filter is what the address of the list of orders asks for, as it stands there.
type filter struct {
	Text     string // q
	State    string
	Source   string // state.InboxItself: none
	Supplier string // his name
	From, To string // days, both inclusive: YYYY-MM-DD
	Carrier  string
	Late     string // 1
	Waybill  string // a day on which a waybill became known: YYYY-MM-DD
	After    string // the cursor of the page before
}

func filterOf(r *http.Request) filter {
	get := func(name string) string { return strings.TrimSpace(r.FormValue(name)) }
	return filter{Text: get("q"), State: get("state"), Source: get("source"), Supplier: get("supplier"), From: get("from"), To: get("to"), Carrier: get("carrier"), Late: get("late"), Waybill: get("waybill"), After: get("after")}
}

// address is the list of orders that are filtered so.
func (f filter) address() string {
	return address("/orders", url.Values{"q": {f.Text}, "state": {f.State}, "source": {f.Source}, "supplier": {f.Supplier}, "from": {f.From}, "to": {f.To}, "carrier": {f.Carrier},
		"late": {f.Late}, "waybill": {f.Waybill}, "after": {f.After}})
}

// pages are the addresses where the list goes on and where it begins, "" where it does not.
func (f filter) pages(next string) (more, start string) {
	here := f
	if f.After = next; next != "" {
		more = f.address()
	}
	if f.After = ""; here.After != "" {
		start = f.address()
	}
	return more, start
}

// Filters reports whether more than words is asked for.
func (f filter) Filters() bool { return f != filter{Text: f.Text, After: f.After} }

// Any reports whether anything is asked for.
func (f filter) Any() bool { return f != filter{After: f.After} }

// query is what the journal is asked for; refused names a word that means nothing. Days are
// those of now's zone.
func (f filter) query(now time.Time) (q state.SearchQuery, refused wording.Message) {
	q = state.SearchQuery{Text: f.Text, Carrier: f.Carrier, Cursor: f.After}
	switch {
	case f.State == "":
	case !slices.Contains(orderStates(), f.State):
		return q, wording.NewMessage("page.filter_state", f.State)
	case f.State == string(state.RowPending):
		q.States = []state.State{state.Ready, state.Sending}
	default:
		q.States = []state.State{state.State(f.State)}
	}
	if f.Carrier != "" && !slices.Contains(supplier.Carriers(), f.Carrier) {
		return q, wording.NewMessage("page.filter_carrier", f.Carrier)
	}
	switch f.Source {
	case "":
	case state.InboxItself:
		q.Sources = []string{""}
	default:
		q.Sources = []string{f.Source}
	}
	if f.Supplier != "" {
		q.Suppliers = []string{f.Supplier}
	}
	switch f.Late {
	case "", "0":
	case "1":
		q.LateAt = now
	default:
		return q, wording.NewMessage("page.filter_late", f.Late)
	}
	return f.days(q, now.Location())
}

// days adds the days of a filter to a query.
func (f filter) days(q state.SearchQuery, zone *time.Location) (_ state.SearchQuery, refused wording.Message) {
	var err error
	if f.Waybill != "" {
		if q.WaybillOn, err = time.ParseInLocation(time.DateOnly, f.Waybill, zone); err != nil {
			return q, wording.NewMessage("page.filter_day", f.Waybill)
		}
	}
	if f.From != "" {
		if q.From, err = time.ParseInLocation(time.DateOnly, f.From, zone); err != nil {
			return q, wording.NewMessage("page.filter_day", f.From)
		}
	}
	if f.To != "" {
		last, err := time.ParseInLocation(time.DateOnly, f.To, zone)
		if err != nil {
			return q, wording.NewMessage("page.filter_day", f.To)
		}
		q.To = last.AddDate(0, 0, 1)
		if !q.From.Before(q.To) {
			return q, wording.NewMessage("page.filter_days", f.From, f.To)
		}
	}
	return q, refused
}
