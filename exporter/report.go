package exporter

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/history"
)

// Report is what a build did with one feed.
type Report struct {
	Feed      string   `json:"feed"`
	Template  string   `json:"template"`
	Out       string   `json:"out"`
	Products  int64    `json:"products"` // in the supplier's list
	Offers    int64    `json:"offers"`   // of them in the feed
	Skipped   []Skip   `json:"skipped"`  // the others, in the order of the list
	Warnings  []string `json:"warnings"` // "SKU: code: text", in the order of the list
	Bytes     int64    `json:"bytes"`
	SHA256    string   `json:"sha256"`
	Published bool     `json:"published"`
	Seconds   float64  `json:"seconds"`

	NotSelected int64             `json:"not_selected"` // products that the feed's filter does not want
	Repaired    map[Code]int64    `json:"repaired"`     // how often a text, a list or a price was made to fit
	Changes     *history.Summary  `json:"changes"`      // since the last publishing; null where it did not come so far
	Guard       []history.Finding `json:"guard"`        // why it was not published, or needed to be accepted

	Err error `json:"-"` // what kept this feed alone from being published
}

// Partial reports whether a product was left out of the feed.
func (r *Report) Partial() bool { return len(r.Skipped) > 0 }

// Skip is a product that is not in the feed.
type Skip struct {
	SKU     string `json:"sku"`
	Code    Code   `json:"code"`
	Message string `json:"message"`
}

// Code names a reason; it is stable, texts are not.
type Code string

// The reasons for which a product is left out.
const (
	PriceMissing      Code = "price_missing"
	PriceZero         Code = "price_zero"
	CurrencyUnknown   Code = "currency_unknown"
	PriceBelowMargin  Code = "price_below_margin" // selling it would lose money
	ValueMissing      Code = "value_missing"      // another value that the template needs
	ValueInvalid      Code = "value_invalid"      // one that the target would refuse
	ValueDuplicate    Code = "value_duplicate"    // one that an earlier offer has
	NameDuplicate     Code = "name_duplicate"
	IDDuplicate       Code = "id_duplicate" // the list had the id before
	AttributesMissing Code = "attributes_missing"
)

// What is repaired, and counted.
const (
	HTMLCleaned       Code = "html_cleaned"
	TextReduced       Code = "text_reduced"  // to the characters that the target takes
	ValueDropped      Code = "value_dropped" // it did not fit its pattern
	PicturesLeftOut   Code = "pictures_left_out"
	AttributesLeftOut Code = "attributes_left_out"
	TiersLeftOut      Code = "tiers_left_out"
	PriceRaised       Code = "price_raised" // to the recommended price or the least margin
)

// The reasons of warnings: the product is in the feed, but not as the supplier has it.
const (
	CategoryMissing     Code = "category_missing"
	CategoryAmbiguous   Code = "category_ambiguous"
	PicturesMissing     Code = "pictures_missing"
	PicturesRepeated    Code = "pictures_repeated"
	PicturesBeyond      Code = "pictures_beyond_columns"
	TiersBeyond         Code = "tiers_beyond_columns"
	BarcodeRepeated     Code = "barcode_repeated" // and the target takes each once
	AddressInvalid      Code = "address_invalid"
	AttributeIncomplete Code = "attribute_incomplete"
	AmountOmitted       Code = "amount_omitted"
	TextCleaned         Code = "text_cleaned"
	TextCut             Code = "text_cut"
	ExpressionFailed    Code = "expression_failed"
	FilterUnused        Code = "filter_unused"      // a filter names what no product has
	FilterUnreached     Code = "filter_unreached"   // a category below one that the filter names by its id
	CategoryUnmapped    Code = "category_unmapped"  // the category map lacks it
	AttributeUnmapped   Code = "attribute_unmapped" // the attribute map lacks it
	MapColumnMissing    Code = "map_column_missing" // the template names one that the map lacks
	MemoryUnreadable    Code = "memory_unreadable"  // what was last published is not known
	NameMisleading      Code = "name_misleading"    // the file's name promises another format
	WarningsNotShown    Code = "warnings_not_shown"
)

// Warnings are bounded, or a report could grow with the catalogue: what the supplier
// does not have is listed less often than what a feed has no place for.
const (
	lossesKept  = 20_000
	missingKept = 1_000
)

// kept is how many warnings of a kind a report lists.
func (c Code) kept() int {
	if c == PicturesMissing || c == CategoryMissing {
		return missingKept
	}
	return lossesKept
}

// notes collects what one worker has to say of one page.
type notes struct {
	skipped    []Skip
	warnings   []warning
	repaired   map[Code]int64
	unselected int64
}

type warning struct {
	sku     string
	code    Code
	message string
}

func (w *warning) String() string { return fmt.Sprintf("%s: %s: %s", w.sku, w.code, w.message) }

func (n *notes) reset() {
	n.skipped, n.warnings, n.unselected = n.skipped[:0], n.warnings[:0], 0
	clear(n.repaired)
}

// skip leaves a product out. The SKU is copied, so that a report does not keep pages alive.
func (n *notes) skip(sku string, code Code, message string) {
	n.skipped = append(n.skipped, Skip{strings.Clone(sku), code, message})
}

func (n *notes) warn(sku string, code Code, format string, args ...any) {
	n.warnings = append(n.warnings, warning{strings.Clone(sku), code, fmt.Sprintf(format, args...)})
}

// repair counts one repair. Notes that are nil take none.
func (n *notes) repair(code Code) { n.repairs(code, 1) }

func (n *notes) repairs(code Code, count int) {
	if n == nil || count <= 0 {
		return
	}
	if n.repaired == nil {
		n.repaired = map[Code]int64{}
	}
	n.repaired[code] += int64(count)
}

// reportBuilder gathers the notes of all pages in the order of the list.
type reportBuilder struct {
	Report
	warnings []warning
	warned   map[Code]int
}

func (r *reportBuilder) begin(f *Feed) {
	r.warned = map[Code]int{}
	r.Report = Report{Feed: f.Name, Template: f.Template.Name, Out: f.Out, Skipped: []Skip{}, Warnings: []string{},
		Repaired: map[Code]int64{}, Guard: []history.Finding{}}
}

func (r *reportBuilder) add(n *notes) {
	r.Skipped = append(r.Skipped, n.skipped...)
	r.NotSelected += n.unselected
	for code, count := range n.repaired {
		r.Repaired[code] += count
	}
	for _, w := range n.warnings {
		r.warn(w)
	}
}

func (r *reportBuilder) warn(w warning) {
	if r.warned[w.code]++; r.warned[w.code] <= w.code.kept() {
		r.warnings = append(r.warnings, w)
	}
}

func (r *reportBuilder) done() Report {
	for _, w := range r.warnings {
		r.Warnings = append(r.Warnings, w.String())
	}
	for _, code := range slices.Sorted(maps.Keys(r.warned)) {
		if unshown := r.warned[code] - code.kept(); unshown > 0 {
			r.Warnings = append(r.Warnings, fmt.Sprintf("all: %s: %d more of %s are not listed", WarningsNotShown, unshown, code))
		}
	}
	if r.Report.Guard == nil {
		r.Report.Guard = []history.Finding{}
	}
	return r.Report
}

// NewReport is the report of a feed that was not begun.
func NewReport(f *Feed) Report {
	var r reportBuilder
	r.begin(f)
	return r.Report
}
