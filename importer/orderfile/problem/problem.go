package problem

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// Problem is something about an order file that a person should know. Row counts from
// 1 as a spreadsheet shows the file, the headings included; nil means the whole file.
// Column is the heading as the file spells it, nil where no single column is meant.
type Problem struct {
	Row     *int    `json:"row"`
	Column  *string `json:"column"`
	Code    string  `json:"code"`
	Message string  `json:"message"` // one line that says what is wrong and the mend, in the report's language

	said  wording.Message
	minor bool // a warning here, whatever its code is elsewhere
}

// Weight is what the problem does. It goes by the code; only ColumnUnread and SendLater are an
// error or a warning, by what the column holds.
func (p Problem) Weight() Weight {
	if p.minor {
		return Warning
	}
	return WeightOf(p.Code)
}

// OnlyWarn makes a warning of the problem, whatever its code is elsewhere.
func (p *Problem) OnlyWarn() { p.minor = true }

// Tell puts the problem's message into the report's language.
func (p *Problem) Tell(l wording.Language) { p.Message = p.said.In(l) }

// Key is the catalogue's key of the problem's sentence: its code, and what tells several
// sentences of one code apart.
func (p Problem) Key() string { return p.said.Key }

// Say is the problem's message in a language, whatever the report's is.
func (p Problem) Say(l wording.Language) string { return p.said.In(l) }

// Keep writes the problem's message as a text from which wording.Kept makes it again.
func (p Problem) Keep() string {
	if p.said.IsZero() {
		return wording.Literal(p.Message).Keep()
	}
	return p.said.Keep()
}

// Weight is what a problem does: an error refuses its row, and with it the row's
// order, or the file where it has no row; a warning and a note refuse nothing.
type Weight int

// The weights of a problem.
const (
	Note Weight = iota
	Skip        // its row is left out, as the file itself asks for; nothing is wrong
	Warning
	Error
)

func (w Weight) String() string { return [...]string{"note", "skip", "warning", "error"}[w] }

