package dialect

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/service"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// bareDialect is a webshop or wholesaler whose lists are bare arrays.
type bareDialect struct{ tree service.Categories }

// bare is a webshop or wholesaler: a key in a header, bare arrays with their length in
// headers, and stocks, images and categories in lists of their own.
func bare() service.Dialect {
	return service.Dialect{
		Name: "bare", Document: "/openapi.json",
		Description: "webshop or wholesaler: bare arrays, counts in headers, stocks, images and categories apart",
		Routes: func(*service.Service) service.Routes {
			d := &bareDialect{}
			return service.Routes{Authorize: service.APIKey,
				Open: map[string]service.Operation{"GET /openapi.json": service.Document("application/json", documentsByName()["bare"])},
				Guarded: map[string]service.Operation{
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
		Refuse: refuseBare,
	}
}

// The filters that the lists have, by the dialect's name.
var (
	bareChanged = map[string]string{"updatedFrom": "updated_since"}
	bareOrders  = map[string]string{"internalReference": "external_id", "status": "status", "updatedFrom": "updated_since",
		"dateFrom": "created_from", "dateTo": "created_to"}
	bareMoves = map[string]string{"dateFrom": "from", "dateTo": "to", "type": "kind"}
)

func (d *bareDialect) products(x *service.Exchange) error {
	return bareList(x, service.ProductsPath, bareChanged, bareProduct().Show)
}

// stocks has a row for each product; how much of it is left may be hidden.
func (d *bareDialect) stocks(x *service.Exchange) error {
	return bareList(x, service.ProductsPath, nil, func(p object) object {
		return object{"sku": p["sku"], "amount": p["quantity"], "minHandlingDays": 1, "maxHandlingDays": 2}
	})
}

func (d *bareDialect) orders(x *service.Exchange) error {
	return bareList(x, service.OrdersPath, bareOrders, bareOrder().Show)
}

func (d *bareDialect) trackings(x *service.Exchange) error {
	return bareList(x, service.ShipmentsPath, bareChanged, bareTracking().Show)
}

// movements is the one list with something beside it: the balances of the period.
func (d *bareDialect) movements(x *service.Exchange) error {
	p, err := barePage(x, service.LedgerPath, bareMoves)
	if err != nil {
		return err
	}
	answer := bareBalances().Show(p.Meta)
	answer["movements"] = service.Shown(p.Rows, bareMovement().Show)
	return x.JSON(http.StatusOK, answer)
}

// images are rows of one address each, all at once, in the order of the products.
func (d *bareDialect) images(x *service.Exchange) error {
	if _, err := x.Filters(nil); err != nil {
		return err
	}
	rows := []object{}
	err := x.Each(service.ProductsPath, nil, func(p object) {
		for i, address := range shape.Texts(p["images"]) {
			rows = append(rows, object{"productId": shape.ID(p["id"]), "isCover": i == 0, "url": address})
		}
	})
	if err != nil {
		return err
	}
	bareCount(x, len(rows), 1)
	return x.JSON(http.StatusOK, rows)
}

// categories is the whole tree, parents before their children.
func (d *bareDialect) categories(x *service.Exchange) error {
	if _, err := x.Filters(nil); err != nil {
		return err
	}
	nodes, err := d.tree.Read(x)
	if err != nil {
		return err
	}
	rows := make([]object, len(nodes))
	for i, n := range nodes {
		rows[i] = object{"id": shape.ID(n.ID), "name": n.Name, "parentId": nil}
		if n.Parent != "" {
			rows[i]["parentId"] = shape.ID(n.Parent)
		}
	}
	bareCount(x, len(rows), 1)
	return x.JSON(http.StatusOK, rows)
}

// create answers only the new order's id. A reference that is taken is refused,
// whatever the order says: what the order that has it holds is for the client to see.
func (d *bareDialect) create(x *service.Exchange) error {
	body, err := x.Body()
	if err != nil {
		return err
	}
	created, existed, err := x.Create(bareNewOrder().Read(body), "")
	if err != nil {
		return err
	}
	if existed {
		return &service.Problem{Status: http.StatusConflict, Code: "external_id_conflict", ExistingOrderID: shape.Text(created["id"]),
			Detail: fmt.Sprintf("the internalReference %q is taken by order %s", shape.Text(created["external_id"]), shape.Text(created["id"]))}
	}
	return x.JSON(http.StatusCreated, object{"id": created["id"]})
}

// bareList answers a page of one of the contract's lists as a bare array.
func bareList(x *service.Exchange, path string, names map[string]string, show func(object) object) error {
	p, err := barePage(x, path, names)
	if err != nil {
		return err
	}
	return x.JSON(http.StatusOK, service.Shown(p.Rows, show))
}

// barePage reads the page that is asked for and sets the headers about it.
func barePage(x *service.Exchange, path string, names map[string]string) (service.Part, error) {
	filters, err := x.Filters(names, "page", "per_page")
	if err != nil {
		return service.Part{}, err
	}
	number, err := x.Whole("page", 1, 1, 1_000_000)
	if err != nil {
		return service.Part{}, err
	}
	size, err := x.Whole("per_page", 50, 1, service.MostRows)
	if err != nil {
		return service.Part{}, err
	}
	p, err := x.Page(path, filters, number, size)
	if err != nil {
		return service.Part{}, err
	}
	pages := (p.Total + size - 1) / size
	bareCount(x, p.Total, pages)
	if number < pages {
		query := x.Request.URL.Query()
		query.Set("page", strconv.Itoa(number+1))
		next := url.URL{Scheme: "http", Host: x.Request.Host, Path: x.Request.URL.Path, RawQuery: query.Encode()}
		x.Writer.Header().Set("Link", "<"+next.String()+`>; rel="next"`)
	}
	return p, nil
}

func bareCount(x *service.Exchange, total, pages int) {
	x.Writer.Header().Set("X-Total", strconv.Itoa(total))
	x.Writer.Header().Set("X-Total-Pages", strconv.Itoa(pages))
}

// refuseBare writes {code, message, errors}. What cannot be understood and what is
// wrong are both 400 here, and a reference that is taken is too: its code tells.
func refuseBare(x *service.Exchange, p *service.Problem) {
	x.Writer.Header().Del("Www-Authenticate")
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
	if faults := p.Placed(bareNewOrder(), bareOrders, bareMoves); len(faults) > 0 {
		list := make([]object, len(faults))
		for i, f := range faults {
			list[i] = object{"field": f.Pointer + f.Parameter, "code": f.Code, "message": f.Detail}
		}
		body["errors"] = list
	}
	_ = x.JSON(status, body) // texts only: it can be written
}
