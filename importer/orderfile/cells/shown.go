package cells

import (
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

// asShown is a number as a person sees it, where its format says that it is no plain number.
func (f numberFormat) asShown(out Cell) Cell {
	switch {
	case f.percent:
		out.Text, out.Kind = timesHundred(out.Text)+"%", Text
	case f.unit != "":
		out.Text, out.Kind = out.Text+" "+f.unit, Text
	}
	out.Money = f.money
	return out
}

// timesHundred moves the point of a plain decimal number two places.
func timesHundred(plain string) string {
	sign := ""
	if rest, negative := strings.CutPrefix(plain, "-"); negative {
		sign, plain = "-", rest
	}
	whole, decimals, _ := strings.Cut(plain, ".")
	decimals += strings.Repeat("0", max(0, 2-len(decimals)))
	whole, decimals = strings.TrimLeft(whole+decimals[:2], "0"), strings.TrimRight(decimals[2:], "0")
	if whole == "" {
		whole = "0"
	}
	if decimals != "" {
		whole += "." + decimals
	}
	return sign + whole
}
