package dialect

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/service"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// offersDialect is a CRM of the Laravel kind.
type offersDialect struct {
	groups     service.Grouping
	categories service.Categories
}

// offers is a CRM of the Laravel kind: consecutive products of one group are one
// product with nested offers, categories are a list of their own, words are ids.
func offers() service.Dialect {
	return service.Dialect{
		Name: "offers", Document: "/openapi.json",
		Description: "CRM of the Laravel kind: products with nested offers, a list of categories, page and limit, statuses as ids",
		Routes: func(*service.Service) service.Routes {
			d := &offersDialect{groups: service.Grouping{Key: service.SameGroup(offersShared()...)}}
			return service.Routes{Authorize: service.Bearer,
				Open: map[string]service.Operation{"GET /openapi.json": service.Document("application/json", documentsByName()["offers"])},
				Guarded: map[string]service.Operation{
					"GET /v1/products":        d.products,
					"GET /v1/products/search": d.search,
					"GET /v1/categories":      d.listCategories,
					"GET /v1/orders":          d.orders,
					"POST /v1/orders":         d.create,
					"GET /v1/shipments":       d.shipments,
					"GET /v1/transactions":    d.transactions,
				}}
		},
		Refuse: refuseOffers,
	}
}

// offersShared are the members that a product has once for all of its offers.
func offersShared() []string {
	return []string{"name", "names", "description", "descriptions", "brand", "country_of_origin", "category", "currency",
		"weight_g", "length_mm", "width_mm", "height_mm"}
}

// offersTime is without a zone, and means UTC.
func offersTime() service.Clock {
	return service.Clock{Layout: "2006-01-02 15:04:05.000000", Zone: time.UTC}
}

const offersMost = 200 // records a page

// laravelPage is the envelope of all lists.
func laravelPage(x *service.Exchange, data []any, total, number, size int, more object) error {
	last := max((total+size-1)/size, 1)
	answer := object{"total": total, "current_page": number, "per_page": size, "last_page": last, "data": data, "next_page_url": nil}
	if number < last {
		query := x.Request.URL.Query()
		query.Set("page", strconv.Itoa(number+1))
		scheme := "http"
		if x.Request.TLS != nil {
			scheme = "https"
		}
		answer["next_page_url"] = (&url.URL{Scheme: scheme, Host: x.Request.Host, Path: x.Request.URL.Path, RawQuery: query.Encode()}).String()
	}
	for name, value := range more {
		answer[name] = value
	}
	return x.JSON(http.StatusOK, answer)
}

// offersList serves one of the contract's lists, row by row.
func offersList(x *service.Exchange, path string, names, times map[string]string, row, meta shape.Table) error {
	filters, number, size, err := offersQuery(x, names, times)
	if err != nil {
		return err
	}
	p, err := x.Rows(path, filters, (number-1)*size, size)
	if err != nil {
		return err
	}
	data := make([]any, len(p.Rows))
	for i, o := range p.Rows {
		data[i] = row.Show(o)
	}
	return laravelPage(x, data, p.Total, number, size, meta.Show(p.Meta))
}

// offersQuery reads filters, those of times among them, and the page.
func offersQuery(x *service.Exchange, names, times map[string]string) (filters url.Values, number, size int, err error) {
	return x.PageQuery(names, times, offersTime(), 15, offersMost)
}

// refuseOffers writes {message, errors: {field: [text]}}.
func refuseOffers(x *service.Exchange, p *service.Problem) {
	body := object{"message": p.Detail, "code": p.Reason()}
	if p.RequestID != "" {
		body["request_id"] = p.RequestID
	}
	if p.ExistingOrderID != "" {
		body["order_id"] = p.ExistingOrderID
	}
	fields := map[string][]string{}
	for _, f := range p.Errors {
		name := offersField(x.Place(f, offersNewOrder()))
		fields[name] = append(fields[name], f.Detail)
	}
	if len(fields) > 0 {
		body["errors"] = fields
	}
	_ = x.JSON(p.Status, body) // texts only: it can be written
}
