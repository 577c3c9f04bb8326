package dialect

import (
	"net/http"
	"net/url"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/service"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// dirtyDialect is a service that nobody keeps clean.
type dirtyDialect struct {
	soil
	trouble trouble
}

// dirty is a shop's home-made service: right in the end, and never twice in the same way.
func dirty() service.Dialect {
	return service.Dialect{
		Name:        "dirty",
		Description: `home-made service: money as "1 234,50 грн", ids and numbers of changing type, errors under 200, bursts of 429, pages that shift`,
		Routes: func(s *service.Service) service.Routes {
			d := &dirtyDialect{soil: soil{s.Seed}, trouble: trouble{soil: soil{s.Seed}}}
			return service.Routes{Authorize: dirtyToken, Guarded: map[string]service.Operation{
				"GET /ws/goods":   d.list(service.ProductsPath, dirtyGoods(), nil, map[string]string{"changed": "updated_since"}),
				"GET /ws/find":    d.list(service.SearchPath, dirtyGoods(), map[string]string{"text": "q", "category": "category_id", "brand": "brand", "from": "price_min", "to": "price_max", "param[{name}]": "attr[{name}]"}, nil),
				"GET /ws/orders":  d.list(service.OrdersPath, dirtyOrder(), map[string]string{"number": "external_id"}, map[string]string{"changed": "updated_since", "from": "created_from", "to": "created_to"}),
				"GET /ws/parcels": d.list(service.ShipmentsPath, dirtyParcel(), nil, map[string]string{"changed": "updated_since"}),
				"GET /ws/money":   d.list(service.LedgerPath, dirtyMove(), map[string]string{"kind": "kind"}, map[string]string{"from": "from", "to": "to"}),
				"POST /ws/order":  d.create,
			}}
		},
		Refuse: refuseDirty,
	}
}

// dirtyToken takes a token in the header X-Token.
func dirtyToken(x *service.Exchange) error {
	if x.Token = x.Request.Header.Get("X-Token"); x.Token == "" {
		return &service.Problem{Status: http.StatusUnauthorized, Code: "unauthorized", Detail: "the request has no X-Token"}
	}
	return nil
}

// list serves one of the contract's lists: names and times are its filters.
func (d *dirtyDialect) list(path string, rows shape.Table, names, times map[string]string) service.Operation {
	return func(x *service.Exchange) error {
		if d.trouble.answer(x, x.Request.Method+" "+x.Request.URL.String(), readIlls) {
			return nil
		}
		filters, number, size, err := x.PageQuery(names, times, service.Clock{Layout: "2006-01-02 15:04:05.000000", Zone: time.UTC}, 50, 100)
		if err != nil {
			return err
		}
		p, err := d.rows(x, path, filters, number, size)
		if err != nil {
			return err
		}
		list := make([]object, len(p.Rows))
		for i, row := range p.Rows {
			list[i] = d.object(rows.Show(row), path+" "+shape.Text(row["id"]))
		}
		answer := object{"status": "ok", "rows": list, "count": d.value(asCount(p.Total), x.Request.URL.String())}
		if path == service.LedgerPath {
			answer["sums"] = d.object(dirtySums().Show(p.Meta), "sums")
		}
		return x.JSON(http.StatusOK, answer)
	}
}

// rows reads a page; where the list has moved, its first row was the last one of the
// page before, and its last one is on no page.
func (d *dirtyDialect) rows(x *service.Exchange, path string, filters url.Values, number, size int) (service.Part, error) {
	from := (number - 1) * size
	if d.trouble.moved(path, number) {
		from--
	}
	return x.Rows(path, filters, from, size)
}

// create answers POST /ws/order.
func (d *dirtyDialect) create(x *service.Exchange) error {
	body, err := x.Body()
	if err != nil {
		return err
	}
	if d.trouble.answer(x, "order "+shape.Text(body["number"]), orderIlls) {
		return nil
	}
	created, replayed, err := x.Create(dirtyNewOrder().Read(body), "")
	if err != nil {
		return err
	}
	if replayed {
		x.Writer.Header().Set("X-Again", "true")
	}
	return x.JSON(http.StatusOK, object{"status": "ok",
		"order": d.object(dirtyOrder().Show(created), service.OrdersPath+" "+shape.Text(created["id"]))})
}

// refuseDirty writes {status: "error", error: {code, text}} under 200, but for 429 and
// what a server in front of the service says.
func refuseDirty(x *service.Exchange, p *service.Problem) {
	body := object{"code": p.Reason(), "text": p.Detail}
	if p.Status == http.StatusUnauthorized {
		body["code"] = "token"
	}
	if p.ExistingOrderID != "" {
		body["code"], body["order"] = "duplicate", p.ExistingOrderID
	}
	var fields []any
	for _, f := range p.Errors {
		fields = append(fields, object{"field": x.Place(f, dirtyNewOrder()), "text": f.Detail, "code": f.Code})
	}
	if fields != nil {
		body["fields"] = fields
	}
	status := http.StatusOK
	if p.Status == http.StatusTooManyRequests || p.Status >= http.StatusInternalServerError {
		status = p.Status
	}
	x.Writer.Header().Del("Www-Authenticate")
	_ = x.JSON(status, object{"status": "error", "error": body}) // texts only: it can be written
}
