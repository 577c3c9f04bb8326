package sandbox

import (
	"database/sql"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
)

// shipmentView is the JSON of a shipment.
type shipmentView struct {
	ID                string  `json:"id"`
	OrderID           string  `json:"order_id"`
	ExternalID        string  `json:"external_id"`
	Carrier           string  `json:"carrier"`
	WaybillNumber     string  `json:"waybill_number"`
	State             string  `json:"state"`
	StateText         string  `json:"state_text"`
	City              string  `json:"city"`
	BranchNumber      *string `json:"branch_number"`
	CODAmount         *string `json:"cod_amount"`
	CODState          string  `json:"cod_state"`
	EstimatedDelivery *string `json:"estimated_delivery_date"`
	ShippedAt         *string `json:"shipped_at"`
	DeliveredAt       *string `json:"delivered_at"`
	StateUpdatedAt    string  `json:"state_updated_at"`
}

// stateText is what the carrier says of a state.
func stateText(state string) string {
	switch state {
	case "created":
		return "Відправлення створено"
	case "accepted":
		return "Прийнято у відділенні"
	case "in_transit":
		return "Прямує до міста одержувача"
	case "arrived":
		return "Прибуло до відділення"
	case "out_for_delivery":
		return "Кур'єр везе відправлення"
	case "delivered":
		return "Отримано"
	case "refused":
		return "Одержувач відмовився"
	case "returning":
		return "Повертається відправнику"
	case "returned":
		return "Повернено відправнику"
	default:
		return "Стан невідомий"
	}
}

// listShipments answers GET /api/shipments.
func (s *Server) listShipments(c *call) (answer, error) {
	p := c.paging()
	sel := selection{table: "shipment", at: "state_updated_at", id: "id"}
	sel.and("client_id = ?", c.client.id)
	if since := c.query.Moment("updated_since"); since != nil {
		sel.and("state_updated_at >= ?", since.Start)
	}
	if err := c.query.Finish(); err != nil {
		return answer{}, err
	}
	l, err := s.selectList(c, sel, `id, order_id, external_id, carrier, waybill_number, state, city, branch_number,
		cod_amount, cod_state, estimated_at, shipped_at, delivered_at, state_updated_at`, p, scanShipment)
	if err != nil {
		return answer{}, err
	}
	return c.listAnswer(p, l)
}

func scanShipment(rows *sql.Rows) (row, error) {
	var v shipmentView
	var estimated, shipped, delivered sql.NullInt64
	var at int64
	err := rows.Scan(&v.ID, &v.OrderID, &v.ExternalID, &v.Carrier, &v.WaybillNumber, &v.State, &v.City, &v.BranchNumber,
		&v.CODAmount, &v.CODState, &estimated, &shipped, &delivered, &at)
	if err != nil {
		return row{}, err
	}
	v.StateText, v.StateUpdatedAt = stateText(v.State), contract.Stamp(at)
	v.ShippedAt, v.DeliveredAt = contract.StampOrNil(shipped), contract.StampOrNil(delivered)
	if estimated.Valid {
		v.EstimatedDelivery = new(time.UnixMicro(estimated.Int64).UTC().Format(time.DateOnly))
	}
	return row{position{at, v.ID}, v}, nil
}
