package dialect

import (
	"fmt"
	"net/http"
	"strings"
	"time"
	_ "time/tzdata" // machines without time zones

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/service"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// catalogueDialect is a trade supplier whose whole catalogue is one document.
type catalogueDialect struct{ zone *time.Location }

// catalogue is a trade supplier: one document with categories and products, nested
// sizes, wholesale prices in columns, no number of the client's own in orders, nothing
// against an order that is sent twice, and refusals in plain text.
func catalogue() service.Dialect {
	return service.Dialect{
		Name:        "catalogue",
		Description: "trade supplier: one export document, nested sizes, prices in columns, local times, plain text errors",
		Routes: func(*service.Service) service.Routes {
			d := &catalogueDialect{zone: kyiv()}
			return service.Routes{Authorize: service.APIKey, Guarded: map[string]service.Operation{
				"GET /products/export": d.export,
				"GET /orders":          d.orders,
				"POST /orders":         d.create,
				"GET /parcels":         d.parcels,
				"GET /balance/history": d.history,
			}}
		},
		Refuse: refuseCatalogue,
	}
}

// kyiv is the zone of the goods' times.
func kyiv() *time.Location {
	zone, err := time.LoadLocation("Europe/Kyiv")
	if err != nil { // the program brings the zones along
		panic(fmt.Errorf("find the zone Europe/Kyiv: %w", err))
	}
	return zone
}

// catalogueTime is how orders, parcels and money are dated. It is UTC: a wall clock
// shows an hour of autumn twice.
func catalogueTime() service.Clock {
	return service.Clock{Layout: "2006-01-02 15:04:05.000000", Zone: time.UTC}
}

// goods are dated by the wall clock in Kyiv.
func (d *catalogueDialect) goods() service.Clock {
	return service.Clock{Layout: "02.01.2006 15:04:05.000000", Zone: d.zone}
}

// The filters that the lists have, by the dialect's name.
var (
	catalogueChanged = map[string]string{"changed_from": "updated_since"}
	catalogueBooks   = map[string]string{"from": "from", "to": "to"}
	catalogueKinds   = map[string]string{"kind": "kind"}
)

// export is the whole catalogue. Consecutive products of one group that share all but
// what a size may have of its own are one product with sizes.
func (d *catalogueDialect) export(x *service.Exchange) error {
	filters, err := x.Filters(catalogueChanged)
	if err != nil {
		return err
	}
	if err := catalogueTime().Read(filters, catalogueChanged); err != nil {
		return err
	}
	var t service.Tree
	products, same, last := []object{}, service.SameGroup(catalogueShared()...), ""
	err = x.Each(service.ProductsPath, filters, func(p object) {
		t.Add(shape.Member(p, "category"))
		key := same(p)
		if key == "" || key != last {
			products = append(products, d.product(p))
		}
		if key != "" {
			group := products[len(products)-1]
			sizes, _ := group["sizes"].([]object)
			group["sizes"] = append(sizes, d.size(p))
		}
		last = key
	})
	if err != nil {
		return err
	}
	categories := []object{}
	for _, n := range t.Nodes() {
		row := object{"id": n.ID, "title": n.Name, "parent_id": nil}
		if n.Parent != "" {
			row["parent_id"] = n.Parent
		}
		categories = append(categories, row)
	}
	return x.JSON(http.StatusOK, object{"categories": categories, "products": products})
}

func (d *catalogueDialect) orders(x *service.Exchange) error {
	p, err := cataloguePage(x, service.OrdersPath, catalogueChanged, nil)
	if err != nil {
		return err
	}
	return x.JSON(http.StatusOK, object{"orders": service.Shown(p.Rows, catalogueOrder().Show)})
}

func (d *catalogueDialect) parcels(x *service.Exchange) error {
	p, err := cataloguePage(x, service.ShipmentsPath, catalogueChanged, nil)
	if err != nil {
		return err
	}
	return x.JSON(http.StatusOK, object{"parcels": service.Shown(p.Rows, catalogueParcel().Show)})
}

func (d *catalogueDialect) history(x *service.Exchange) error {
	p, err := cataloguePage(x, service.LedgerPath, catalogueBooks, catalogueKinds)
	if err != nil {
		return err
	}
	answer := catalogueBalances().Show(p.Meta)
	answer["count"], answer["rows"] = p.Total, service.Shown(p.Rows, catalogueEntry().Show)
	return x.JSON(http.StatusOK, answer)
}

// create makes an order, and another one for the same body: nothing tells this service
// that two orders are one.
func (d *catalogueDialect) create(x *service.Exchange) error {
	body, err := x.Body()
	if err != nil {
		return err
	}
	order := catalogueNewOrder().Read(body)
	source := shape.Text(order["external_id"])
	for copies := 1; copies <= mostCopies; copies++ {
		if copies > 1 {
			order["external_id"] = copyOf(source, copies)
		}
		created, existed, err := x.Create(order, "")
		if p, refused := err.(*service.Problem); refused && p.Code == "external_id_conflict" {
			continue
		}
		if err != nil {
			return err
		}
		if !existed {
			return x.JSON(http.StatusCreated, catalogueOrder().Show(created))
		}
	}
	return &service.Problem{Status: http.StatusUnprocessableEntity, Code: "too_many", Detail: fmt.Sprintf("the order was sent %d times", mostCopies)}
}

const (
	mostCopies = 50       // of one order
	copyMark   = "\u2063" // between a client's text and the number of the copy; nobody types it
)

// copyOf is the number under which the sandbox, where numbers are unique, keeps the
// n-th order with a text.
func copyOf(source string, n int) string { return fmt.Sprintf("%s%s%d", source, copyMark, n) }

// uncopied is the text of the client.
func uncopied(v any) any {
	source, _, _ := strings.Cut(shape.Text(v), copyMark)
	return source
}

// cataloguePage reads the rows that offset and limit ask for.
func cataloguePage(x *service.Exchange, path string, times, names map[string]string) (service.Part, error) {
	all := map[string]string{}
	for _, set := range []map[string]string{times, names} {
		for name, ours := range set {
			all[name] = ours
		}
	}
	filters, err := x.Filters(all, "offset", "limit")
	if err != nil {
		return service.Part{}, err
	}
	if err := catalogueTime().Read(filters, times); err != nil {
		return service.Part{}, err
	}
	offset, err := x.Whole("offset", 0, 0, 1_000_000_000)
	if err != nil {
		return service.Part{}, err
	}
	limit, err := x.Whole("limit", 50, 1, 100)
	if err != nil {
		return service.Part{}, err
	}
	return x.Rows(path, filters, offset, limit)
}

// refuseCatalogue writes plain text: the reason, and a line for each thing that is wrong.
func refuseCatalogue(x *service.Exchange, p *service.Problem) {
	x.Writer.Header().Del("Www-Authenticate")
	lines := []string{p.Code + ": " + p.Detail}
	for _, f := range p.Placed(catalogueNewOrder(), catalogueChanged, catalogueBooks) {
		lines = append(lines, fmt.Sprintf("%s: %s (%s)", f.Pointer+f.Parameter, f.Detail, f.Code))
	}
	x.Text(p.Status, "%s\n", strings.Join(lines, "\n"))
}
