package orderfile

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/nyaruka/phonenumbers"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/money"
)

// values reads single cells. It holds the compiled patterns and tables, so that there
// is no package-level state.
type values struct {
	scientific, lostSKU, branch, digits, day *regexp.Regexp
	month, phoneIn, short, shortPost, after  *regexp.Regexp
	skus                                     skuPatterns
	callingCodes                             map[int]bool
	decimal                                  byte // the decimal mark of the source, 0 where the amounts tell
}

func newValues() *values {
	return &values{
		scientific:   regexp.MustCompile(`^\+?\d+([.,]\d+)?[EeЕе][+-]?\d+$`),
		lostSKU:      regexp.MustCompile(`^\d+([.,]\d+)?[Ee][+-]\d+$`),
		branch:       regexp.MustCompile(`№\s*(\d+)`),
		digits:       regexp.MustCompile(`\d+`),
		day:          regexp.MustCompile(`^\d{1,2}[./-]\d{1,2}[./-](\d{4}|\d{2})$|^\d{4}-\d{2}-\d{2}( \d{2}:\d{2})?$`),
		month:        monthPattern(),
		phoneIn:      regexp.MustCompile(`(?:^|\D)(?:\+?38)?[ (-]{0,2}0\d{2}[ )-]{0,2}\d{3}[ -]?\d{2}[ -]?\d{2}(?:\D|$)`),
		short:        regexp.MustCompile(`^(?i:від\.?|в\.)\s*№?\s*(\d{1,5})$|^(\d{1,4})-(?i:те|е|а|ге)$`),
		shortPost:    regexp.MustCompile(`^(?i:укр)\.?\s*(\d{5})$`),
		after:        regexp.MustCompile(`^(?i:після|после|after)\s+(?:\d{1,2}(?:-го|th)?\s+\pL+|\pL+\s+\d{1,2}|\d{1,2}\.\d{1,2}(?:\.\d{2,4})?)[.!]?$`),
		skus:         newSKUPatterns(),
		callingCodes: phonenumbers.GetSupportedCallingCodes(),
	}
}

// phone reads a phone into E.164. restored tells that a lost leading zero was put back.
func (v *values) phone(c cells.Cell) (e164 string, restored bool, err *problem.Fault) {
	text := c.Code()
	if text == "" {
		return "", false, problem.Faultf(problem.PhoneMissing)
	}
	if c.Kind == cells.Number && !celltext.AllDigits(text) {
		return "", false, problem.Faultf(problem.PhoneInvalid+".number", celltext.Show(text))
	}
	if c.Kind == cells.Text && strings.ContainsAny(text, "EeЕе") && v.scientific.MatchString(strings.Join(strings.Fields(text), "")) {
		return "", false, problem.Faultf(problem.PhoneScientific, celltext.Show(text))
	}
	digits := bareNumber(strings.TrimPrefix(text, "'"))
	if number, restored, ok := v.acceptedPhone(digits); ok {
		return number, restored, nil
	}
	if v.twoPhones(text, digits) {
		return "", false, problem.Faultf(problem.PhoneAmbiguous, celltext.Show(text))
	}
	return "", false, problem.Faultf(problem.PhoneInvalid, celltext.Show(text))
}

// bareNumber takes blanks, dashes, brackets and full stops out of a phone.
func bareNumber(text string) string {
	if celltext.AllDigits(strings.TrimPrefix(text, "+")) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || celltext.IsZeroWidth(r) || r == '.' || r == '−' || r == '\u00AD' ||
			unicode.In(r, unicode.Pd, unicode.Ps, unicode.Pe) {
			return -1
		}
		return r
	}, text)
}

// acceptedPhone knows the forms that are accepted, of a bare number.
func (v *values) acceptedPhone(number string) (e164 string, restored, ok bool) {
	digits, plus := strings.CutPrefix(number, "+")
	if !celltext.AllDigits(digits) {
		return "", false, false
	}
	switch {
	case len(digits) == 10 && digits[0] == '0' && !plus:
		digits = digits[1:]
	case len(digits) == 12 && strings.HasPrefix(digits, "380"):
		digits = digits[3:]
	case len(digits) == 9 && !plus && isMobile(digits):
		restored = true
	case plus && len(digits) == 9 && isMobile(digits): // another country's, or one of ours without 380
		return "", false, false
	case plus && len(digits) >= 8 && len(digits) <= 15 && !strings.HasPrefix(digits, "380") && v.hasCallingCode(digits):
		return number, false, true
	default:
		return "", false, false
	}
	if digits[0] < '3' {
		return "", false, false
	}
	return "+380" + digits, restored, true
}

// isMobile knows the codes with which a Ukrainian mobile number begins.
func isMobile(nine string) bool {
	switch nine[:2] {
	case "39", "50", "63", "66", "67", "68", "73", "75", "77":
		return true
	}
	return nine[0] == '9' && nine[1] >= '1'
}

func (v *values) hasCallingCode(digits string) bool {
	for n := 1; n <= 3; n++ {
		if code, err := strconv.Atoi(digits[:n]); err == nil && digits[0] != '0' && v.callingCodes[code] {
			return true
		}
	}
	return false
}

