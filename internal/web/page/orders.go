package page

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Finder finds orders and order files, in the language of who looks.
type Finder interface {
	// Search gives a page of the orders that a query asks for; state.ErrCursor for a cursor
	// that no page has given.
	Search(context.Context, wording.Language, state.SearchQuery) (Found, error)
	// Written gives rows of a file, by the journal's number of it, as they stand there.
	Written(ctx context.Context, file int64, rows []int) (orderfile.Written, error)
	// Files gives a page of the order files; state.ErrCursor as Search does.
	Files(context.Context, wording.Language, overview.FilesQuery) (overview.FilesPage, error)
}

// Found is a page of the orders that were searched for, as overview.Board tells it.
type Found struct {
	Orders   []overview.OrderEntry
	Next     string // goes on, "" at the end
	Complete bool   // the list lacks no order
}

// ordersView is the list of orders.
type ordersView struct {
	frame
	Wanted     filter
	Counts     []countLink
	Orders     []orderRow
	More       string // the address where the list goes on, "" at its end
	Start      string // the address where it begins, "" there
	Incomplete bool
	Failed     string // why it cannot be told
	Way        string // out of that
	Any        bool   // the journal has orders
	Choices    choices
	Upload     uploadForm
}

// countLink is how many orders have a state, with the list of them.
type countLink struct {
	tally
	Address string
	Here    bool
}

// orderRow is an order of the list.
type orderRow struct {
	overview.OrderEntry
	Address    string
	StateWord  string
	StatusWord string
	Tone       standing.Level
	Amount     string
	Pays       string
	Parcels    []rowParcel
	When       moment
}

// rowParcel is a waybill of a row, with what its carrier says.
type rowParcel struct{ Number, Carrier, Word string }

// orders shows the orders that are searched for. What is found alone is gone to at once, but
// not by a list that renews itself.
func (p *pages) orders(w http.ResponseWriter, r *http.Request) {
	f := p.frame(r, placeOrders)
	v := ordersView{frame: f, Wanted: filterOf(r), Upload: p.uploadForm(&f)}
	v.Choices = choicesOf(f.Language, v.Wanted, p.Shop.Sources(), p.Shop.Suppliers())
	v.Counts, v.Any = countLinks(f.Language, f.Snapshot.Orders, v.Wanted), len(f.Snapshot.Orders) > 0
	query, refused := v.Wanted.query(f.Snapshot.Now)
	if !refused.IsZero() {
		v.Failed, v.Way, v.Still = refused.In(f.Language), say(f.Language, "filter_way"), true
		p.render(w, r, http.StatusBadRequest, placeOrders, v)
		return
	}
	found, err := p.Shop.Search(r.Context(), f.Language, query)
	if err != nil {
		v.Failed, v.Way = p.listFault(&v.frame, err)
		p.render(w, r, faultStatus(err), placeOrders, v)
		return
	}
	if v.Wanted.Text != "" && v.Wanted.After == "" && len(found.Orders) == 1 && found.Next == "" && found.Complete && r.Header.Get("HX-Request") == "" {
		http.Redirect(w, r, orderAddress(found.Orders[0].Source, found.Orders[0].Number), http.StatusSeeOther)
		return
	}
	v.Incomplete = !found.Complete
	for _, o := range found.Orders {
		v.Orders = append(v.Orders, f.orderRow(o))
	}
	v.More, v.Start = v.Wanted.pages(found.Next)
	p.render(w, r, http.StatusOK, placeOrders, v)
}

// listFault says why a list cannot be told, and the way out. A page that will never be another
// one does not renew itself.
func (p *pages) listFault(f *frame, err error) (what, way string) {
	if errors.Is(err, state.ErrCursor) {
		f.Still = true
		return say(f.Language, "cursor_unknown"), say(f.Language, "cursor_unknown_way")
	}
	if refused, ok := errors.AsType[*refusal.Refusal](err); ok {
		f.Still = true
		return refused.Say(f.Language)
	}
	p.Logger.Error("a list was not read", "error", err)
	return say(f.Language, "list_unread"), ""
}

func faultStatus(err error) int {
	if _, refused := errors.AsType[*refusal.Refusal](err); refused || errors.Is(err, state.ErrCursor) {
		return http.StatusBadRequest
	}
	return http.StatusServiceUnavailable
}

// orderRow is an order of the list with all its words.
func (f *frame) orderRow(o overview.OrderEntry) orderRow {
	l := f.Language
	row := orderRow{OrderEntry: o, Address: orderAddress(o.Source, o.Number), StateWord: word(l, string(o.State), "state."), Tone: tone(string(o.State)),
		Amount: amount(l, o.Sum), When: since(l, o.CameAt, f.Snapshot.Now)}
	if o.OrderStatus != "" {
		row.StatusWord = l.OrderStatus(o.OrderStatus)
	}
	if o.Payment != "" {
		row.Pays = l.Payment(o.Payment)
	}
	for _, w := range o.Waybills {
		parcel := rowParcel{Number: w.Number}
		if w.Carrier != "" {
			parcel.Carrier = l.Carrier(w.Carrier)
		}
		if w.State != "" {
			parcel.Word = l.ParcelState(w.State)
		}
		row.Parcels = append(row.Parcels, parcel)
	}
	return row
}

// countLinks are the kept counts of orders by state, each with the list of them.
func countLinks(l wording.Language, counts map[string]int, wanted filter) []countLink {
	all := 0
	var list []countLink
	for _, t := range tallies(l, counts) {
		all += t.Count
		list = append(list, countLink{t, filter{State: t.Name}.address(), wanted == filter{State: t.Name}})
	}
	if all == 0 {
		return nil
	}
	return slices.Insert(list, 0, countLink{tally{Word: say(l, "orders_all"), Count: all}, filter{}.address(), wanted == filter{}})
}

// choices are what the filters may be.
type choices struct{ States, Sources, Suppliers, Carriers []option }

// orderStates are the states that orders can be searched by; of overview.States the others are
// those of rows.
func orderStates() []string {
	return []string{string(state.RowPending), string(state.Ready), string(state.Sending), string(state.Accepted), string(state.HandedOver), string(state.Unknown), string(state.Conflict), string(state.Rejected)}
}

// choicesOf are the choices of each filter. A source or supplier that the config does not have
// any more can be chosen where it is asked for.
func choicesOf(l wording.Language, wanted filter, sources, suppliers []string) (c choices) {
	for _, name := range orderStates() {
		c.States = append(c.States, option{name, word(l, name, "state.")})
	}
	c.Sources = append(c.Sources, option{state.InboxItself, say(l, "source_inbox")})
	if wanted.Source != "" && wanted.Source != state.InboxItself && !slices.Contains(sources, wanted.Source) {
		sources = append(slices.Clone(sources), wanted.Source)
	}
	for _, name := range sources {
		c.Sources = append(c.Sources, option{name, name})
	}
	if wanted.Supplier != "" && !slices.Contains(suppliers, wanted.Supplier) {
		suppliers = append(slices.Clone(suppliers), wanted.Supplier)
	}
	for _, name := range suppliers {
		c.Suppliers = append(c.Suppliers, option{name, name})
	}
	for _, carrier := range supplier.Carriers() {
		c.Carriers = append(c.Carriers, option{carrier, l.Carrier(carrier)})
	}
	return c
}

// address is a place with what is asked of it.
func address(path string, values url.Values) string {
	for name, texts := range values {
		if len(texts) == 0 || texts[0] == "" {
			delete(values, name)
		}
	}
	if len(values) == 0 {
		return path
	}
	return path + "?" + values.Encode()
}