// The problem codes. They are fixed: people search for them and programs branch on them.
const (
	FileEmpty            = "file_empty"             // no bytes, or only a byte order mark and blanks
	FileTooLarge         = "file_too_large"         // over one of the Limits
	FileNULFilled        = "file_nul_filled"        // zero bytes in a text
	FileTruncated        = "file_truncated"         // a workbook without its ZIP directory; a short last row without a line end
	FileEncrypted        = "file_encrypted"         // a workbook with a password
	FileDamaged          = "file_damaged"           // a workbook that lacks a part or holds broken XML
	SheetDamaged         = "sheet_damaged"          // rows or cells of a sheet in falling order, or one of them twice
	SheetAmbiguous       = "sheet_ambiguous"        // more than one visible sheet with known headings
	SheetHidden          = "sheet_hidden"           // the only sheets with known headings are hidden
	FormatXLSLegacy      = "format_xls_legacy"      // an .xls of the old kind (BIFF)
	FormatHTML           = "format_html"            // a web page
	FormatXMLSpreadsheet = "format_xml_spreadsheet" // "XML Spreadsheet 2003"
	FormatUnknown        = "format_unknown"         // anything else that is neither text nor a workbook
	EncodingUnknown      = "encoding_unknown"       // not UTF-8, not UTF-16 with a mark, no known headings as Windows-1251
	QuoteUnterminated    = "quote_unterminated"     // the file ends inside a quoted cell
	QuoteBare            = "quote_bare"             // something after a closing quote that is no delimiter or line end
	HeadingsUnknown      = "headings_unknown"       // no row with three known headings among the first 20
	HeadingMissing       = "heading_missing"        // no heading for the name, the phone, the SKU or the quantity
	HeadingLookalike     = "heading_lookalike"      // a needed heading is there only with look-alike letters
	DuplicateHeading     = "duplicate_heading"      // the same heading twice, in a column that is used
	NoRows               = "no_rows"                // headings and nothing under them
	RowRagged            = "row_ragged"             // a text row with more cells than headings, or fewer
	RowHidden            = "row_hidden"             // a hidden row with something in it
	CellError            = "cell_error"             // #N/A and its like, in a column that is used
	FormulaWithoutValue  = "formula_without_value"  // a formula that was never computed, in a column that is used
	OrderNumberMissing   = "order_number_missing"   // no order number, and no further item of the order right above
	OrderNumberTooLong   = "order_number_too_long"  // over 64 characters, the source's prefix included
	OrderRowsApart       = "order_rows_apart"       // the number comes again after another order's row
	RecipientConflict    = "recipient_conflict"     // a later row has another name, phone, city or branch
	OrderCellsConflict   = "order_cells_conflict"   // a later row has another total, amount on delivery or way of payment
	RecipientNameMissing = "recipient_name_missing" // blank
	PhoneMissing         = "phone_missing"          // blank
	PhoneInvalid         = "phone_invalid"          // none of the accepted forms
	PhoneScientific      = "phone_scientific"       // 3.80671E+11 as text: digits are lost
	PhoneAmbiguous       = "phone_ambiguous"        // two numbers in one cell
	SKUMissing           = "sku_missing"            // an item without a SKU, an order without an item
	SKUScientific        = "sku_scientific"         // 4,82E+12 as text, or a number of more than 15 digits
	SKUIsDate            = "sku_is_date"            // a date cell as SKU
	QuantityInvalid      = "quantity_invalid"       // not a whole number of at least 1
	AmountInvalid        = "amount_invalid"         // no amount of money
	AmountAmbiguous      = "amount_ambiguous"       // one separator before exactly three digits
	CODAmountMissing     = "cod_amount_missing"     // paid on delivery, and no amount to be found
	PaymentConflict      = "payment_conflict"       // paid in advance, and an amount on delivery
	PhoneZeroRestored    = "phone_zero_restored"    // nine digits became ten
	OrderNumberAbsent    = "order_number_absent"    // no column for the number: it is made from the row's content
	ExtensionMismatch    = "extension_mismatch"     // the content is another format than the name says
	TotalRowSkipped      = "total_row_skipped"      // a total row was left out

	OrderSkipped          = "order_skipped"           // the file itself says that the order is not to be sent
	StateUnknown          = "state_unknown"           // a state that is no known word
	PaymentUnknown        = "payment_unknown"         // a way of payment that is no known word, is denied or holds in part
	DeliveryUnknown       = "delivery_unknown"        // a carrier or place that is no known word, or two of them
	AddressMissing        = "address_missing"         // a courier without an address
	BranchMissing         = "branch_missing"          // a branch without a number
	BranchIsDate          = "branch_is_date"          // a date for a branch
	OrderNumberIsDate     = "order_number_is_date"    // a date for an order's number
	OrderNumberScientific = "order_number_scientific" // 1,23E+15 as text, or a number of more than 15 digits
	RecipientNameInvalid  = "recipient_name_invalid"  // no person's name
	CurrencyForeign       = "currency_foreign"        // another currency than the hryvnia
	CountryForeign        = "country_foreign"         // another country than Ukraine
	TotalDiffers          = "total_differs"           // the lines do not make the order's sum
	ColumnUnread          = "column_unread"           // a column that is not read and bears meaning
	WaybillInvalid        = "waybill_invalid"         // the client's own waybill is none
	SendLater             = "send_later"              // the order is to be sent on another day; a warning where only a day is named
	SKUAmbiguous          = "sku_ambiguous"           // several goods, or a quantity too, in a cell of the SKU
	SupplierUnknown       = "supplier_unknown"        // nothing says to which of several suppliers a line goes
	SupplierSplit         = "supplier_split"          // lines of two suppliers, and a sum or a waybill that cannot be parted
)

// WeightOf is a code's weight. Only the codes named here are less than an error, so a
// code that is not known refuses rather than passes.
func WeightOf(code string) Weight {
	switch code {
	case PhoneZeroRestored, OrderNumberAbsent, ExtensionMismatch, BranchMissing, TotalDiffers:
		return Warning
	case OrderSkipped:
		return Skip
	case TotalRowSkipped:
		return Note
	}
	return Error
}

// RefusesFile reports whether one of the problems refuses the file as a whole.
func RefusesFile(problems []Problem) bool {
	return slices.ContainsFunc(problems, func(p Problem) bool { return p.Row == nil && p.Weight() == Error })
}

// Fault is a problem before it is known where it stands.
type Fault struct {
	Code    string          // see the codes
	Message wording.Message // the sentence that people read
}

// At is the problem that a fault is at a row, 0 for the whole file, and under a heading, ""
// where no single column is meant.
func (f *Fault) At(row int, column string) Problem {
	p := Problem{Code: f.Code, said: f.Message}
	if row > 0 {
		p.Row = &row
	}
	if column != "" {
		p.Column = &column
	}
	return p
}

// OfPanic is the fault of a file that made a parser panic.
func OfPanic(p any) *Fault { return Faultf(FileDamaged+".panic", fmt.Sprintf("%.80v", p)) }

func (f *Fault) Error() string { return f.Code + ": " + f.Message.String() }

// Faultf is a fault with the sentence of the catalogue that its key names: a problem's
// code, or the code, a full stop and what tells several sentences of one code apart.
func Faultf(key string, values ...any) *Fault {
	code, _, _ := strings.Cut(key, ".")
	return &Fault{code, wording.NewMessage(key, values...)}
}
