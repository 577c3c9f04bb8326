package contract

import (
	"encoding/json"
	"fmt"
)

// Order is an order as the client wrote it, read: absent and null are one,
// and money has one spelling. Two orders are the same if their JSON is.
type Order struct {
	ExternalID string    `json:"external_id"`
	Items      []Item    `json:"items"`
	Recipient  Recipient `json:"recipient"`
	Payment    Payment   `json:"payment"`
	Waybill    *string   `json:"waybill_number"`
	Comment    *string   `json:"comment"`
}

// Item is what is ordered of one product.
type Item struct {
	SKU      string  `json:"sku"`
	Quantity int64   `json:"quantity"`
	Price    *string `json:"price"`
}

// Recipient is who gets the parcels, and where.
type Recipient struct {
	Name       string   `json:"name"`
	LastName   *string  `json:"last_name"`
	FirstName  *string  `json:"first_name"`
	MiddleName *string  `json:"middle_name"`
	Phone      string   `json:"phone"`
	Email      *string  `json:"email"`
	Delivery   Delivery `json:"delivery"`
}

// Delivery is the way to the recipient.
type Delivery struct {
	Carrier      string  `json:"carrier"`
	Type         string  `json:"type"`
	City         string  `json:"city"`
	CityRef      *string `json:"city_ref"`
	BranchNumber *string `json:"branch_number"`
	BranchRef    *string `json:"branch_ref"`
	Address      *string `json:"address"`
}

// Payment is how an order is paid.
type Payment struct {
	Method    string  `json:"method"`
	CODAmount *string `json:"cod_amount"`
}

// Bounds of an order. Together with plainAmount they keep every sum exact.
const (
	maxExternalID = 64
	maxItems      = 200
	maxQuantity   = 10_000
	maxText       = 255
	maxComment    = 5000
)

// Canonical is the one spelling of an order's content.
func (o Order) Canonical() ([]byte, error) {
	content, err := json.Marshal(o)
	if err != nil {
		return nil, fmt.Errorf("write the order's content: %w", err)
	}
	return content, nil
}
