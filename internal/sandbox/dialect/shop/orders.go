package shop

import (
	"net/http"
	"strings"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/service"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// orders answers the orders, their own number of the client among the notes that a shop lets
// others write.
func (d *dialect) orders(x *service.Exchange) error {
	return list(service.OrdersPath, names{"modified_after": "updated_since", "after": "created_from", "before": "created_to"}, order)(x)
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
