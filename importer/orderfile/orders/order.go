package orders

import (
	"encoding/json"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Order is one order of a file and the rows that it was read from.
type Order struct {
	supplier.NewOrder
	Rows     []int
	ItemRows []int  // the row of each item
	State    string // as the file writes it, "" where it has no such cell
	Currency string // ISO 4217, "" where the file does not say
}

// Skipped is an order of which the file itself says that it is not to be sent. It counts as
// neither posted nor refused.
type Skipped struct {
	ExternalID string
	Rows       []int
	State      string // the word of the file, such as "Скасовано"
	// Cancelled says that it was called off: cancelled, refused, returned. Others were sent
	// already, are done, or are drafts.
	Cancelled bool
}

// MarshalJSON writes the order flat; what is absent is null.
func (o Order) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		ExternalID string             `json:"external_id"`
		Rows       []int              `json:"rows"`
		Recipient  shownRecipient     `json:"recipient"`
		Items      []supplier.NewItem `json:"items"`
		Payment    supplier.Payment   `json:"payment"`
		Waybill    *string            `json:"waybill_number"`
		State      *string            `json:"state"`
		Currency   *string            `json:"currency"`
		Comment    *string            `json:"comment"`
	}{o.ExternalID, o.Rows, shownRecipient{o.Recipient, shownDelivery(o.Recipient.Delivery)}, o.Items, o.Payment,
		o.WaybillNumber, celltext.OrNil(o.State), celltext.OrNil(o.Currency), o.Comment})
}

// shownRecipient is a recipient of whose delivery every field is shown. (The JSON of the
// model leaves absent ones out, so that what an order was known by before they came stays.)
type shownRecipient struct {
	supplier.Recipient
	Delivery shownDelivery `json:"delivery"`
}

type shownDelivery struct {
	Carrier      string  `json:"carrier"`
	Type         string  `json:"type"`
	City         string  `json:"city"`
	CityRef      *string `json:"city_ref,omitempty"`
	BranchNumber *string `json:"branch_number"`
	BranchRef    *string `json:"branch_ref,omitempty"`
	Address      *string `json:"address"`
	Region       *string `json:"region"`
	District     *string `json:"district"`
	PostalCode   *string `json:"postal_code"`
}

// Line is one data row of the file: headings, titles, blanks and totals are none.
type Line struct {
	Row        int    // as a spreadsheet counts
	ExternalID string // the order that the row belongs to, "" where it belongs to none
	Refused    bool
	Skipped    bool   // the file says that the row's order is not to be sent
	Cancelled  bool   // it says so as the order was called off
	Code       string // of a refused row: its own, or of the row of its order that is at fault
	Message    string // of a refused row: its own, or one that names the row at fault

	said wording.Message
}

// Tell puts the line's message into the report's language.
func (l *Line) Tell(language wording.Language) {
	l.Message, l.said = l.said.In(language), wording.Message{}
}
