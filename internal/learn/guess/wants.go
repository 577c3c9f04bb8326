package guess

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// kindOf says what a want asks of values. alone is how much values that pass speak for
// a field without any help of its name, 0 for those that many fields would pass.
var kindOf = [...]struct {
	kinds service.Kinds
	many  bool
	check func(string) bool
	looks string
	alone float64
}{
	lexicon.WantText:     {kinds: service.IsScalar},
	lexicon.WantID:       {kinds: service.IsText | service.IsWhole},
	lexicon.WantName:     {kinds: service.IsText, check: looksName, looks: "a text for people"},
	lexicon.WantMoney:    {kinds: service.IsText | service.IsWhole | service.IsFraction, check: LooksMoney, looks: "money"},
	lexicon.WantWhole:    {kinds: service.IsText | service.IsWhole | service.IsFraction, check: LooksWhole, looks: "a whole number"},
	lexicon.WantTime:     {kinds: service.IsText | service.IsWhole | service.IsFraction, check: looksTime, looks: "a point in time"},
	lexicon.WantImages:   {kinds: service.IsText, many: true, check: LooksAddress, looks: "an address"},
	lexicon.WantAddress:  {kinds: service.IsText, check: LooksAddress, looks: "an address"},
	lexicon.WantTexts:    {kinds: service.IsText | service.IsWhole, many: true},
	lexicon.WantPhone:    {kinds: service.IsText | service.IsWhole, check: LooksPhone, looks: "a phone", alone: 0.62},
	lexicon.WantEmail:    {kinds: service.IsText, check: looksEmail, looks: "an e-mail address", alone: 0.6},
	lexicon.WantBarcode:  {kinds: service.IsText | service.IsWhole, check: LooksBarcode, looks: "a barcode with the right check digit", alone: 0.65},
	lexicon.WantWaybill:  {kinds: service.IsText | service.IsWhole, check: looksWaybill, looks: "a waybill number"},
	lexicon.WantWaybills: {kinds: service.IsText | service.IsWhole, many: true, check: looksWaybill, looks: "a waybill number"},
	lexicon.WantCurrency: {kinds: service.IsText, looks: "a currency", alone: 0.6},
	lexicon.WantState:    {kinds: service.IsScalar},
}

// checkOf is the check of a field's values, nil where any would do.
func checkOf(f lexicon.Field) func(string) bool {
	if f.Want == lexicon.WantCurrency {
		return func(text string) bool { return f.Values[strings.ToUpper(text)] }
	}
	return kindOf[f.Want].check
}
