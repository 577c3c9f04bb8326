package learn

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
)

// kindOf says what a want asks of values. alone is how much values that pass speak for
// a field without any help of its name, 0 for those that many fields would pass.
var kindOf = [...]struct {
	kinds kinds
	many  bool
	check func(string) bool
	looks string
	alone float64
}{
	lexicon.WantText:     {kinds: isScalar},
	lexicon.WantID:       {kinds: isText | isWhole},
	lexicon.WantName:     {kinds: isText, check: looksName, looks: "a text for people"},
	lexicon.WantMoney:    {kinds: isText | isWhole | isFraction, check: looksMoney, looks: "money"},
	lexicon.WantWhole:    {kinds: isText | isWhole | isFraction, check: looksWhole, looks: "a whole number"},
	lexicon.WantTime:     {kinds: isText | isWhole | isFraction, check: looksTime, looks: "a point in time"},
	lexicon.WantImages:   {kinds: isText, many: true, check: looksAddress, looks: "an address"},
	lexicon.WantAddress:  {kinds: isText, check: looksAddress, looks: "an address"},
	lexicon.WantTexts:    {kinds: isText | isWhole, many: true},
	lexicon.WantPhone:    {kinds: isText | isWhole, check: looksPhone, looks: "a phone", alone: 0.62},
	lexicon.WantEmail:    {kinds: isText, check: looksEmail, looks: "an e-mail address", alone: 0.6},
	lexicon.WantBarcode:  {kinds: isText | isWhole, check: looksBarcode, looks: "a barcode with the right check digit", alone: 0.65},
	lexicon.WantWaybill:  {kinds: isText | isWhole, check: looksWaybill, looks: "a waybill number"},
	lexicon.WantWaybills: {kinds: isText | isWhole, many: true, check: looksWaybill, looks: "a waybill number"},
	lexicon.WantCurrency: {kinds: isText, looks: "a currency", alone: 0.6},
	lexicon.WantState:    {kinds: isScalar},
}

// checkOf is the check of a field's values, nil where any would do.
func checkOf(f lexicon.Field) func(string) bool {
	if f.Want == lexicon.WantCurrency {
		return func(text string) bool { return f.Values[strings.ToUpper(text)] }
	}
	return kindOf[f.Want].check
}
