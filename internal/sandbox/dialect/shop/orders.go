package shop

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/service"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// orders answers the orders, their own number of the client among the notes that a shop lets
// others write. Only a link tells where the next page is, and how far into the list it begins
// is nobody else's business.
func (d *dialect) orders(x *service.Exchange) error {
	filters, err := x.Filters(names{"modified_after": "updated_since", "after": "created_from", "before": "created_to"}, "per_page", "from")
	if err != nil {
		return err
	}
	size, err := x.Whole("per_page", 10, 1, most)
	if err != nil {
		return err
	}
	first, err := x.Whole("from", 0, 0, 1_000_000)
	if err != nil {
		return err
	}
	p, err := x.Rows(service.OrdersPath, filters, first, size)
	if err != nil {
		return err
	}
	if next := first + size; next < p.Total {
		address := *x.Request.URL
		asked := address.Query()
		asked.Set("from", strconv.Itoa(next))
		address.RawQuery = asked.Encode()
		x.Writer.Header().Set("Link", "<"+address.RequestURI()+`>; rel="next"`)
	}
	return x.JSON(http.StatusOK, service.Shown(p.Rows, order().Show))
}

// create makes an order. Its lines name products by ids, and what the recipient is called
// comes in parts.
func (d *dialect) create(x *service.Exchange) error {
	body, err := x.Body()
	if err != nil {
		return err
	}
	for _, line := range shape.Objects(body["line_items"]) {
		p, err := d.shelf.product(x, shape.Text(line["product_id"]))
		if err != nil {
			return err
		}
		line["sku"] = p["sku"]
	}
	placed := newOrder().Read(body)
	if r := shape.Member(placed, "recipient"); r != nil {
		r["name"] = fullName(r)
	}
	created, _, err := x.Create(placed, "")
	if err != nil {
		return err
	}
	return x.JSON(http.StatusCreated, order().Show(created))
}

// fullName is a name put together from its parts.
func fullName(recipient object) string {
	var parts []string
	for _, name := range []string{"last_name", "first_name", "middle_name"} {
		if text := shape.Text(recipient[name]); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, " ")
}
