package cells

import (
	"strconv"
	"strings"
	"unicode"
)

// shownWith is what a number format puts beside its number, where that says what the number
// is: a per cent sign, a currency, a unit of weight.
func shownWith(code string) numberFormat {
	beside, percent := besideNumber(code)
	beside = strings.ToLower(beside)
	words := strings.FieldsFunc(beside, func(r rune) bool { return !unicode.IsLetter(r) })
	if strings.ContainsAny(beside, "$€£¥₽") {
		return numberFormat{unit: strings.TrimSpace(beside)}
	}
	for _, word := range words {
		switch word {
		case "usd", "eur", "gbp", "pln", "rub", "zł", "руб", "р", "кг", "kg", "г", "гр", "g", "л", "ml", "мл":
			return numberFormat{unit: strings.TrimSpace(beside)}
		case "грн", "uah":
			return numberFormat{money: true}
		}
	}
	switch {
	case strings.Contains(beside, "₴"):
		return numberFormat{money: true}
	case strings.Contains(beside, "%"):
		return numberFormat{unit: "%"}
	}
	return numberFormat{percent: percent}
}

// besideNumber is all that a format's first section shows besides the digits: what stands in
// quotes, behind a backslash, as the currency of a bracket, or is a sign by itself. A per cent
// sign by itself shows the number times a hundred.
func besideNumber(code string) (text string, percent bool) {
	var out strings.Builder
	for i := 0; i < len(code) && code[i] != ';'; i++ {
		switch c := code[i]; {
		case c == '"':
			end := strings.IndexByte(code[i+1:], '"')
			if end < 0 {
				return out.String(), percent
			}
			out.WriteString(" " + code[i+1:i+1+end] + " ")
			i += end + 1
		case c == '[':
			end := strings.IndexByte(code[i:], ']')
			if end < 0 {
				return out.String(), percent
			}
			if currency, ok := strings.CutPrefix(code[i+1:i+end], "$"); ok { // "[$€-407]", "[$-409]"
				currency, _, _ = strings.Cut(currency, "-")
				out.WriteString(" " + currency + " ")
			}
			i += end
		case c == '_' || c == '*': // the width of the sign behind it, or a filling of it
			i++
		case c == '%':
			percent = true
		case c == '\\':
			if i+1 < len(code) && code[i+1] < 0x80 {
				i++
				out.WriteByte(code[i])
			}
		case c == '$' || c >= 0x80:
			out.WriteByte(c)
		default:
			out.WriteByte(' ')
		}
	}
	return out.String(), percent
}

// numberFormat is what a cell style says about the number in the cell.
type numberFormat struct {
	date    bool
	zeros   uint8 // digits of a format of zeros alone
	percent bool
	money   bool   // it shows the hryvnia
	unit    string // another currency or a unit of weight that it shows
	struck  bool   // its font is struck through
	indent  uint8  // how far its text is moved in
	look    uint32 // its font and fill
}

// builtinFormat knows the dates among the formats that workbooks name by number only.
func builtinFormat(id string) numberFormat {
	n, err := strconv.Atoi(id)
	date := err == nil && (n >= 14 && n <= 22 || n >= 27 && n <= 36 || n >= 45 && n <= 47 || n >= 50 && n <= 58)
	return numberFormat{date: date, percent: n == 9 || n == 10}
}

// parseFormat looks for what makes a format a date: a letter of days, months, years,
// hours or seconds outside quotes, escapes and brackets, or a bracket of elapsed time.
func parseFormat(code string) numberFormat {
	if len(code) > 0 && len(code) < 100 && strings.Trim(code, "0") == "" {
		return numberFormat{zeros: uint8(len(code))}
	}
	if isDateFormat(code) {
		return numberFormat{date: true}
	}
	return shownWith(code)
}

func isDateFormat(code string) bool {
	for i := 0; i < len(code); i++ {
		switch c := code[i]; c {
		case '"':
			end := strings.IndexByte(code[i+1:], '"')
			if end < 0 {
				return false
			}
			i += end + 1
		case '\\', '_', '*':
			i++
		case '[':
			end := strings.IndexByte(code[i:], ']')
			if end < 0 {
				return false
			}
			if inner := strings.ToLower(code[i+1 : i+end]); inner != "" && strings.Trim(inner, "hms") == "" {
				return true
			}
			i += end
		case ';': // the sections after the first are for negative numbers, zero and text
			return false
		case 'd', 'm', 'y', 'h', 's', 'D', 'M', 'Y', 'H', 'S':
			return true
		}
	}
	return false
}
