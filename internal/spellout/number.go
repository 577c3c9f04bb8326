package spellout

import (
	"fmt"
	"strings"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// Gender is that of the noun that is counted, on which the words for one and two depend.
type Gender string

// The genders, as the keys of the catalogue end.
const (
	Masculine Gender = "m"
	Feminine  Gender = "f"
	Neuter    Gender = "n"
)

// scale is a power of a thousand, whose name is counted like any noun.
type scale struct {
	name   string
	gender Gender
}

// scales are the powers of a thousand from the first one on; a uint64 needs no more.
var scales = [...]scale{{"thousand", Feminine}, {"million", Masculine}, {"billion", Masculine},
	{"trillion", Masculine}, {"quadrillion", Masculine}, {"quintillion", Masculine}}

// Number is a whole number in words: 1002 is "one thousand two".
func Number(l wording.Language, n uint64, gender Gender) string {
	if n == 0 {
		return l.Say("spellout.zero")
	}
	var words []string
	for at := -1; n > 0; at++ {
		group := n % 1000
		n /= 1000
		if group == 0 {
			continue
		}
		if at < 0 {
			words = append(words, below1000(l, group, gender))
			continue
		}
		words = append(words, l.Say("spellout."+scales[at].name, int64(group)), below1000(l, group, scales[at].gender))
	}
	reverse(words)
	return strings.Join(words, " ")
}

// reverse: groups come from the lowest on, each with its name before its number.
func reverse(words []string) {
	for i, j := 0, len(words)-1; i < j; i, j = i+1, j-1 {
		words[i], words[j] = words[j], words[i]
	}
}

// below1000 is a number from 1 to 999 in words.
func below1000(l wording.Language, n uint64, gender Gender) string {
	var words []string
	if hundreds := n / 100 * 100; hundreds > 0 {
		words = append(words, atom(l, hundreds, gender))
	}
	switch rest := n % 100; {
	case rest == 0:
	case rest < 20 || rest%10 == 0:
		words = append(words, atom(l, rest, gender))
	default:
		words = append(words, l.Say("spellout.ten_and_one", atom(l, rest/10*10, gender), atom(l, rest%10, gender)))
	}
	return strings.Join(words, " ")
}

// atom is a number that has a word of its own.
func atom(l wording.Language, n uint64, gender Gender) string {
	if n <= 2 {
		return l.Say(fmt.Sprintf("spellout.n%d%s", n, gender))
	}
	return l.Say(fmt.Sprintf("spellout.n%d", n))
}

// counted is a noun of the catalogue in the form that the number asks for.
func counted(l wording.Language, key string, n uint64) string {
	if n > 1000 { // what languages look at, in a size that the catalogue takes
		n = 1000 + n%1000
	}
	return l.Say(key, int64(n))
}
