package dialect

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// cursorDialect is a service whose lists go on from where the last answer ended.
type cursorDialect struct {
	mu     sync.Mutex
	places map[string]int // where in a list an id was seen last, by token, list, filters and id
}

const (
	cursorMost = 100    // rows of an answer
	mostPlaces = 10_000 // kept of where ids stand
)

// cursor is a service with its key in the query, a product list that is asked for by
// POST, orders and parcels by the last id, money in minor units and times as epochs.
func cursor() Dialect {
	return Dialect{
		Name:        "cursor",
		Description: "api_key in the query, lists by POST and by the last id, minor units, epoch times",
		routes: func(*service) routes {
			d := &cursorDialect{places: map[string]int{}}
			return routes{authorize: queryKey, guarded: map[string]operation{
				"POST /v3/products/list":    d.products,
				"GET /orders":               d.orders,
				"POST /orders":              d.create,
				"GET /orders/{id}":          d.order,
				"GET /shipments":            d.shipments,
				"GET /balance/transactions": d.transactions,
			}}
		},
		refuse: refuseCursor,
	}
}

// queryKey is authorize for services that take the token in the query.
func queryKey(x *exchange) error {
	if x.token = x.r.URL.Query().Get("api_key"); x.token == "" {
		return &problem{Status: http.StatusUnauthorized, Code: "unauthorized", Detail: "the request has no api_key in its query"}
	}
	return nil
}

// The filters that the lists have, by the dialect's name.
var (
	cursorProducts = map[string]string{"filter.updated_from": "updated_since"}
	cursorParcels  = map[string]string{"updated_from": "updated_since"}
	cursorOrders   = map[string]string{"updated_from": "updated_since", "created_from": "created_from", "created_to": "created_to"}
	cursorLedger   = map[string]string{"from": "from", "to": "to"}
	cursorKinds    = map[string]string{"kind": "kind"}
)

// products reads its filters from the body. Whoever asks for more than a hundred
// gets a hundred, and is not told.
func (d *cursorDialect) products(x *exchange) error {
	if _, err := x.filters(nil, "api_key"); err != nil {
		return err
	}
	body, err := x.body()
	if err != nil {
		return err
	}
	offset, err := wholeMember(body, "offset", 0, 0)
	if err != nil {
		return err
	}
	limit, err := wholeMember(body, "limit", 50, 1)
	if err != nil {
		return err
	}
	filters := url.Values{}
	if since := shape.ValueAt(body, "filter.updated_from"); since != nil {
		filters.Set("updated_since", shape.Text(since))
	}
	if err := fromEpoch(filters, cursorProducts); err != nil {
		return err
	}
	p, err := x.rows(productsPath, filters, offset, min(limit, cursorMost))
	if err != nil {
		return err
	}
	return x.json(http.StatusOK, object{"result": shown(p.rows, cursorProduct().Show)})
}

// wholeMember reads a whole number of a body, from a JSON number or a text.
func wholeMember(body object, name string, otherwise, least int) (int, error) {
	if body[name] == nil {
		return otherwise, nil
	}
	n, err := strconv.Atoi(shape.Text(body[name]))
	if err != nil || n < least {
		return 0, wrongParameter(name, "out_of_range", "%s must be a whole number from %d on", name, least)
	}
	return n, nil
}

// orders stand in the order in which they were made.
func (d *cursorDialect) orders(x *exchange) error {
	filters, limit, err := x.cursorQuery(cursorOrders, nil, "last_id")
	if err != nil {
		return err
	}
	last := x.r.URL.Query().Get("last_id")
	rows, from, err := d.fromLast(x, filters, last, limit)
	if err != nil {
		return err
	}
	if len(rows) > 0 {
		d.keep(placeName(x, filters, shape.Text(rows[len(rows)-1]["id"])), from+len(rows)-1)
	}
	return x.json(http.StatusOK, object{"result": shown(rows, cursorOrder().Show)})
}

// fromLast reads orders from the one with an id on, itself included, and says where in
// the list it stands. Orders that begin to fit a filter may have moved it.
func (d *cursorDialect) fromLast(x *exchange, filters url.Values, last string, limit int) ([]object, int, error) {
	if last == "" {
		p, err := x.rows(ordersPath, filters, 0, limit)
		return p.rows, 0, err
	}
	d.mu.Lock()
	from, known := d.places[placeName(x, filters, last)]
	d.mu.Unlock()
	if known {
		p, err := x.rows(ordersPath, filters, from, limit)
		if err != nil || len(p.rows) > 0 && shape.Text(p.rows[0]["id"]) == last {
			return p.rows, from, err
		}
	}
	p, err := x.rows(ordersPath, filters, 0, -1)
	if err != nil {
		return nil, 0, err
	}
	from = slices.IndexFunc(p.rows, func(o object) bool { return shape.Text(o["id"]) == last })
	if from < 0 {
		return nil, 0, wrongParameter("last_id", "unknown_id", "there is no order %q here", last)
	}
	return p.rows[from:min(from+limit, len(p.rows))], from, nil
}

func (d *cursorDialect) keep(name string, at int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.places) >= mostPlaces {
		clear(d.places)
	}
	d.places[name] = at
}

