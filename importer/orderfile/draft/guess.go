package draft

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
	"github.com/dropbridge/dropbridge/internal/money"
)

// guesser guesses what the columns of a file hold whose headings nobody knows, by what their
// cells say and by the known headings that stand in theirs.
type guesser struct {
	profile *ordertemplate.Template
	values  *value.Reader
	below   []cells.Row // the first rows under the headings
}

// guessable are the meanings that cells alone may show, the surest first.
var guessable = [...]field.Field{field.Phone, field.Email, field.Waybill, field.PaymentMethod, field.Branch, field.Carrier, field.State, field.Address, field.RecipientName, field.Quantity, field.Price, field.SKU, field.OrderNumber}

// cells are the filled cells of a column.
func (g *guesser) cells(column int) (out []cells.Cell) {
	for i := range g.below {
		if c := g.below[i].At(column); !c.Blank() && !g.profile.Lexicon.Nothing(c.Text) {
			out = append(out, c)
		}
	}
	return out
}

// shows is how many cells of a column look like a meaning, 0 where most of them do not.
func (g *guesser) shows(column int, m field.Field) int {
	cells, some := g.cells(column), 0
	for _, c := range cells {
		if g.looksLike(c, m) {
			some++
		}
	}
	least := len(cells)/2 + 1
	if m == field.Phone || m == field.Email || m == field.Quantity || m == field.Price || m == field.SKU || m == field.OrderNumber || m == field.RecipientName {
		least = len(cells) // a number is many things: all cells have to fit
	}
	if some < least {
		return 0
	}
	if m == field.OrderNumber && !g.differs(cells) {
		return 0
	}
	return some
}

// differs reports whether the cells tell rows apart, as an order's number does.
func (g *guesser) differs(cells []cells.Cell) bool {
	seen := map[string]bool{}
	for _, c := range cells {
		seen[c.Text] = true
	}
	return len(cells) > 1 && len(seen)*2 > len(cells)
}

// contradicts reports whether the cells of a column speak against a meaning.
func (g *guesser) contradicts(column int, m field.Field) bool {
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
func (g *guesser) speaksAgainst(c cells.Cell, m field.Field) bool {
	switch m {
	case field.Phone, field.Email, field.Quantity, field.PaymentMethod, field.Waybill:
		return !g.looksLike(c, m)
	case field.Price, field.OrderTotal, field.CODAmount, field.Discounted, field.ToPay, field.PaidAmount, field.DeliveryCost, field.Refunded:
		_, f := g.values.Money(c)
		return f != nil
	case field.PaymentState:
		return g.profile.Lexicon.Truth(c.Text) == "" && !g.profile.Lexicon.PaymentSaid(c.Text) && !g.profile.Lexicon.State(c.Text).Off()
	case field.RecipientName, field.LastName, field.FirstName, field.MiddleName, field.City, field.Region, field.District, field.Country:
		return !celltext.HasLetter(c.Text) || strings.ContainsAny(c.Text, "@0123456789")
	case field.State, field.Carrier, field.DeliveryMethod:
		return !celltext.HasLetter(c.Text) || g.values.IsDay(c)
	case field.Address, field.Street:
		return !celltext.HasLetter(c.Text) || strings.Contains(c.Text, "@")
	case field.OrderNumber:
		return g.isDayOrMail(c) || !strings.ContainsFunc(c.Text, unicode.IsDigit) || utf8.RuneCountInString(c.Text) > value.MostIDLength
	case field.SKU:
		return g.isDayOrMail(c) || strings.Count(c.Text, " ") > 2
	case field.Branch:
		return g.isDayOrMail(c) || c.Kind == cells.Text && g.looksLike(c, field.Phone)
	}
	return false
}

// isDayOrMail is whether a cell is a day or an address of mail, which neither numbers nor codes are.
func (g *guesser) isDayOrMail(c cells.Cell) bool {
	return g.values.IsDay(c) || strings.Contains(c.Text, "@")
}

// looksLike is whether a cell reads as a value of a meaning.
func (g *guesser) looksLike(c cells.Cell, m field.Field) bool {
	switch m {
	case field.PaymentMethod, field.State, field.Carrier, field.Branch, field.Address:
		return g.soundsLike(c.Text, m)
	case field.Phone:
		_, _, f := g.values.Phone(c)
		return f == nil && len(c.Text) < 30
	case field.Email:
		return strings.Count(c.Text, "@") == 1 && !strings.ContainsFunc(c.Text, unicode.IsSpace)
	case field.Quantity:
		n, f := g.values.Quantity(c)
		return f == nil && n < 1000
	case field.Price:
		amount, f := g.values.Money(c)
		return f == nil && amount.Sign() > 0
	case field.OrderTotal:
		amount, f := g.values.Money(c)
		return f == nil && looksLikeTotal(amount)
	case field.RecipientName:
		return looksLikeName(c.Text)
	case field.SKU:
		return looksLikeSKU(c)
	case field.OrderNumber:
		return !strings.ContainsFunc(c.Text, unicode.IsSpace) && !g.speaksAgainst(c, m) && !g.looksLike(c, field.Phone)
	case field.Waybill:
		return looksLikeWaybill(c.Text)
	}
	return false
}

// soundsLike is whether the lexicon reads a text as a value of a meaning that words have.
func (g *guesser) soundsLike(text string, m field.Field) bool {
	x := g.profile.Lexicon
	switch m {
	case field.PaymentMethod:
		return x.PaymentSaid(text)
	case field.State:
		return x.State(text) != lexicon.StateUnknown
	case field.Carrier:
		return x.Delivery(text).Known
	case field.Branch:
		place := x.Place(text, lexicon.InAddress)
		return place.Named && place.Number != ""
	case field.Address:
		place := x.Place(text, lexicon.InAddress)
		return place.Kind == lexicon.KindCourier && strings.ContainsFunc(text, unicode.IsDigit) && celltext.HasLetter(text) && strings.Contains(text, " ") &&
			x.Place(text, lexicon.InBranch).Doubt == lexicon.NoDoubt
	}
	return false
}

// looksLikeSKU: letters and digits in one word, which is no address of mail.
func looksLikeSKU(c cells.Cell) bool {
	return !strings.ContainsFunc(c.Text, unicode.IsSpace) && strings.ContainsFunc(c.Text, unicode.IsDigit) &&
		celltext.HasLetter(c.Text) && !strings.Contains(c.Text, "@") && c.Kind == cells.Text
}

// looksLikeTotal: an amount that somebody may have to pay: not a count, and not a number of an order.
func looksLikeTotal(amount money.Amount) bool {
	return amount.Cmp(money.Must("20")) >= 0 && amount.Cmp(money.Must("100000")) < 0
}

// looksLikeWaybill: one of Nova Poshta, whose first digit is 1, 2 or 5.
func looksLikeWaybill(text string) bool {
	return len(text) == value.NovaPoshtaDigits && celltext.AllDigits(text) && strings.ContainsAny(text[:1], "125")
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
func (g *guesser) only(open []Column, m field.Field, c Column) bool {
	cells := g.shows(c.Index, m)
	if m == field.OrderNumber || m == field.PaymentMethod || m == field.State || m == field.Carrier || m == field.Branch || m == field.Address {
		return cells > 0 && !slices.ContainsFunc(open, func(o Column) bool { return o.Index < c.Index && g.shows(o.Index, m) >= cells })
	}
	for _, other := range open {
		if other.Index != c.Index && g.shows(other.Index, m) >= cells {
			return false
		}
	}
	return cells > 0
}
