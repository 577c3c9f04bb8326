package mapping

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/convert"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// balance is an amount that stands in two columns, such as credit and debit.
type balance struct{ plus, minus []*value }

// compileBalance compiles plus and minus.
func (c *compiler) compileBalance(key string, spec written.Field, in *scope) (func(*jsonread.Scanner) (string, error), error) {
	var out balance
	for _, side := range []struct {
		paths  written.Scalars
		values *[]*value
	}{{spec.Place.Plus, &out.plus}, {spec.Place.Minus, &out.minus}} {
		for _, path := range side.paths {
			one := spec
			one.Place = written.PlaceAt(path)
			one.Place.Absent = spec.Place.Absent
			source, err := c.compileSource(key, one, kindMoney, in)
			if err != nil {
				return nil, err
			}
			v := &value{source: source, made: c.made}
			if v.chain, err = convert.Compile(c.Mistakes, spec); err != nil {
				return nil, err
			}
			*side.values = append(*side.values, v)
		}
	}
	return out.get, nil
}

// get is what the columns add up to, "" where none of them says anything.
func (b balance) get(s *jsonread.Scanner) (string, error) {
	var sum money.Amount
	for _, side := range []struct {
		values []*value
		minus  bool
	}{{b.plus, false}, {b.minus, true}} {
		for _, v := range side.values {
			amount, err := v.amount(s)
			switch {
			case err != nil:
				return "", err
			case !amount.IsSet():
				continue
			case side.minus && amount.Sign() < 0:
				return "", &jsonread.ShapeError{Want: "an amount without a sign, which minus takes away", Got: amount.String(),
					Mend: "where the column has a sign of its own, its path belongs under plus"}
			case side.minus:
				amount = amount.Negated()
			}
			if sum, err = sum.OrZero().Add(amount); err != nil {
				return "", &jsonread.ShapeError{Want: "amounts that can be added", Got: err.Error()}
			}
		}
	}
	if !sum.IsSet() {
		return "", nil
	}
	return jsonread.Quote(sum.String()), nil
}

// amount is a single value as money, absent where it is.
func (v *value) amount(s *jsonread.Scanner) (out money.Amount, err error) {
	raw, err := v.first(s)
	if err != nil || raw == "" || jsonread.IsHollow(raw) {
		return out, err
	}
	if text := strings.TrimSpace(jsonread.PlainText(raw)); text != "" {
		if out, err = money.Parse(text); err != nil {
			return out, &jsonread.ShapeError{Want: "an amount", Got: oneline.Clean(raw, 40)}
		}
	}
	return out, nil
}
