package dialect

import (
	_ "embed"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

//go:embed bare.json
var bareDocument []byte

// bareDialect is a webshop or wholesaler whose lists are bare arrays.
type bareDialect struct{ tree categories }

// bare is a webshop or wholesaler: a key in a header, bare arrays with their length in
// headers, and stocks, images and categories in lists of their own.
func bare() Dialect {
	return Dialect{
		Name: "bare", Document: "/openapi.json",
		Description: "webshop or wholesaler: bare arrays, counts in headers, stocks, images and categories apart",
		routes: func(*service) routes {
			d := &bareDialect{}
			return routes{authorize: apiKey,
				open: map[string]operation{"GET /openapi.json": document("application/json", bareDocument)},
				guarded: map[string]operation{
					"GET /products":          d.products,
					"GET /stocks":            d.stocks,
					"GET /images":            d.images,
					"GET /categories":        d.categories,
					"GET /orders":            d.orders,
					"POST /orders":           d.create,
					"GET /trackings":         d.trackings,
					"GET /account/movements": d.movements,
				}}
		},
		refuse: refuseBare,
	}
}

// apiKey is authorize for services that take the token in a header of their own.
func apiKey(x *exchange) error {
	if x.token = x.r.Header.Get("X-Api-Key"); x.token == "" {
		return &problem{Status: http.StatusUnauthorized, Code: "unauthorized", Detail: "the request has no key in the header X-API-KEY"}
	}
	return nil
}

// The filters that the lists have, by the dialect's name.
var (
	bareChanged = map[string]string{"updatedFrom": "updated_since"}
	bareOrders  = map[string]string{"internalReference": "external_id", "status": "status", "updatedFrom": "updated_since",
		"dateFrom": "created_from", "dateTo": "created_to"}
	bareMoves = map[string]string{"dateFrom": "from", "dateTo": "to", "type": "kind"}
)

func (d *bareDialect) products(x *exchange) error {
	return x.bareList(productsPath, bareChanged, bareProduct().Show)
}

// stocks has a row for each product; how much of it is left may be hidden.
func (d *bareDialect) stocks(x *exchange) error {
	return x.bareList(productsPath, nil, func(p object) object {
		return object{"sku": p["sku"], "amount": p["quantity"], "minHandlingDays": 1, "maxHandlingDays": 2}
	})
}

func (d *bareDialect) orders(x *exchange) error {
	return x.bareList(ordersPath, bareOrders, bareOrder().Show)
}

func (d *bareDialect) trackings(x *exchange) error {
	return x.bareList(shipmentsPath, bareChanged, bareTracking().Show)
}

// movements is the one list with something beside it: the balances of the period.
func (d *bareDialect) movements(x *exchange) error {
	p, err := x.barePage(ledgerPath, bareMoves)
	if err != nil {
		return err
	}
	answer := bareBalances().Show(p.meta)
	answer["movements"] = shown(p.rows, bareMovement().Show)
	return x.json(http.StatusOK, answer)
}

// images are rows of one address each, all at once, in the order of the products.
func (d *bareDialect) images(x *exchange) error {
	if _, err := x.filters(nil); err != nil {
		return err
	}
	rows := []object{}
	err := x.each(productsPath, nil, func(p object) {
		for i, address := range shape.Texts(p["images"]) {
			rows = append(rows, object{"productId": shape.ID(p["id"]), "isCover": i == 0, "url": address})
		}
	})
	if err != nil {
		return err
	}
	x.bareCount(len(rows), 1)
	return x.json(http.StatusOK, rows)
}

// categories is the whole tree, parents before their children.
func (d *bareDialect) categories(x *exchange) error {
	if _, err := x.filters(nil); err != nil {
		return err
	}
	nodes, err := d.tree.read(x)
	if err != nil {
		return err
	}
	rows := make([]object, len(nodes))
	for i, n := range nodes {
		rows[i] = object{"id": shape.ID(n.id), "name": n.name, "parentId": nil}
		if n.parent != "" {
			rows[i]["parentId"] = shape.ID(n.parent)
		}
	}
	x.bareCount(len(rows), 1)
	return x.json(http.StatusOK, rows)
}

// create answers only the new order's id. A reference that is taken is refused,
// whatever the order says: what the order that has it holds is for the client to see.
func (d *bareDialect) create(x *exchange) error {
	body, err := x.body()
	if err != nil {
		return err
	}
	created, existed, err := x.create(bareNewOrder().Read(body), "")
	if err != nil {
		return err
	}
	if existed {
		return &problem{Status: http.StatusConflict, Code: "external_id_conflict", ExistingOrderID: shape.Text(created["id"]),
			Detail: fmt.Sprintf("the internalReference %q is taken by order %s", shape.Text(created["external_id"]), shape.Text(created["id"]))}
	}
	return x.json(http.StatusCreated, object{"id": created["id"]})
}

// bareList answers a page of one of the contract's lists as a bare array.
func (x *exchange) bareList(path string, names map[string]string, show func(object) object) error {
	p, err := x.barePage(path, names)
	if err != nil {
		return err
	}
	return x.json(http.StatusOK, shown(p.rows, show))
}

// barePage reads the page that is asked for and sets the headers about it.
func (x *exchange) barePage(path string, names map[string]string) (part, error) {
	filters, err := x.filters(names, "page", "per_page")
	if err != nil {
		return part{}, err
	}
	number, err := x.whole("page", 1, 1, 1_000_000)
	if err != nil {
		return part{}, err
	}
	size, err := x.whole("per_page", 50, 1, mostRows)
	if err != nil {
		return part{}, err
	}
	p, err := x.page(path, filters, number, size)
	if err != nil {
		return part{}, err
	}
	pages := (p.total + size - 1) / size
	x.bareCount(p.total, pages)
	if number < pages {
		query := x.r.URL.Query()
		query.Set("page", strconv.Itoa(number+1))
		next := url.URL{Scheme: "http", Host: x.r.Host, Path: x.r.URL.Path, RawQuery: query.Encode()}
		x.w.Header().Set("Link", "<"+next.String()+`>; rel="next"`)
	}
	return p, nil
}

func (x *exchange) bareCount(total, pages int) {
	x.w.Header().Set("X-Total", strconv.Itoa(total))
	x.w.Header().Set("X-Total-Pages", strconv.Itoa(pages))
}

// refuseBare writes {code, message, errors}. What cannot be understood and what is
// wrong are both 400 here, and a reference that is taken is too: its code tells.
func refuseBare(x *exchange, p *problem) {
	x.w.Header().Del("Www-Authenticate")
	body := object{"code": p.Code, "message": p.Detail}
	status := p.Status
	if p.Code == "external_id_conflict" {
		body["code"] = "ER008"
		body["orderId"] = p.ExistingOrderID
	}
	if status == http.StatusUnprocessableEntity || status == http.StatusConflict {
		status = http.StatusBadRequest
	}
	if p.RequestID != "" {
		body["requestId"] = p.RequestID
	}
	if faults := p.placed(bareNewOrder(), bareOrders, bareMoves); len(faults) > 0 {
		list := make([]object, len(faults))
		for i, f := range faults {
			list[i] = object{"field": f.Pointer + f.Parameter, "code": f.Code, "message": f.Detail}
		}
		body["errors"] = list
	}
	_ = x.json(status, body) // texts only: it can be written
}

// shown puts rows through a function; an empty list is [] and not null.
func shown(rows []object, show func(object) object) []object {
	list := make([]object, len(rows))
	for i, row := range rows {
		list[i] = show(row)
	}
	return list
}

// placed are the faults by the dialect's own names: of an order's values, and of filters.
func (p *problem) placed(order shape.Table, filters ...map[string]string) []fault {
	names := shape.Reversed(filters...)
	faults := make([]fault, len(p.Errors))
	for i, f := range p.Errors {
		if f.Pointer != "" {
			f.Pointer = order.Place(f.Pointer)
		}
		if own, known := names[f.Parameter]; known {
			f.Parameter = own
		}
		faults[i] = f
	}
	return faults
}