// twoPhones tells a cell with two numbers from a cell with a wrong one.
func (v *values) twoPhones(text, bare string) bool {
	parts := strings.FieldsFunc(text, func(r rune) bool {
		return strings.ContainsRune(",;/|\\&\n\r", r) || unicode.IsLetter(r)
	})
	numbers := 0
	for _, part := range parts {
		if n := bareNumber(part); len(n) >= 5 && celltext.AllDigits(strings.TrimPrefix(n, "+")) {
			numbers++
		}
	}
	if numbers > 1 {
		return true
	}
	for i := 9; i+9 <= len(bare) && i <= 16; i++ { // two numbers without anything between
		_, _, first := v.acceptedPhone(bare[:i])
		_, _, second := v.acceptedPhone(bare[i:])
		if first && second {
			return true
		}
	}
	return false
}

// sku reads a SKU letter for letter.
func (v *values) sku(c cells.Cell) (string, *problem.Fault) {
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
func (v *values) orderNumber(c cells.Cell) *problem.Fault {
	text := c.Code()
	switch {
	case v.isDay(c):
		return problem.Faultf(problem.OrderNumberIsDate, celltext.Show(text))
	case c.Kind == cells.Number && longNumber(text), c.Kind == cells.Text && v.isScientific(text):
		return problem.Faultf(problem.OrderNumberScientific, celltext.Show(text))
	}
	return nil
}

// isScientific: "3,80671E+11", as a spreadsheet shortens a long number.
func (v *values) isScientific(text string) bool {
	return strings.ContainsAny(text, "EeЕе") && strings.ContainsAny(text, "+-.,") && v.scientific.MatchString(strings.Join(strings.Fields(text), ""))
}

// isDay reports whether a cell holds a day, as a date or as people write one.
func (v *values) isDay(c cells.Cell) bool {
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
func (v *values) isMonth(text string) bool {
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

// quantity reads a whole number of at least 1. Three zeros after a separator could be
// a thousand as well as one, so in text they are refused.
func (v *values) quantity(c cells.Cell) (int64, *problem.Fault) {
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

// branchNumber is the number after "№", else the first one in the cell, nil without any: as
// branches were once read. The numbers that are made for orders without one still go by it,
// so that a file that was dropped then is known when it is dropped again.
func (v *values) branchNumber(text string) *string {
	if celltext.AllDigits(text) {
		return &text
	}
	if strings.Contains(text, "№") {
		if found := v.branch.FindStringSubmatch(text); found != nil {
			return &found[1]
		}
	}
	if found := v.digits.FindString(text); found != "" {
		return &found
	}
	return nil
}

// money reads an amount as people and programs write it; a blank cell is an absent amount.
func (v *values) money(c cells.Cell) (money.Amount, *problem.Fault) {
	if c.Text == "" {
		return money.Amount{}, nil
	}
	plain, err := v.plainAmount(c)
	if err != nil {
		return money.Amount{}, err
	}
	amount, bad := money.Parse(plain)
	if bad != nil {
		return money.Amount{}, problem.Faultf(problem.AmountInvalid, celltext.Show(c.Text))
	}
	return amount, nil
}

// plainAmount turns an amount into digits with a decimal point.
func (v *values) plainAmount(c cells.Cell) (string, *problem.Fault) {
	if c.Kind == cells.Number {
		whole, decimals, _ := strings.Cut(c.Text, ".")
		if !celltext.AllDigits(whole) || len(decimals) > 2 {
			return "", problem.Faultf(problem.AmountInvalid+".hryvnias", celltext.Show(c.Text))
		}
		return c.Text, nil
	}
	notation := money.Notation{Grouping: money.Threes, Decimals: 2, Currency: []string{"грн.", "грн", "₴", "uah"}}
	if c.Kind == cells.Text {
		notation.Mark = v.decimal
	}
	plain, err := notation.Plain(c.Text)
	switch {
	case errors.Is(err, money.ErrAmbiguous):
		return "", problem.Faultf(problem.AmountAmbiguous, celltext.Show(c.Text))
	case err != nil:
		return "", problem.Faultf(problem.AmountInvalid+".hryvnias", celltext.Show(c.Text))
	}
	return plain, nil
}

// mostIDLength is the length in characters that the service allows an external id.
const mostIDLength = 64

// isName reports whether a text can be a person's name: letters, and none that was lost, no
// e-mail and no phone.
func isName(text string) bool {
	digits := 0
	for _, r := range text {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	return strings.ContainsFunc(text, unicode.IsLetter) && !strings.ContainsAny(text, "?\uFFFD@") && digits < 5 && !cells.Garbled(text)
}

// waybillForms: a waybill is letters, digits and hyphens, at least six digits of them.
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

const novaPoshtaDigits = 14

// numberedName reports whether a number stands behind a person's name: "Тест Олена 2" is nobody.
// A firm's name in quotes may have one.
func numberedName(name string) bool {
	fields := strings.Fields(name)
	if len(fields) < 2 || strings.ContainsAny(name, `"«»“”„`) {
		return false
	}
	last := strings.Trim(fields[len(fields)-1], "().,№#")
	if len(last) == 0 || len(last) > 2 || !celltext.AllDigits(last) {
		return false
	}
	for _, word := range fields[:len(fields)-1] {
		if letters := strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }); len([]rune(letters)) > 1 && strings.ToUpper(letters) == letters && len(fields) > 1 && fields[0] == word {
			return false // "ТОВ Ромашка 2"
		}
	}
	return true
}
