package orderfile

import (
	"strings"
	"unicode"
)

// guessable are the meanings that cells alone may show, the surest first.
var guessable = [...]meaning{phone, email, recipientName, quantity, price, sku}

// only reports whether a column has more cells of a meaning than any other open one.
func (s *sketch) only(open []Column, m meaning, c Column) bool {
	cells := s.shows(c.Index, m)
	for _, other := range open {
		if other.Index != c.Index && s.shows(other.Index, m) >= cells {
			return false
		}
	}
	return cells > 0
}

// shows is how many cells of a column look like the meaning, 0 if one does not.
func (s *sketch) shows(column int, m meaning) int {
	some := 0
	for i := range s.below {
		c := s.below[i].at(column)
		if c.blank() {
			continue
		}
		if !looksLike(s.values, c, m) {
			return 0
		}
		some++
	}
	return some
}

// plausible reports whether no cell of a column speaks against a meaning.
func (s *sketch) plausible(column int, m meaning) bool {
	switch m {
	case phone, email, quantity, price:
	default:
		return true
	}
	for i := range s.below {
		if c := s.below[i].at(column); !c.blank() && looksLike(s.values, c, m) {
			return true // the others may be the rows that a person must mend
		}
	}
	return len(s.below) == 0
}

// looksLike is whether a cell reads as a value of a meaning.
func looksLike(v *values, c cell, m meaning) bool {
	switch m {
	case phone:
		_, _, f := v.phone(c)
		return f == nil
	case email:
		return strings.Count(c.text, "@") == 1 && !strings.ContainsFunc(c.text, unicode.IsSpace)
	case quantity:
		n, f := v.quantity(c)
		return f == nil && n < 1000
	case price:
		amount, f := v.money(c)
		return f == nil && amount.Sign() > 0
	case recipientName:
		words := strings.Fields(c.text)
		return len(words) >= 2 && len(words) <= 4 && !strings.ContainsFunc(c.text, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsSpace(r) && !strings.ContainsRune("'’ʼ-.", r)
		})
	case sku:
		return !strings.ContainsFunc(c.text, unicode.IsSpace) && strings.ContainsFunc(c.text, unicode.IsDigit) &&
			strings.ContainsFunc(c.text, unicode.IsLetter) && !strings.Contains(c.text, "@") && c.kind == textCell
	}
	return false
}
