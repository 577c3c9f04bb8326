package value

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// Reader reads single cells: what a phone, a SKU, a quantity or an amount is.
type Reader struct {
	*patterns
	decimal byte // the decimal mark of the source, 0 where the amounts tell
}

// patterns are what cells are compared with. None of them changes.
type patterns struct {
	scientific, lostSKU, branch, digits, day *regexp.Regexp
	month, phoneIn, short, shortPost, after  *regexp.Regexp
	skus                                     skuPatterns
}

// compiled are the patterns of all readers: to compile them takes longer than to read a short file,
// which is read again each time that its result is written.
var compiled = sync.OnceValue(func() *patterns {
	return &patterns{
		scientific: regexp.MustCompile(`^\+?\d+([.,]\d+)?[EeЕе][+-]?\d+$`),
		lostSKU:    regexp.MustCompile(`^\d+([.,]\d+)?[Ee][+-]\d+$`),
		branch:     regexp.MustCompile(`№\s*(\d+)`),
		digits:     regexp.MustCompile(`\d+`),
		day:        regexp.MustCompile(`^\d{1,2}[./-]\d{1,2}[./-](\d{4}|\d{2})$|^\d{4}-\d{2}-\d{2}( \d{2}:\d{2})?$`),
		month:      monthPattern(),
		phoneIn:    regexp.MustCompile(`(?:^|\D)(?:\+?38)?[ (-]{0,2}0\d{2}[ )-]{0,2}\d{3}[ -]?\d{2}[ -]?\d{2}(?:\D|$)`),
		short:      regexp.MustCompile(`^(?i:від\.?|в\.)\s*№?\s*(\d{1,5})$|^(\d{1,4})-(?i:те|е|а|ге)$`),
		shortPost:  regexp.MustCompile(`^(?i:укр)\.?\s*(\d{5})$`),
		after:      regexp.MustCompile(`^(?i:після|после|after)\s+(?:\d{1,2}(?:-го|th)?\s+\pL+|\pL+\s+\d{1,2}|\d{1,2}\.\d{1,2}(?:\.\d{2,4})?)[.!]?$`),
		skus:       newSKUPatterns(),
	}
})

// New is a reader of the cells of a source with this decimal mark, 0 where the amounts tell.
func New(decimal byte) *Reader { return &Reader{patterns: compiled(), decimal: decimal} }

// SKU reads a SKU letter for letter.
func (v *Reader) SKU(c cells.Cell) (string, *problem.Fault) {
	text := c.Code()
	switch {
	case text == "":
		return "", problem.Faultf(problem.SKUMissing)
	case c.Kind == cells.Date, c.Kind == cells.Text && v.isMonth(text):
		return "", problem.Faultf(problem.SKUIsDate, celltext.Show(text))
	case c.Kind == cells.Number && longNumber(text), c.Kind == cells.Text && strings.ContainsAny(text, "+-") && v.lostSKU.MatchString(text):
		return "", problem.Faultf(problem.SKUScientific, celltext.Show(text))
	}
	if f := v.skus.several(text); f != nil && c.Kind == cells.Text {
		return "", f
	}
	return text, nil
}

// OrderNumber reads an order's number letter for letter.
func (v *Reader) OrderNumber(c cells.Cell) *problem.Fault {
	text := c.Code()
	switch {
	case v.IsDay(c):
		return problem.Faultf(problem.OrderNumberIsDate, celltext.Show(text))
	case c.Kind == cells.Number && longNumber(text), c.Kind == cells.Text && v.isScientific(text):
		return problem.Faultf(problem.OrderNumberScientific, celltext.Show(text))
	}
	return nil
}

// isScientific: "3,80671E+11", as a spreadsheet shortens a long number.
func (v *Reader) isScientific(text string) bool {
	return strings.ContainsAny(text, "EeЕе") && strings.ContainsAny(text, "+-.,") && v.scientific.MatchString(strings.Join(strings.Fields(text), ""))
}

// IsDay reports whether a cell holds a day, as a date or as people write one.
func (v *Reader) IsDay(c cells.Cell) bool {
	const longest = len("2026-01-02 10:15")
	if c.Kind == cells.Date {
		return true
	}
	if c.Kind != cells.Text || len(c.Text) > 2*longest || c.Text == "" {
		return false
	}
	return celltext.IsDigit(rune(c.Text[0])) && len(c.Text) <= longest && v.day.MatchString(c.Text) || v.isMonth(c.Text)
}

