package dialect

import (
	"net/http"
	"net/url"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// dirtyDialect is a service that nobody keeps clean.
type dirtyDialect struct {
	soil
	trouble trouble
}

// dirty is a shop's home-made service: right in the end, and never twice in the same way.
func dirty() Dialect {
	return Dialect{
		Name:        "dirty",
		Description: `home-made service: money as "1 234,50 грн", ids and numbers of changing type, errors under 200, bursts of 429, pages that shift`,
		routes: func(s *service) routes {
			d := &dirtyDialect{soil: soil{s.Seed}, trouble: trouble{soil: soil{s.Seed}}}
			return routes{authorize: dirtyToken, guarded: map[string]operation{
				"GET /ws/goods":   d.list(productsPath, dirtyGoods(), nil, map[string]string{"changed": "updated_since"}),
				"GET /ws/find":    d.list(searchPath, dirtyGoods(), map[string]string{"text": "q", "category": "category_id", "brand": "brand", "from": "price_min", "to": "price_max", "param[{name}]": "attr[{name}]"}, nil),
				"GET /ws/orders":  d.list(ordersPath, dirtyOrder(), map[string]string{"number": "external_id"}, map[string]string{"changed": "updated_since", "from": "created_from", "to": "created_to"}),
				"GET /ws/parcels": d.list(shipmentsPath, dirtyParcel(), nil, map[string]string{"changed": "updated_since"}),
				"GET /ws/money":   d.list(ledgerPath, dirtyMove(), map[string]string{"kind": "kind"}, map[string]string{"from": "from", "to": "to"}),
				"POST /ws/order":  d.create,
			}}
		},
		refuse: refuseDirty,
	}
}

// dirtyToken takes a token in the header X-Token.
func dirtyToken(x *exchange) error {
	if x.token = x.r.Header.Get("X-Token"); x.token == "" {
		return &problem{Status: http.StatusUnauthorized, Code: "unauthorized", Detail: "the request has no X-Token"}
	}
	return nil
}

// list serves one of the contract's lists: names and times are its filters.
func (d *dirtyDialect) list(path string, rows shape.Table, names, times map[string]string) operation {
	return func(x *exchange) error {
		if d.trouble.answer(x, x.r.Method+" "+x.r.URL.String(), readIlls) {
			return nil
		}
		filters, number, size, err := x.pageQuery(names, times, clock{"2006-01-02 15:04:05.000000", time.UTC}, 50, 100)
		if err != nil {
			return err
		}
		p, err := d.rows(x, path, filters, number, size)
		if err != nil {
			return err
		}
		list := make([]object, len(p.rows))
		for i, row := range p.rows {
			list[i] = d.object(rows.Show(row), path+" "+shape.Text(row["id"]))
		}
		answer := object{"status": "ok", "rows": list, "count": d.value(asCount(p.total), x.r.URL.String())}
		if path == ledgerPath {
			answer["sums"] = d.object(dirtySums().Show(p.meta), "sums")
		}
		return x.json(http.StatusOK, answer)
	}
}

// rows reads a page; where the list has moved, its first row was the last one of the
// page before, and its last one is on no page.
func (d *dirtyDialect) rows(x *exchange, path string, filters url.Values, number, size int) (part, error) {
	from := (number - 1) * size
	if d.trouble.moved(path, number) {
		from--
	}
	return x.rows(path, filters, from, size)
}

// create answers POST /ws/order.
func (d *dirtyDialect) create(x *exchange) error {
	body, err := x.body()
	if err != nil {
		return err
	}
	if d.trouble.answer(x, "order "+shape.Text(body["number"]), orderIlls) {
		return nil
	}
	created, replayed, err := x.create(dirtyNewOrder().Read(body), "")
	if err != nil {
		return err
	}
	if replayed {
		x.w.Header().Set("X-Again", "true")
	}
	return x.json(http.StatusOK, object{"status": "ok",
		"order": d.object(dirtyOrder().Show(created), ordersPath+" "+shape.Text(created["id"]))})
}

// refuseDirty writes {status: "error", error: {code, text}} under 200, but for 429 and
// what a server in front of the service says.
func refuseDirty(x *exchange, p *problem) {
	body := object{"code": p.reason(), "text": p.Detail}
	if p.Status == http.StatusUnauthorized {
		body["code"] = "token"
	}
	if p.ExistingOrderID != "" {
		body["code"], body["order"] = "duplicate", p.ExistingOrderID
	}
	var fields []any
	for _, f := range p.Errors {
		fields = append(fields, object{"field": x.place(f, dirtyNewOrder()), "text": f.Detail, "code": f.Code})
	}
	if fields != nil {
		body["fields"] = fields
	}
	status := http.StatusOK
	if p.Status == http.StatusTooManyRequests || p.Status >= http.StatusInternalServerError {
		status = p.Status
	}
	x.w.Header().Del("Www-Authenticate")
	_ = x.json(status, object{"status": "error", "error": body}) // texts only: it can be written
}
