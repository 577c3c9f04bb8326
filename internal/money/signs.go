package money

import "strings"

// Signs are how an amount by Threes may say that it is negative.
type Signs int

// The ways.
const (
	Unsigned  Signs = iota // in none: it is never negative
	Signed                 // a minus before it, as wide as one likes; a plus says nothing
	Bracketed              // in brackets, as accountants write it, or as Signed
)

// off takes the sign off an amount.
func (s Signs) off(text string) (bare string, negative bool) {
	if s == Unsigned {
		return text, false
	}
	bare = strings.TrimSpace(text)
	if inner, opened := strings.CutPrefix(bare, "("); opened && s == Bracketed && strings.HasSuffix(inner, ")") {
		bare, negative = strings.TrimSuffix(inner, ")"), true
	}
	for _, minus := range []string{"-", "−"} {
		if rest, signed := strings.CutPrefix(bare, minus); signed {
			return strings.TrimSpace(rest), !negative
		}
	}
	return strings.TrimSpace(strings.TrimPrefix(bare, "+")), negative
}

// IsDash reports whether a text is a dash alone, which stands where there is no amount.
func IsDash(text string) bool { return text == "-" || text == "−" || text == "–" || text == "—" }
