package terminal

import (
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/overview"
)

// OrderRow is one order as CSV.
type OrderRow struct {
	ExternalID  string `csv:"external_id"`
	Source      string `csv:"source"`
	State       string `csv:"state"`
	OrderID     string `csv:"order_id"`
	OrderStatus string `csv:"order_status"`
	Waybills    string `csv:"waybill_number"`
	Message     string `csv:"message"`
	ChangedAt   string `csv:"changed_at"`
}

// OrderRows are the orders of a status.
func OrderRows(s overview.Status) []OrderRow {
	rows := make([]OrderRow, 0, len(s.Orders))
	for _, o := range s.Orders {
		rows = append(rows, OrderRow{o.ExternalID, o.Source, string(o.State), o.OrderID, o.OrderStatus,
			strings.Join(o.Waybills, "; "), o.Message, o.At.UTC().Format(time.RFC3339)})
	}
	return rows
}
