// Package shop is the dialect of a webshop that a supplier sells from: HTTP Basic, lists of
// variations for each product, pictures of many products at once, and orders that name
// products by the shop's own ids.
package shop

import (
	"net/http"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/service"
)

// Dialect is a webshop.
func Dialect() service.Dialect {
	return service.Dialect{
		Name:        "shop",
		Description: "webshop: HTTP Basic, a list of variations for each product, pictures of many at once, orders by the shop's own ids",
		Routes: func(*service.Service) service.Routes {
			d := &dialect{groups: service.Grouping{Key: service.SameGroup(shared()...)}}
			return service.Routes{Authorize: basic, Guarded: map[string]service.Operation{
				"GET /shop/v3/products":                 d.products,
				"GET /shop/v3/products/{id}/variations": d.variations,
				"GET /shop/v3/pictures":                 d.pictures,
				"GET /shop/v3/orders":                   d.orders,
				"POST /shop/v3/orders":                  d.create,
				"GET /shop/v3/parcels":                  parcels,
				"GET /shop/v3/balance":                  balance,
			}}
		},
		Refuse: refuse,
	}
}

// basic takes a token as the password of HTTP Basic.
func basic(x *service.Exchange) error {
	user, password, ok := x.Request.BasicAuth()
	if x.Token = password; !ok || user == "" || password == "" {
		return &service.Problem{Status: http.StatusUnauthorized, Code: "unauthorized", Detail: "the request has no key and secret (HTTP Basic)"}
	}
	return nil
}

// parcels answers the parcels without a word about how many there are: behind the last page
// there is nothing to be found.
func parcels(x *service.Exchange) error {
	read, number, size, err := query(x, names{"modified_after": "updated_since"})
	if err != nil {
		return err
	}
	p, err := x.Rows(service.ShipmentsPath, read, (number-1)*size, size)
	if err != nil {
		return err
	}
	if len(p.Rows) == 0 && number > 1 {
		return service.NotFound("there is no page %d", number)
	}
	return x.JSON(http.StatusOK, service.Shown(p.Rows, parcel().Show))
}

// balance answers the ledger, with the sums of the period beside its entries.
func balance(x *service.Exchange) error {
	read, number, size, err := query(x, names{"after": "from", "before": "to", "kind": "kind"})
	if err != nil {
		return err
	}
	p, err := x.Rows(service.LedgerPath, read, (number-1)*size, size)
	if err != nil {
		return err
	}
	answer := sums().Show(p.Meta)
	answer["entries"] = service.Shown(p.Rows, entry().Show)
	return page(x, answer, p.Total, size)
}

// refuse writes {code, message, data: {status, params}}.
func refuse(x *service.Exchange, p *service.Problem) {
	x.Writer.Header().Del("Www-Authenticate")
	params := []object{}
	for _, f := range p.Errors {
		params = append(params, object{"name": x.Place(f, newOrder()), "code": f.Code, "message": f.Detail})
	}
	data := object{"status": p.Status, "params": params}
	if p.RequestID != "" {
		data["request"] = p.RequestID
	}
	if p.ExistingOrderID != "" {
		data["resource_id"] = p.ExistingOrderID
	}
	_ = x.JSON(p.Status, object{"code": "shop_" + p.Reason(), "message": p.Detail, "data": data}) // texts only: it can be written
}
