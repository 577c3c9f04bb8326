package orders

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/route"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Source says how the files of a source are read.
type Source struct {
	Template *ordertemplate.Template
	Lexicon  *lexicon.Lexicon // of the template's words, under those of the source's own
	Carrier  string           // where a file says nothing of it
	Payment  string           // the way of payment where a file says nothing of it
	Prefix   string           // put in front of every order number
	Ignore   []string         // headings that are not read, whatever they hold
	Route    *route.Route     // whose the lines are, where there are several suppliers
	Now      time.Time        // by which a planned day has come
	Results  bool             // whether what a result file says of its rows is kept
}

// Found is what the rows of a file came to.
type Found struct {
	Layout   string               // see the Layout constants
	Orders   []Order              // what would be posted, and nothing else
	Skipped  []Skipped            // what the file itself says is not to be sent
	Problems []problem.Problem    // in the order in which they were found
	Lines    []Line               // every data row, by row
	Unread   []Unread             // the columns of which nothing was read
	Ragged   map[int]bool         // rows of a text with too few cells, or too many
	Stray    map[int]bool         // rows that belong to no order
	Results  map[int]cells.Result // what a file that is a result itself says of its rows
}

// refuse adds a fault of the whole file.
func (f *Found) refuse(fault *problem.Fault) { f.add(0, "", fault) }

// add adds a fault at a row, 0 for the whole file.
func (f *Found) add(row int, column string, fault *problem.Fault) {
	f.Problems = append(f.Problems, fault.At(row, column))
}

// because is what the other rows of an order say when one row is at fault.
func because(row int) wording.Message { return wording.NewMessage("order_refused.because_of_row", row) }

// blamesAnother reports whether the error cell of a result file, in either language, says
// that another row of the order is at fault.
func blamesAnother(text string) bool {
	for _, l := range []wording.Language{wording.Ukrainian, wording.English} {
		if strings.Contains(text, strings.TrimSuffix(because(0).In(l), "0")) {
			return true
		}
	}
	return false
}

// Layouts of a file.
const (
	LayoutRowPerOrder = "row_per_order"
	LayoutRowPerItem  = "row_per_item"
	LayoutWide        = "wide" // items stand in numbered columns
)

// Order is one order of a file and the rows that it was read from.
type Order struct {
	supplier.NewOrder
	Rows     []int
	ItemRows []int  // the row of each item
	State    string // as the file writes it, "" where it has no such cell
	Currency string // ISO 4217, "" where the file does not say
	Supplier string // whose it is of several, as the config names him
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
		Supplier   string             `json:"supplier,omitempty"`
		Rows       []int              `json:"rows"`
		Recipient  shownRecipient     `json:"recipient"`
		Items      []supplier.NewItem `json:"items"`
		Payment    supplier.Payment   `json:"payment"`
		Waybill    *string            `json:"waybill_number"`
		State      *string            `json:"state"`
		Currency   *string            `json:"currency"`
		Comment    *string            `json:"comment"`
	}{o.ExternalID, o.Supplier, o.Rows, shownRecipient{o.Recipient, shownDelivery(o.Recipient.Delivery)}, o.Items, o.Payment,
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

	said *wording.Message // of those with a message: most lines of a long file have none
}

// Tell puts the line's message into the report's language.
func (l *Line) Tell(language wording.Language) {
	if l.said != nil {
		l.Message, l.said = l.said.In(language), nil
	}
}

// Unread is a column of which nothing was read, for people to look at.
type Unread struct {
	Heading string
	Cells   []string // the first different ones, on one line each
	Bare    bool     // it has no heading: Heading is the column as a spreadsheet names it
}
