package guess

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// kindOf says what a want asks of values. alone is how much values that pass speak for
// a field without any help of its name, 0 for those that many fields would pass. looks is
// the key of what they look like.
var kindOf = [...]struct {
	kinds service.Kinds
	many  bool
	check func(string) bool
	looks string
	alone float64
}{
	lexicon.WantText:     {kinds: service.IsScalar},
	lexicon.WantID:       {kinds: service.IsText | service.IsWhole},
	lexicon.WantName:     {kinds: service.IsText, check: looksName, looks: "learn.looks_text"},
	lexicon.WantMoney:    {kinds: service.IsText | service.IsWhole | service.IsFraction, check: LooksMoney, looks: "learn.looks_money"},
	lexicon.WantWhole:    {kinds: service.IsText | service.IsWhole | service.IsFraction, check: LooksWhole, looks: "learn.looks_whole"},
	lexicon.WantTime:     {kinds: service.IsText | service.IsWhole | service.IsFraction, check: looksTime, looks: "learn.looks_time"},
	lexicon.WantImages:   {kinds: service.IsText, many: true, check: LooksAddress, looks: "learn.looks_address"},
	lexicon.WantAddress:  {kinds: service.IsText, check: LooksAddress, looks: "learn.looks_address"},
	lexicon.WantTexts:    {kinds: service.IsText | service.IsWhole, many: true},
	lexicon.WantPhone:    {kinds: service.IsText | service.IsWhole, check: LooksPhone, looks: "learn.looks_phone", alone: 0.62},
	lexicon.WantEmail:    {kinds: service.IsText, check: looksEmail, looks: "learn.looks_email", alone: 0.6},
	lexicon.WantBarcode:  {kinds: service.IsText | service.IsWhole, check: LooksBarcode, looks: "learn.looks_barcode", alone: 0.65},
	lexicon.WantWaybill:  {kinds: service.IsText | service.IsWhole, check: looksWaybill, looks: "learn.looks_waybill"},
	lexicon.WantWaybills: {kinds: service.IsText | service.IsWhole, many: true, check: looksWaybill, looks: "learn.looks_waybill"},
	lexicon.WantCurrency: {kinds: service.IsText, looks: "learn.looks_currency", alone: 0.6},
	lexicon.WantState:    {kinds: service.IsScalar},
}

// checkOf is the check of a field's values, nil where any would do.
func checkOf(f lexicon.Field) func(string) bool {
	if f.Want == lexicon.WantCurrency {
		return func(text string) bool { return f.Values[strings.ToUpper(text)] }
	}
	return kindOf[f.Want].check
}
