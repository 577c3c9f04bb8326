package orderfile

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/internal/money"
)

// guesser guesses what the columns of a file hold whose headings nobody knows, by what their
// cells say and by the known headings that stand in theirs.
type guesser struct {
	profile *Profile
	values  *values
	below   []row // the first rows under the headings
}

// guessable are the meanings that cells alone may show, the surest first.
var guessable = [...]meaning{phone, email, waybill, paymentMethod, branch, carrier, state, address, recipientName, quantity, price, sku, orderNumber}

// cells are the filled cells of a column.
func (g *guesser) cells(column int) (out []cell) {
	for i := range g.below {
		if c := g.below[i].at(column); !c.blank() && !g.profile.lexicon.Nothing(c.text) {
			out = append(out, c)
		}
	}
	return out
}

// shows is how many cells of a column look like a meaning, 0 where most of them do not.
func (g *guesser) shows(column int, m meaning) int {
	cells, some := g.cells(column), 0
	for _, c := range cells {
		if g.looksLike(c, m) {
			some++
		}
	}
	least := len(cells)/2 + 1
	if m == phone || m == email || m == quantity || m == price || m == sku || m == orderNumber || m == recipientName {
		least = len(cells) // a number is many things: all cells have to fit
	}
	if some < least {
		return 0
	}
	if m == orderNumber && !g.differs(cells) {
		return 0
	}
	return some
}

// differs reports whether the cells tell rows apart, as an order's number does.
func (g *guesser) differs(cells []cell) bool {
	seen := map[string]bool{}
	for _, c := range cells {
		seen[c.text] = true
	}
	return len(cells) > 1 && len(seen)*2 > len(cells)
}

// contradicts reports whether the cells of a column speak against a meaning.
func (g *guesser) contradicts(column int, m meaning) bool {
	cells := g.cells(column)
	if len(cells) == 0 {
		return false
	}
	against := 0
	for _, c := range cells {
		if g.speaksAgainst(c, m) {
			against++
		}
	}
	return against*2 >= len(cells)
}

// speaksAgainst is whether a cell cannot be a value of a meaning.
func (g *guesser) speaksAgainst(c cell, m meaning) bool {
	switch m {
	case phone, email, quantity, paymentMethod, waybill:
		return !g.looksLike(c, m)
	case price, orderTotal, codAmount, discounted, toPay, paidAmount, deliveryCost, refunded:
		_, f := g.values.money(c)
		return f != nil
	case paymentState:
		return g.profile.lexicon.Truth(c.text) == "" && !g.profile.lexicon.PaymentSaid(c.text) && !isOff(g.profile.lexicon.State(c.text))
	case recipientName, lastName, firstName, middleName, city, region, district, country:
		return !hasLetter(c.text) || strings.ContainsAny(c.text, "@0123456789")
	case state, carrier, method:
		return !hasLetter(c.text) || g.values.isDay(c)
	case address, street:
		return !hasLetter(c.text) || strings.Contains(c.text, "@")
	case orderNumber:
		return g.values.isDay(c) || strings.Contains(c.text, "@") || !strings.ContainsFunc(c.text, unicode.IsDigit) || utf8.RuneCountInString(c.text) > mostIDLength
	case sku:
		return g.values.isDay(c) || strings.Contains(c.text, "@") || strings.Count(c.text, " ") > 2
	case branch:
		return g.values.isDay(c) || strings.Contains(c.text, "@") || c.kind == textCell && g.looksLike(c, phone)
	}
	return false
}

func hasLetter(text string) bool { return strings.ContainsFunc(text, unicode.IsLetter) }

// looksLike is whether a cell reads as a value of a meaning.
func (g *guesser) looksLike(c cell, m meaning) bool {
	x := g.profile.lexicon
	switch m {
	case phone:
		_, _, f := g.values.phone(c)
		return f == nil && len(c.text) < 30
	case email:
		return strings.Count(c.text, "@") == 1 && !strings.ContainsFunc(c.text, unicode.IsSpace)
	case quantity:
		n, f := g.values.quantity(c)
		return f == nil && n < 1000
	case price:
		amount, f := g.values.money(c)
		return f == nil && amount.Sign() > 0
	case orderTotal: // an amount that somebody may have to pay: not a count, and not a number of an order
		amount, f := g.values.money(c)
		return f == nil && amount.Cmp(money.Must("20")) >= 0 && amount.Cmp(money.Must("100000")) < 0
	case recipientName:
		return looksLikeName(c.text)
	case sku:
		return !strings.ContainsFunc(c.text, unicode.IsSpace) && strings.ContainsFunc(c.text, unicode.IsDigit) &&
			hasLetter(c.text) && !strings.Contains(c.text, "@") && c.kind == textCell
	case orderNumber:
		return !strings.ContainsFunc(c.text, unicode.IsSpace) && !g.speaksAgainst(c, m) && !g.looksLike(c, phone)
	case waybill:
		return len(c.text) == novaPoshtaDigits && digitsOnly(c.text) && strings.ContainsAny(c.text[:1], "125")
	case paymentMethod:
		return x.PaymentSaid(c.text)
	case state:
		return x.State(c.text) != lexicon.StateUnknown
	case carrier:
		return x.Delivery(c.text).Known
	case branch:
		place := x.Place(c.text, lexicon.InAddress)
		return place.Named && place.Number != ""
	case address:
		place := x.Place(c.text, lexicon.InAddress)
		return place.Kind == lexicon.KindCourier && strings.ContainsFunc(c.text, unicode.IsDigit) && hasLetter(c.text) && strings.Contains(c.text, " ") &&
			x.Place(c.text, lexicon.InBranch).Doubt == lexicon.NoDoubt
	}
	return false
}

// looksLikeName: two to four words of letters, each with a capital.
func looksLikeName(text string) bool {
	words := strings.Fields(text)
	if len(words) < 2 || len(words) > 4 {
		return false
	}
	return !slices.ContainsFunc(words, func(word string) bool {
		first, _ := utf8.DecodeRuneInString(word)
		return !unicode.IsUpper(first) || strings.ContainsFunc(word, func(r rune) bool {
			return !unicode.IsLetter(r) && !strings.ContainsRune("'’ʼ-.", r)
		})
	})
}

// only reports whether a column has more cells of a meaning than any other open one.
func (g *guesser) only(open []Column, m meaning, c Column) bool {
	cells := g.shows(c.Index, m)
	if m == orderNumber || m == paymentMethod || m == state || m == carrier || m == branch || m == address {
		return cells > 0 && !slices.ContainsFunc(open, func(o Column) bool { return o.Index < c.Index && g.shows(o.Index, m) >= cells })
	}
	for _, other := range open {
		if other.Index != c.Index && g.shows(other.Index, m) >= cells {
			return false
		}
	}
	return cells > 0
}
