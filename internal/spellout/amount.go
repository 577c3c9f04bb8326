package spellout

import (
	"strconv"
	"strings"

	"golang.org/x/text/currency"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// unit is a currency with words of its own; its minor unit is a hundredth.
type unit struct {
	key    string // of the catalogue; the minor unit's ends in _minor
	gender Gender
}

// units are by their ISO 4217 codes.
var units = map[string]unit{
	"UAH": {"spellout.uah", Feminine}, "USD": {"spellout.usd", Masculine},
	"EUR": {"spellout.eur", Neuter}, "PLN": {"spellout.pln", Masculine},
}

// Amount is an amount in words, the minor units in figures: "one hryvnia 05 kopecks". Nothing
// is rounded: half a kopeck is "00.5 kopecks". A currency without words is said by its ISO
// 4217 code: "one CHF 05/100". An absent amount is "".
func Amount(l wording.Language, m money.Amount, code string) string {
	if !m.IsSet() {
		return ""
	}
	text := strings.TrimPrefix(m.String(), "-")
	if m.Sign() < 0 {
		return l.Say("spellout.minus", magnitude(l, text, code))
	}
	return magnitude(l, text, code)
}

// magnitude says a plain decimal number without a sign.
func magnitude(l wording.Language, text, code string) string {
	whole, decimals, _ := strings.Cut(text, ".")
	n, _ := strconv.ParseUint(whole, 10, 64) // an amount has at most 19 digits
	u, worded := units[code]
	if !worded {
		return byCode(l, n, decimals, code)
	}
	figures, minors, exact := minor(l, decimals, 2)
	noun := l.Say(u.key+"_minor", minors)
	if !exact { // parts of a minor unit are counted in the form of fractions
		noun = l.Say(u.key+"_minor", figures)
	}
	return l.Say("spellout.amount", Number(l, n, u.gender), counted(l, u.key, n), figures, noun)
}

// minor are decimals as a number of minor units of so many digits: in figures, as a number,
// and whether that number is all of them.
func minor(l wording.Language, decimals string, digits int) (figures string, n int64, exact bool) {
	decimals += strings.Repeat("0", max(0, digits-len(decimals)))
	figures, rest := decimals[:digits], strings.TrimRight(decimals[digits:], "0")
	n, _ = strconv.ParseInt("0"+figures, 10, 64) // digits alone
	if rest != "" {
		return figures + l.Of(",", ".") + rest, n, false
	}
	return figures, n, true
}

// byCode says an amount with its currency's code. How many minor units make one is what ISO
// 4217 says; of an unknown currency it is a hundred.
func byCode(l wording.Language, n uint64, decimals, code string) string {
	digits := 2
	if known, err := currency.ParseISO(code); err == nil {
		digits, _ = currency.Standard.Rounding(known)
	}
	words := Number(l, n, Masculine)
	figures, _, exact := minor(l, decimals, digits)
	if digits == 0 && exact {
		return l.Say("spellout.coded", words, code)
	}
	return l.Say("spellout.coded_minor", words, code, figures, "1"+strings.Repeat("0", digits))
}
