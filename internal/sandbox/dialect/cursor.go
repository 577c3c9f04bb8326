package dialect

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/service"
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
func cursor() service.Dialect {
	return service.Dialect{
		Name:        "cursor",
		Description: "api_key in the query, lists by POST and by the last id, minor units, epoch times",
		Routes: func(*service.Service) service.Routes {
			d := &cursorDialect{places: map[string]int{}}
			return service.Routes{Authorize: queryKey, Guarded: map[string]service.Operation{
				"POST /v3/products/list":    d.products,
				"GET /orders":               d.orders,
				"POST /orders":              d.create,
				"GET /orders/{id}":          d.order,
				"GET /shipments":            d.shipments,
				"GET /balance/transactions": d.transactions,
			}}
		},
		Refuse: refuseCursor,
	}
}

// queryKey is authorize for services that take the token in the query.
func queryKey(x *service.Exchange) error {
	if x.Token = x.Request.URL.Query().Get("api_key"); x.Token == "" {
		return &service.Problem{Status: http.StatusUnauthorized, Code: "unauthorized", Detail: "the request has no api_key in its query"}
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
func (d *cursorDialect) products(x *service.Exchange) error {
	if _, err := x.Filters(nil, "api_key"); err != nil {
		return err
	}
	body, err := x.Body()
	if err != nil {
		return err
	}
	offset, err := service.WholeMember(body, "offset", 0, 0)
	if err != nil {
		return err
	}
	limit, err := service.WholeMember(body, "limit", 50, 1)
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
	p, err := x.Rows(service.ProductsPath, filters, offset, min(limit, cursorMost))
	if err != nil {
		return err
	}
	return x.JSON(http.StatusOK, object{"result": service.Shown(p.Rows, cursorProduct().Show)})
}

// orders stand in the order in which they were made.
func (d *cursorDialect) orders(x *service.Exchange) error {
	filters, limit, err := cursorQuery(x, cursorOrders, nil, "last_id")
	if err != nil {
		return err
	}
	last := x.Request.URL.Query().Get("last_id")
	rows, from, err := d.fromLast(x, filters, last, limit)
	if err != nil {
		return err
	}
	if len(rows) > 0 {
		d.keep(placeName(x, filters, shape.Text(rows[len(rows)-1]["id"])), from+len(rows)-1)
	}
	return x.JSON(http.StatusOK, object{"result": service.Shown(rows, cursorOrder().Show)})
}

// fromLast reads orders from the one with an id on, itself included, and says where in
// the list it stands. Orders that begin to fit a filter may have moved it.
func (d *cursorDialect) fromLast(x *service.Exchange, filters url.Values, last string, limit int) ([]object, int, error) {
	if last == "" {
		p, err := x.Rows(service.OrdersPath, filters, 0, limit)
		return p.Rows, 0, err
	}
	d.mu.Lock()
	from, known := d.places[placeName(x, filters, last)]
	d.mu.Unlock()
	if known {
		p, err := x.Rows(service.OrdersPath, filters, from, limit)
		if err != nil || len(p.Rows) > 0 && shape.Text(p.Rows[0]["id"]) == last {
			return p.Rows, from, err
		}
	}
	p, err := x.Rows(service.OrdersPath, filters, 0, -1)
	if err != nil {
		return nil, 0, err
	}
	from = slices.IndexFunc(p.Rows, func(o object) bool { return shape.Text(o["id"]) == last })
	if from < 0 {
		return nil, 0, service.WrongParameter("last_id", "unknown_id", "there is no order %q here", last)
	}
	return p.Rows[from:min(from+limit, len(p.Rows))], from, nil
}

func (d *cursorDialect) keep(name string, at int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.places) >= mostPlaces {
		clear(d.places)
	}
	d.places[name] = at
}

func placeName(x *service.Exchange, filters url.Values, id string) string {
	return x.Token + " " + filters.Encode() + " " + id
}

// shipments stand by their ids: a parcel keeps its place while it travels, so that
// whoever reads on from an id misses none. The contract's order is that of changes.
func (d *cursorDialect) shipments(x *service.Exchange) error {
	filters, limit, err := cursorQuery(x, cursorParcels, nil, "last_id")
	if err != nil {
		return err
	}
	p, err := x.Rows(service.ShipmentsPath, filters, 0, -1)
	if err != nil {
		return err
	}
	slices.SortFunc(p.Rows, byID)
	rows := slices.CompactFunc(p.Rows, func(a, b object) bool { return byID(a, b) == 0 })
	from := 0
	if last := x.Request.URL.Query().Get("last_id"); last != "" {
		from, _ = slices.BinarySearchFunc(rows, object{"id": last}, byID)
	}
	return x.JSON(http.StatusOK, object{"result": service.Shown(rows[from:min(from+limit, len(rows))], cursorParcel().Show)})
}

func byID(a, b object) int { return strings.Compare(shape.Text(a["id"]), shape.Text(b["id"])) }

// transactions go on from the cursor that the answer before gave.
func (d *cursorDialect) transactions(x *service.Exchange) error {
	filters, limit, err := cursorQuery(x, cursorLedger, cursorKinds, "from_id")
	if err != nil {
		return err
	}
	filters.Set("per_page", strconv.Itoa(limit))
	if from := x.Request.URL.Query().Get("from_id"); from != "" {
		filters.Set("cursor", from)
	}
	answer, _, err := x.Ask(service.Question{Method: http.MethodGet, Path: service.LedgerPath, Query: filters})
	if err != nil {
		return err
	}
	meta := shape.Member(answer, "meta")
	return x.JSON(http.StatusOK, object{"result": service.Shown(shape.Objects(answer["data"]), cursorTransaction().Show),
		"next_from_id": meta["next_cursor"], "summary": cursorSummary().Show(meta)})
}

// create makes an order. The same order again is that order, and a header says so.
func (d *cursorDialect) create(x *service.Exchange) error {
	body, err := x.Body()
	if err != nil {
		return err
	}
	if shape.Text(body["currency"]) == "" {
		const detail = "currency is required: what do the amounts count"
		return &service.Problem{Status: http.StatusUnprocessableEntity, Code: "invalid", Detail: detail,
			Errors: []service.Fault{{Pointer: "/currency", Code: "required", Detail: detail}}}
	}
	created, existed, err := x.Create(cursorNewOrder().Read(body), "")
	if err != nil {
		return err
	}
	status := http.StatusCreated
	if existed {
		status = http.StatusOK
		x.Writer.Header().Set("X-Order-Existed", "true")
	}
	return x.JSON(status, object{"result": cursorOrder().Show(created)})
}

// order finds an order by the client's own number, which stands behind an @.
func (d *cursorDialect) order(x *service.Exchange) error {
	id, own := strings.CutPrefix(x.Request.PathValue("id"), "@")
	if !own || id == "" {
		return service.NotFound("orders are found by your own number: /orders/@NUMBER")
	}
	found, err := x.OrderBy(id)
	if err != nil {
		return err
	}
	if found == nil {
		return service.NotFound("there is no order with the external_id %q", id)
	}
	return x.JSON(http.StatusOK, object{"result": cursorOrder().Show(found)})
}

// cursorQuery reads filters, those of times among them, and the limit. Names in more
// are of parameters that the operation reads itself.
func cursorQuery(x *service.Exchange, times, names map[string]string, more ...string) (url.Values, int, error) {
	all := map[string]string{}
	for _, set := range []map[string]string{times, names} {
		for name, ours := range set {
			all[name] = ours
		}
	}
	filters, err := x.Filters(all, append(more, "api_key", "limit")...)
	if err != nil {
		return nil, 0, err
	}
	if err := fromEpoch(filters, times); err != nil {
		return nil, 0, err
	}
	limit, err := x.Whole("limit", 50, 1, cursorMost)
	return filters, limit, err
}

// refuseCursor writes {error: {code, message, details}}.
func refuseCursor(x *service.Exchange, p *service.Problem) {
	x.Writer.Header().Del("Www-Authenticate")
	said := object{"code": p.Code, "message": p.Detail}
	if p.RequestID != "" {
		said["request_id"] = p.RequestID
	}
	if p.ExistingOrderID != "" {
		said["order_id"] = p.ExistingOrderID
	}
	details := []object{}
	for _, f := range p.Placed(cursorNewOrder(), cursorOrders, cursorLedger) {
		details = append(details, object{"path": f.Pointer + f.Parameter, "code": f.Code, "message": f.Detail})
	}
	said["details"] = details
	_ = x.JSON(p.Status, object{"error": said}) // texts only: it can be written
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
			return service.WrongParameter(name, "invalid_format", "%s must be seconds since 1970 such as 1790000000.25", name)
		}
		filters.Set(ours, at)
	}
	return nil
}
