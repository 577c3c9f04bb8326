package mapping

import (
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func orderFields() []field[supplier.Order] {
	type O = supplier.Order
	return []field[O]{
		need(textField("id", func(o *O) *string { return &o.ID })),
		textField("number", func(o *O) *string { return &o.Number }),
		textField("external_id", func(o *O) *string { return &o.ExternalID }),
		need(textField("status", func(o *O) *string { return &o.Status })),
		recordsField("status_history", func(o *O) *[]supplier.StatusChange { return &o.StatusHistory }, statusFields()),
		textField("waybill_number", func(o *O) *string { return &o.WaybillNumber }),
		textsField("waybills", func(o *O) *[]string { return &o.Waybills }),
		recordsField("items", func(o *O) *[]supplier.OrderItem { return &o.Items }, orderItemFields()),
		textField("recipient_name", func(o *O) *string { return &o.Recipient.Name }),
		optTextField("recipient_last_name", func(o *O) **string { return &o.Recipient.LastName }),
		optTextField("recipient_first_name", func(o *O) **string { return &o.Recipient.FirstName }),
		optTextField("recipient_middle_name", func(o *O) **string { return &o.Recipient.MiddleName }),
		textField("recipient_phone", func(o *O) *string { return &o.Recipient.Phone }),
		optTextField("recipient_email", func(o *O) **string { return &o.Recipient.Email }),
		textField("carrier", func(o *O) *string { return &o.Recipient.Delivery.Carrier }),
		textField("delivery_type", func(o *O) *string { return &o.Recipient.Delivery.Type }),
		textField("city", func(o *O) *string { return &o.Recipient.Delivery.City }),
		optTextField("city_ref", func(o *O) **string { return &o.Recipient.Delivery.CityRef }),
		optTextField("branch_number", func(o *O) **string { return &o.Recipient.Delivery.BranchNumber }),
		optTextField("branch_ref", func(o *O) **string { return &o.Recipient.Delivery.BranchRef }),
		optTextField("address", func(o *O) **string { return &o.Recipient.Delivery.Address }),
		optTextField("region", func(o *O) **string { return &o.Recipient.Delivery.Region }),
		optTextField("district", func(o *O) **string { return &o.Recipient.Delivery.District }),
		optTextField("postal_code", func(o *O) **string { return &o.Recipient.Delivery.PostalCode }),
		textField("payment_method", func(o *O) *string { return &o.Payment.Method }),
		moneyField("cod_amount", func(o *O) *money.Amount { return &o.Payment.CODAmount }),
		textField("comment", func(o *O) *string { return &o.Comment }),
		moneyField("total_drop", func(o *O) *money.Amount { return &o.Totals.DropTotal }),
		moneyField("total_retail", func(o *O) *money.Amount { return &o.Totals.RetailTotal }),
		moneyField("total_cod", func(o *O) *money.Amount { return &o.Totals.CODAmount }),
		moneyField("total_profit", func(o *O) *money.Amount { return &o.Totals.Profit }),
		textField("currency", func(o *O) *string { return &o.Currency }),
		timeField("created_at", func(o *O) *time.Time { return &o.CreatedAt }),
		timeField("updated_at", func(o *O) *time.Time { return &o.UpdatedAt }),
	}
}

func statusFields() []field[supplier.StatusChange] {
	return []field[supplier.StatusChange]{
		need(textField("status", func(c *supplier.StatusChange) *string { return &c.Status })),
		timeField("at", func(c *supplier.StatusChange) *time.Time { return &c.At }),
	}
}

func orderItemFields() []field[supplier.OrderItem] {
	return []field[supplier.OrderItem]{
		need(textField("sku", func(i *supplier.OrderItem) *string { return &i.SKU })),
		textField("name", func(i *supplier.OrderItem) *string { return &i.Name }),
		need(intField("quantity", func(i *supplier.OrderItem) *int64 { return &i.Quantity })),
		moneyField("price", func(i *supplier.OrderItem) *money.Amount { return &i.Price }),
		moneyField("drop_price", func(i *supplier.OrderItem) *money.Amount { return &i.DropPrice }),
	}
}

// orderKind is what the list machinery needs to know of orders; drafts are the statuses of
// those that are not handed in.
func orderKind(drafts []string) RecordKind[supplier.Order] {
	return RecordKind[supplier.Order]{
		Id: func(o *supplier.Order) string { return o.ID },
		// A service may name the first waybill, the list of all, or both.
		finish: func(o *supplier.Order) error {
			o.Draft = slices.Contains(drafts, o.Status)
			switch {
			case o.WaybillNumber == "" && len(o.Waybills) > 0:
				o.WaybillNumber = o.Waybills[0]
			case o.WaybillNumber != "" && len(o.Waybills) == 0:
				o.Waybills = []string{o.WaybillNumber}
			}
			return nil
		},
	}
}

func shipmentFields() []field[supplier.Shipment] {
	type S = supplier.Shipment
	return []field[S]{
		need(textField("id", func(s *S) *string { return &s.ID })),
		textField("order_id", func(s *S) *string { return &s.OrderID }),
		textField("external_id", func(s *S) *string { return &s.ExternalID }),
		textField("carrier", func(s *S) *string { return &s.Carrier }),
		need(textField("waybill_number", func(s *S) *string { return &s.WaybillNumber })),
		textField("state", func(s *S) *string { return &s.State }),
		textField("state_text", func(s *S) *string { return &s.StateText }),
		textField("city", func(s *S) *string { return &s.City }),
		textField("branch_number", func(s *S) *string { return &s.BranchNumber }),
		moneyField("cod_amount", func(s *S) *money.Amount { return &s.CODAmount }),
		textField("currency", func(s *S) *string { return &s.Currency }),
		textField("cod_state", func(s *S) *string { return &s.CODState }),
		dateField("estimated_delivery_date", func(s *S) *string { return &s.EstimatedDelivery }),
		timeField("shipped_at", func(s *S) *time.Time { return &s.ShippedAt }),
		timeField("delivered_at", func(s *S) *time.Time { return &s.DeliveredAt }),
		timeField("state_updated_at", func(s *S) *time.Time { return &s.StateUpdatedAt }),
	}
}

func shipmentKind() RecordKind[supplier.Shipment] {
	return RecordKind[supplier.Shipment]{Id: func(s *supplier.Shipment) string { return s.ID }}
}

func ledgerFields() []field[supplier.LedgerEntry] {
	type L = supplier.LedgerEntry
	return []field[L]{
		need(textField("id", func(l *L) *string { return &l.ID })),
		textField("number", func(l *L) *string { return &l.Number }),
		need(textField("kind", func(l *L) *string { return &l.Kind })),
		textField("operation", func(l *L) *string { return &l.Operation }),
		need(moneyField("amount", func(l *L) *money.Amount { return &l.Amount })),
		textField("currency", func(l *L) *string { return &l.Currency }),
		need(timeField("posted_at", func(l *L) *time.Time { return &l.PostedAt })),
		textField("order_id", func(l *L) *string { return &l.OrderID }),
		textField("order_external_id", func(l *L) *string { return &l.OrderExternalID }),
		textField("payout_id", func(l *L) *string { return &l.PayoutID }),
		textField("document_number", func(l *L) *string { return &l.DocumentNumber }),
		dateField("document_date", func(l *L) *string { return &l.DocumentDate }),
		textField("counterparty_name", func(l *L) *string { return &l.CounterpartyName }),
		textField("counterparty_code", func(l *L) *string { return &l.CounterpartyCode }),
		textField("description", func(l *L) *string { return &l.Description }),
		textField("reverses_entry_id", func(l *L) *string { return &l.ReversesEntryID }),
		moneyField("balance_posted", func(l *L) *money.Amount { return &l.BalanceAfter.Posted }),
		moneyField("balance_held", func(l *L) *money.Amount { return &l.BalanceAfter.Held }),
		moneyField("balance_available", func(l *L) *money.Amount { return &l.BalanceAfter.Available }),
	}
}

func ledgerKind() RecordKind[supplier.LedgerEntry] {
	return RecordKind[supplier.LedgerEntry]{Id: func(l *supplier.LedgerEntry) string { return l.ID }}
}
