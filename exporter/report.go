package exporter

import (
	"fmt"
	"maps"
	"slices"
	"strings"
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
	PriceMissing    Code = "price_missing"
	PriceZero       Code = "price_zero"
	CurrencyUnknown Code = "currency_unknown"
	ValueMissing    Code = "value_missing" // another value that the template needs
	IDDuplicate     Code = "id_duplicate"  // the list had the id before
)

// The reasons of warnings: the product is in the feed, but not as the supplier has it.
const (
	CategoryMissing     Code = "category_missing"
	CategoryAmbiguous   Code = "category_ambiguous"
	PicturesMissing     Code = "pictures_missing"
	PicturesRepeated    Code = "pictures_repeated"
	PicturesBeyond      Code = "pictures_beyond_columns"
	TiersBeyond         Code = "tiers_beyond_columns"
	AttributeIncomplete Code = "attribute_incomplete"
	AmountOmitted       Code = "amount_omitted"
	TextCleaned         Code = "text_cleaned"
	TextCut             Code = "text_cut"
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
	skipped  []Skip
	warnings []warning
}

type warning struct {
	code Code
	text string
}

func (n *notes) reset() { n.skipped, n.warnings = n.skipped[:0], n.warnings[:0] }

// skip leaves a product out. The SKU is copied, so that a report does not keep pages alive.
func (n *notes) skip(sku string, code Code, message string) {
	n.skipped = append(n.skipped, Skip{strings.Clone(sku), code, message})
}

func (n *notes) warn(sku string, code Code, format string, args ...any) {
	n.warnings = append(n.warnings, warning{code, fmt.Sprintf("%s: %s: %s", sku, code, fmt.Sprintf(format, args...))})
}

// reportBuilder gathers the notes of all pages in the order of the list.
type reportBuilder struct {
	Report
	warned map[Code]int
}

func (r *reportBuilder) add(n *notes) {
	r.Skipped = append(r.Skipped, n.skipped...)
	for _, w := range n.warnings {
		if r.warned[w.code]++; r.warned[w.code] <= w.code.kept() {
			r.Warnings = append(r.Warnings, w.text)
		}
	}
}

func (r *reportBuilder) done() Report {
	for _, code := range slices.Sorted(maps.Keys(r.warned)) {
		if unshown := r.warned[code] - code.kept(); unshown > 0 {
			r.Warnings = append(r.Warnings, fmt.Sprintf("all: %s: %d more of %s are not listed", WarningsNotShown, unshown, code))
		}
	}
	return r.Report
}