// isMonth reports whether a text is a day or a month as a spreadsheet writes it in letters.
func (v *Reader) isMonth(text string) bool {
	return len(text) >= 5 && len(text) <= 24 && !celltext.AllDigits(text) && strings.ContainsAny(text, "-. ") && v.month.MatchString(text)
}

// monthPattern knows the days that spreadsheets make of "3-1" and "1-26" in three languages,
// in the letters in which they write them: "3-Jan", "Jan-26", "03.січ", "1-мар". "JAN-26" may be a SKU.
func monthPattern() *regexp.Regexp {
	const months = `(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|` +
		`[Сс]іч|[Лл]ют|[Бб]ер|[Кк]ві|[Кк]віт|[Тт]ра|[Тт]рав|[Чч]ер|[Чч]ерв|[Лл]ип|[Сс]ер|[Сс]ерп|[Вв]ер|[Жж]ов|[Жж]овт|[Лл]ис|[Лл]ист|[Гг]ру|[Гг]руд|` +
		`[Яя]нв|[Фф]ев|[Мм]ар|[Аа]пр|[Мм]а[йя]|[Ии]юн|[Ии]юл|[Аа]вг|[Сс]ен|[Оо]кт|[Нн]оя|[Дд]ек)\.?`
	return regexp.MustCompile(`^(?:\d{1,2}[-. ]` + months + `(?:[-. ](?:\d{4}|\d{2}))?|` + months + `[-. ](?:\d{4}|\d{2}))$`)
}

// longNumber: a spreadsheet keeps 15 digits; of a longer number the rest is made up.
func longNumber(text string) bool {
	whole, _, _ := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	return len(whole) > 15
}

// Quantity reads a whole number of at least 1. Three zeros after a separator could be
// a thousand as well as one, so in text they are refused.
func (v *Reader) Quantity(c cells.Cell) (int64, *problem.Fault) {
	text := c.Text
	if c.Kind == cells.Text {
		text = withoutPieces(text)
	}
	whole, decimals, piecesOnly := text, "", true
	if at := strings.IndexAny(text, ".,"); at >= 0 {
		whole, decimals = text[:at], text[at+1:]
		piecesOnly = decimals != "" && strings.Trim(decimals, "0") == ""
	}
	n, err := strconv.ParseInt(whole, 10, 64)
	switch {
	case text == "":
		return 0, problem.Faultf(problem.QuantityInvalid + ".missing")
	case !celltext.AllDigits(whole) || !piecesOnly || err != nil || n < 1:
		return 0, problem.Faultf(problem.QuantityInvalid, celltext.Show(text))
	case len(decimals) == 3 && c.Kind == cells.Text && len(whole) <= 3:
		return 0, problem.Faultf(problem.QuantityInvalid+".thousand", celltext.Show(text), n, n)
	}
	return n, nil
}

// BranchNumber is the number after "№", else the first one in the cell, "" without any: as
// branches were once read. The numbers that are made for orders without one still go by it,
// so that a file that was dropped then is known when it is dropped again.
func (v *Reader) BranchNumber(text string) string {
	if celltext.AllDigits(text) {
		return text
	}
	if strings.Contains(text, "№") {
		if found := v.branch.FindStringSubmatch(text); found != nil {
			return found[1]
		}
	}
	return v.digits.FindString(text)
}

// MostIDLength is the length in characters that the service allows an external id.
const MostIDLength = 64

// Waybill reads the number of a waybill, without blanks.
func (v *Reader) Waybill(c cells.Cell) (string, *problem.Fault) {
	text := c.Code()
	joined := strings.Join(strings.Fields(text), "")
	switch {
	case c.Kind == cells.Date, c.Kind == cells.Number && longNumber(text), v.scientific.MatchString(joined):
		return "", problem.Faultf(problem.WaybillInvalid+".lost", celltext.Show(text))
	case !isWaybill(joined):
		return "", problem.Faultf(problem.WaybillInvalid, celltext.Show(text))
	}
	return joined, nil
}

// isWaybill: a waybill is letters, digits and hyphens, at least six digits of them.
func isWaybill(text string) bool {
	digits := 0
	for _, r := range text {
		switch {
		case celltext.IsDigit(r):
			digits++
		case r >= 'A' && r <= 'Z', r >= 'a' && r <= 'z', r == '-':
		default:
			return false
		}
	}
	return digits >= 6 && len(text) <= 40
}

// NovaPoshtaDigits is the length of a waybill of Nova Poshta.
const NovaPoshtaDigits = 14