func placeName(x *exchange, filters url.Values, id string) string {
	return x.token + " " + filters.Encode() + " " + id
}

// shipments stand by their ids: a parcel keeps its place while it travels, so that
// whoever reads on from an id misses none. The contract's order is that of changes.
func (d *cursorDialect) shipments(x *exchange) error {
	filters, limit, err := x.cursorQuery(cursorParcels, nil, "last_id")
	if err != nil {
		return err
	}
	p, err := x.rows(shipmentsPath, filters, 0, -1)
	if err != nil {
		return err
	}
	slices.SortFunc(p.rows, byID)
	rows := slices.CompactFunc(p.rows, func(a, b object) bool { return byID(a, b) == 0 })
	from := 0
	if last := x.r.URL.Query().Get("last_id"); last != "" {
		from, _ = slices.BinarySearchFunc(rows, object{"id": last}, byID)
	}
	return x.json(http.StatusOK, object{"result": shown(rows[from:min(from+limit, len(rows))], cursorParcel().Show)})
}

func byID(a, b object) int { return strings.Compare(shape.Text(a["id"]), shape.Text(b["id"])) }

// transactions go on from the cursor that the answer before gave.
func (d *cursorDialect) transactions(x *exchange) error {
	filters, limit, err := x.cursorQuery(cursorLedger, cursorKinds, "from_id")
	if err != nil {
		return err
	}
	filters.Set("per_page", strconv.Itoa(limit))
	if from := x.r.URL.Query().Get("from_id"); from != "" {
		filters.Set("cursor", from)
	}
	answer, _, err := x.ask(question{method: http.MethodGet, path: ledgerPath, query: filters})
	if err != nil {
		return err
	}
	meta := shape.Member(answer, "meta")
	return x.json(http.StatusOK, object{"result": shown(shape.Objects(answer["data"]), cursorTransaction().Show),
		"next_from_id": meta["next_cursor"], "summary": cursorSummary().Show(meta)})
}

// create makes an order. The same order again is that order, and a header says so.
func (d *cursorDialect) create(x *exchange) error {
	body, err := x.body()
	if err != nil {
		return err
	}
	if shape.Text(body["currency"]) == "" {
		const detail = "currency is required: what do the amounts count"
		return &problem{Status: http.StatusUnprocessableEntity, Code: "invalid", Detail: detail,
			Errors: []fault{{Pointer: "/currency", Code: "required", Detail: detail}}}
	}
	created, existed, err := x.create(cursorNewOrder().Read(body), "")
	if err != nil {
		return err
	}
	status := http.StatusCreated
	if existed {
		status = http.StatusOK
		x.w.Header().Set("X-Order-Existed", "true")
	}
	return x.json(status, object{"result": cursorOrder().Show(created)})
}

// order finds an order by the client's own number, which stands behind an @.
func (d *cursorDialect) order(x *exchange) error {
	id, own := strings.CutPrefix(x.r.PathValue("id"), "@")
	if !own || id == "" {
		return notFound("orders are found by your own number: /orders/@NUMBER")
	}
	found, err := x.orderBy(id)
	if err != nil {
		return err
	}
	if found == nil {
		return notFound("there is no order with the external_id %q", id)
	}
	return x.json(http.StatusOK, object{"result": cursorOrder().Show(found)})
}

// cursorQuery reads filters, those of times among them, and the limit. Names in more
// are of parameters that the operation reads itself.
func (x *exchange) cursorQuery(times, names map[string]string, more ...string) (url.Values, int, error) {
	all := map[string]string{}
	for _, set := range []map[string]string{times, names} {
		for name, ours := range set {
			all[name] = ours
		}
	}
	filters, err := x.filters(all, append(more, "api_key", "limit")...)
	if err != nil {
		return nil, 0, err
	}
	if err := fromEpoch(filters, times); err != nil {
		return nil, 0, err
	}
	limit, err := x.whole("limit", 50, 1, cursorMost)
	return filters, limit, err
}

// refuseCursor writes {error: {code, message, details}}.
func refuseCursor(x *exchange, p *problem) {
	x.w.Header().Del("Www-Authenticate")
	said := object{"code": p.Code, "message": p.Detail}
	if p.RequestID != "" {
		said["request_id"] = p.RequestID
	}
	if p.ExistingOrderID != "" {
		said["order_id"] = p.ExistingOrderID
	}
	details := []object{}
	for _, f := range p.placed(cursorNewOrder(), cursorOrders, cursorLedger) {
		details = append(details, object{"path": f.Pointer + f.Parameter, "code": f.Code, "message": f.Detail})
	}
	said["details"] = details
	_ = x.json(p.Status, object{"error": said}) // texts only: it can be written
}

// fromEpoch turns times of a query, in place, into those of the contract. The names
// are the contract's by the dialect's.
func fromEpoch(filters url.Values, names map[string]string) error {
	for name, ours := range names {
		text := filters.Get(ours)
		if text == "" {
			continue
		}
		at, ok := readEpoch(text)
		if !ok {
			return wrongParameter(name, "invalid_format", "%s must be seconds since 1970 such as 1790000000.25", name)
		}
		filters.Set(ours, at)
	}
	return nil
}
