package ordertemplate

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Nearest is the known heading that an unknown one is most like: the same with
// look-alike letters, the longest that stands in it as whole words, or one a slip of the
// fingers away. Short words are near to many others, and prove nothing.
func (p *Template) Nearest(text string) (string, field.Field) {
	key := HeadingKey(text)
	if key == "" || !strings.ContainsFunc(key, unicode.IsLetter) {
		return "", ""
	}
	if known, ok := p.folded[fold(key)]; ok {
		return known, p.headings[known].Field
	}
	candidates := make([]string, 0, len(p.headings))
	inside := ""
	for known := range p.headings {
		candidates = append(candidates, known)
		longer := len(known) > len(inside) || len(known) == len(inside) && known < inside
		if longer && len(known) > 2 && StandsIn(key, known) {
			inside = known
		}
	}
	if inside != "" {
		return inside, p.headings[inside].Field
	}
	slices.Sort(candidates) // of equals the first, so that it is always the same
	found := strictyaml.Nearest(key, candidates)
	if !aSlip(key, found) {
		return "", ""
	}
	return found, p.headings[found].Field
}

// aSlip reports whether two headings of some length differ by one letter, or two of a long one.
func aSlip(a, b string) bool {
	const short, long = 6, 12
	length := min(utf8.RuneCountInString(a), utf8.RuneCountInString(b))
	switch {
	case length < short:
		return false
	case length < long:
		return strictyaml.Distance(a, b) <= 1
	}
	return strictyaml.Distance(a, b) <= 2
}

// StandsIn reports whether a text holds the words side by side and whole.
func StandsIn(text, words string) bool {
	plain := func(s string) string {
		return " " + strings.Join(strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' }), " ") + " "
	}
	return strings.Contains(plain(text), plain(words)) && strings.TrimSpace(plain(words)) != ""
}
