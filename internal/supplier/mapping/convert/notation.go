package convert

import (
	"errors"

	"github.com/dropbridge/dropbridge/internal/money"
)

// eitherMark is the decimal mark of a list that has both.
const eitherMark = "either"

// twoMarks is the notation of amounts whose decimal mark is not known.
var twoMarks = money.Notation{Grouping: money.Threes, Decimals: 2, Signs: money.Signed, Currency: money.Currencies()}

// What a converter wants of a text.
var (
	errAmount = errors.New("an amount of money")
	errMinor  = errors.New("a whole number of minor units")
	// errTwoWays is what is wanted of an amount such as 1,234.
	errTwoWays = errors.New("an amount that can be read in one way only (thousands or decimals: let decimal say which mark this list has, or ask the supplier for one notation)")
)

// plain reads a number in its notation; wanted says what it should have been.
func plain(n money.Notation, text string, wanted error) (string, error) {
	out, err := n.Plain(text)
	if err != nil {
		return "", wanted
	}
	return out, nil
}

// eitherPlain reads an amount with one mark or the other, where it can be read in one way.
func eitherPlain(text string) (string, error) {
	out, err := twoMarks.Plain(text)
	switch {
	case errors.Is(err, money.ErrAmbiguous):
		return "", errTwoWays
	case err != nil:
		return "", errAmount
	}
	return out, nil
}
