package dialect

import (
	_ "embed"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

//go:embed offers.json
var offersDocument []byte

// offersDialect is a CRM of the Laravel kind.
type offersDialect struct {
	groups     grouping
	categories categories
}

// offers is a CRM of the Laravel kind: consecutive products of one group are one
// product with nested offers, categories are a list of their own, words are ids.
func offers() Dialect {
	return Dialect{
		Name: "offers", Document: "/openapi.json",
		Description: "CRM of the Laravel kind: products with nested offers, a list of categories, page and limit, statuses as ids",
		routes: func(*service) routes {
			d := &offersDialect{groups: grouping{key: sameGroup(offersShared()...)}}
			return routes{authorize: bearer,
				open: map[string]operation{"GET /openapi.json": document("application/json", offersDocument)},
				guarded: map[string]operation{
					"GET /v1/products":        d.products,
					"GET /v1/products/search": d.search,
					"GET /v1/categories":      d.listCategories,
					"GET /v1/orders":          d.orders,
					"POST /v1/orders":         d.create,
					"GET /v1/shipments":       d.shipments,
					"GET /v1/transactions":    d.transactions,
				}}
		},
		refuse: refuseOffers,
	}
}

// offersShared are the members that a product has once for all of its offers.
func offersShared() []string {
	return []string{"name", "names", "description", "descriptions", "brand", "country_of_origin", "category", "currency",
		"weight_g", "length_mm", "width_mm", "height_mm"}
}

// offersTime is without a zone, and means UTC.
func offersTime() clock { return clock{"2006-01-02 15:04:05.000000", time.UTC} }

const offersMost = 200 // records a page

// laravelPage is the envelope of all lists.
func (x *exchange) laravelPage(data []any, total, number, size int, more object) error {
	last := max((total+size-1)/size, 1)
	answer := object{"total": total, "current_page": number, "per_page": size, "last_page": last, "data": data, "next_page_url": nil}
	if number < last {
		query := x.r.URL.Query()
		query.Set("page", strconv.Itoa(number+1))
		scheme := "http"
		if x.r.TLS != nil {
			scheme = "https"
		}
		answer["next_page_url"] = (&url.URL{Scheme: scheme, Host: x.r.Host, Path: x.r.URL.Path, RawQuery: query.Encode()}).String()
	}
	for name, value := range more {
		answer[name] = value
	}
	return x.json(http.StatusOK, answer)
}

// offersList serves one of the contract's lists, row by row.
func (x *exchange) offersList(path string, names, times map[string]string, row, meta shape.Table) error {
	filters, number, size, err := x.offersQuery(names, times)
	if err != nil {
		return err
	}
	p, err := x.rows(path, filters, (number-1)*size, size)
	if err != nil {
		return err
	}
	data := make([]any, len(p.rows))
	for i, o := range p.rows {
		data[i] = row.Show(o)
	}
	return x.laravelPage(data, p.total, number, size, meta.Show(p.meta))
}

// offersQuery reads filters, those of times among them, and the page.
func (x *exchange) offersQuery(names, times map[string]string) (filters url.Values, number, size int, err error) {
	return x.pageQuery(names, times, offersTime(), 15, offersMost)
}

// refuseOffers writes {message, errors: {field: [text]}}.
func refuseOffers(x *exchange, p *problem) {
	body := object{"message": p.Detail, "code": p.reason()}
	if p.RequestID != "" {
		body["request_id"] = p.RequestID
	}
	if p.ExistingOrderID != "" {
		body["order_id"] = p.ExistingOrderID
	}
	fields := map[string][]string{}
	for _, f := range p.Errors {
		name := offersField(x.place(f, offersNewOrder()))
		fields[name] = append(fields[name], f.Detail)
	}
	if len(fields) > 0 {
		body["errors"] = fields
	}
	_ = x.json(p.Status, body) // texts only: it can be written
}
