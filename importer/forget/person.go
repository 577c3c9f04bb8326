package forget

import (
	"slices"
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/importer/state"
)

// Person is who is looked for in texts: by a phone in any writing, an e-mail or a name.
type Person struct {
	terms []string // that stand side by side, in whatever order
}

// nationalDigits are those of a Ukrainian phone without what is dialled before them.
const nationalDigits = 9

// longestPhone is how many digits a phone has at most, by E.164.
const longestPhone = 15

// ParsePerson reads whom somebody names; false where that says too little: a name needs two words, and
// figures that are no whole phone name nobody.
func ParsePerson(text string) (Person, bool) {
	var p Person
	names, whole := 0, false
	for _, forms := range words(text) {
		term := forms[len(forms)-1]
		p.terms = append(p.terms, term)
		switch {
		case strings.Contains(term, "@") || isPhone(term, strings.HasPrefix(strings.TrimSpace(text), "+")):
			whole = true
		case strings.ContainsFunc(term, unicode.IsLetter):
			names++
		}
	}
	return p, whole || names > 1
}

// isPhone reports whether a word is a whole phone: the national number, or more with the code of a country.
func isPhone(word string, abroad bool) bool {
	if strings.Trim(word, "0123456789") != "" {
		return false
	}
	return len(word) == nationalDigits || abroad && len(word) > nationalDigits && len(word) <= longestPhone
}

// In reports whether a text names the person.
func (p Person) In(text string) bool {
	if len(p.terms) == 0 {
		return false
	}
	list := words(text)
	for i := range list {
		if p.among(list[i:min(len(list), i+len(p.terms)+1)]) {
			return true
		}
	}
	return false
}

// among reports whether the first of some words is one of the person's, and the others are there, too.
func (p Person) among(list [][]string) bool {
	if !slices.ContainsFunc(list[0], func(form string) bool { return slices.Contains(p.terms, form) }) {
		return false
	}
	for _, term := range p.terms {
		if !slices.ContainsFunc(list, func(forms []string) bool { return slices.Contains(forms, term) }) {
			return false
		}
	}
	return true
}

// apart stands between cells: figures on both sides of it are not one number.
const apart = " | "

var cells = strings.NewReplacer(",", apart, ";", apart, "\t", apart, "\n", apart, `"`, apart, "<", apart, ">", apart, ":", apart, "{", apart, "}", apart, "\x00", apart)

// words are those of a text, as orders are found by them.
func words(text string) [][]string { return state.Words(cells.Replace(text)) }
