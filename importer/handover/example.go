package handover

import (
	"fmt"
	"io"
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Example is what a template makes of an order that nobody made.
type Example struct {
	ExternalID string     `json:"external_id"`
	Refused    string     `json:"refused,omitempty"` // why the template cannot say it
	Rows       [][]string `json:"rows,omitempty"`
}

// Preview is what Template makes of example orders.
type Preview struct {
	Headings []string  `json:"headings"`
	Orders   []Example `json:"orders"`
}

// Preview shows what the template makes of an order of two lines that is paid on delivery,
// and of one that is paid and goes to an address, and writes those that it can say as a file.
func (t *Template) Preview(w io.Writer, language wording.Language, now time.Time) (Preview, error) {
	out := Preview{Headings: t.headingRow()}
	var said []supplier.NewOrder
	for _, order := range exampleOrders() {
		one := Example{ExternalID: order.ExternalID}
		if why := t.refuses(order); !why.IsZero() {
			one.Refused = why.In(language)
		} else {
			said = append(said, order)
			for _, row := range t.records(order) {
				row.at = now
				one.Rows = append(one.Rows, t.texts(row))
			}
		}
		out.Orders = append(out.Orders, one)
	}
	if err := t.write(w, said, now); err != nil {
		return out, fmt.Errorf("write an example: %w", err)
	}
	return out, nil
}

func exampleOrders() []supplier.NewOrder {
	branch, address, comment := "12", "Example St 1, 2", "please call"
	return []supplier.NewOrder{
		{ExternalID: "EXAMPLE-1", Items: []supplier.NewItem{{SKU: "KB-01", Quantity: 2, Price: money.Must("450.00")}, {SKU: "MS-02", Quantity: 1, Price: money.Must("199.90")}},
			Recipient: supplier.Recipient{Name: "Example Person", Phone: "+380670000101",
				Delivery: supplier.Delivery{Carrier: supplier.NovaPoshta, Type: supplier.ToBranch, City: "Kyiv", BranchNumber: &branch}},
			Payment: supplier.Payment{Method: supplier.PaymentCOD, CODAmount: money.Must("1099.90")}},
		{ExternalID: "EXAMPLE-2", Items: []supplier.NewItem{{SKU: "KB-01", Quantity: 1}},
			Recipient: supplier.Recipient{Name: "Example Person", Phone: "+380670000102",
				Delivery: supplier.Delivery{Carrier: supplier.NovaPoshta, Type: supplier.ByCourier, City: "Lviv", Address: &address}},
			Payment: supplier.Payment{Method: supplier.PaymentPrepaid}, Comment: &comment},
	}
}
