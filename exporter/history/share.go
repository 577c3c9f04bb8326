package history

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// millionth is what Share and Factor count in.
const millionth = 1_000_000

// Share is an exact part of a whole, written in percent with at most four decimals.
// The zero value is an absent one, which is something else than 0 %.
type Share struct {
	millionths uint64
	known      bool
}

// Percent is a whole number of percent, for literals in code.
func Percent(n uint8) Share { return Share{uint64(n) * (millionth / 100), true} }

// ParseShare reads "30%", "30 %" or "2.5%", from 0% to 100%.
func ParseShare(text string) (Share, error) {
	number, percent := strings.CutSuffix(strings.TrimSpace(text), "%")
	n, ok := parseFixed(strings.TrimSpace(number), 4)
	if !percent || !ok || n > millionth {
		return Share{}, fmt.Errorf("%q is no share: want percent from 0%% to 100%%, such as 30%%", text)
	}
	return Share{n, true}, nil
}

// UnmarshalYAML reads what ParseShare reads.
func (s *Share) UnmarshalYAML(node ast.Node) (err error) {
	*s, err = scalar(node, ParseShare)
	return err
}

// String is the share as people write it: "30 %", "2.5 %"; "" when absent.
func (s Share) String() string {
	if !s.known {
		return ""
	}
	return formatFixed(s.millionths, 4) + " %"
}

// Or is the share, or another where it is absent.
func (s Share) Or(other Share) Share {
	if s.known {
		return s
	}
	return other
}

// Of is that part of a whole, rounded down.
func (s Share) Of(whole int64) int64 {
	high, low := bits.Mul64(uint64(max(whole, 0)), s.millionths)
	part, _ := bits.Div64(high, low, millionth)
	return int64(part)
}

// compare is -1, 0 or +1 as part of whole is less than, exactly or more than the share.
func (s Share) compare(part, whole uint64) int {
	return product(part, millionth).compare(product(s.millionths, whole))
}

// percent is part of whole in percent, rounded to the fewest decimals that leave it on
// its side of the limit: what is just over 30 % never reads as 30 %.
func (s Share) percent(part, whole uint64) string {
	side := s.compare(part, whole)
	for decimals, scale := 0, uint64(100); ; decimals, scale = decimals+1, scale*10 {
		high, low := bits.Mul64(part, scale)
		low, carry := bits.Add64(low, whole/2, 0)
		rounded, _ := bits.Div64(high+carry, low, whole)
		if scale == millionth || cmp.Compare(rounded*(millionth/scale), s.millionths) == side {
			return formatFixed(rounded, decimals)
		}
	}
}

// Factor is an exact number of times, written with at most six decimals. The zero
// value is an absent one.
type Factor struct {
	millionths uint64
	known      bool
}

// ParseFactor reads "0.5" or "2", up to 1000000.
func ParseFactor(text string) (Factor, error) {
	n, ok := parseFixed(strings.TrimSpace(text), 6)
	if !ok || n > millionth*millionth {
		return Factor{}, fmt.Errorf("%q is no factor: want a number of times, such as 0.5 or 2", text)
	}
	return Factor{n, true}, nil
}

// UnmarshalYAML reads what ParseFactor reads.
func (f *Factor) UnmarshalYAML(node ast.Node) (err error) {
	*f, err = scalar(node, ParseFactor)
	return err
}

// String is the factor as a decimal number, "" when absent.
func (f Factor) String() string {
	if !f.known {
		return ""
	}
	return formatFixed(f.millionths, 6)
}

func (f Factor) or(millionths uint64) Factor {
	if f.known {
		return f
	}
	return Factor{millionths, true}
}

// scalar reads a plain value of a YAML file by its literal text, and gives its mistake
// the place in the file.
func scalar[T any](node ast.Node, parse func(string) (T, error)) (T, error) {
	value, err := parse(node.GetToken().Value)
	if _, plain := node.(ast.ScalarNode); !plain {
		err = errors.New("want one number here, not a list or a mapping")
	}
	if err != nil {
		return value, strictyaml.Mistake(node, "%s", err)
	}
	return value, nil
}

// parseFixed reads a plain decimal number without a sign as a count of its
// 10^-decimals; more decimals than that are refused, not rounded.
func parseFixed(text string, decimals int) (uint64, bool) {
	whole, fraction, point := strings.Cut(text, ".")
	if point && fraction == "" || len(fraction) > decimals || len(whole) > 9 {
		return 0, false
	}
	for _, c := range whole + fraction {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	n, err := strconv.ParseUint(whole+fraction+strings.Repeat("0", decimals-len(fraction)), 10, 64)
	return n, err == nil && whole != ""
}

// formatFixed is the text that parseFixed reads, without trailing zeros.
func formatFixed(n uint64, decimals int) string {
	text := fmt.Sprintf("%0*d", decimals+1, n)
	point := len(text) - decimals
	return strings.TrimSuffix(strings.TrimRight(text[:point]+"."+text[point:], "0"), ".")
}
