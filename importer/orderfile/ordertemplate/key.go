package ordertemplate

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
)

// HeadingKey is what two spellings of a heading have in common: NFKC, lower case,
// without zero-width characters, brackets and what is in them, "*", ":", a final full
// stop and a unit at the end, with one kind of apostrophe, of blank
// and of "е".
func HeadingKey(text string) string {
	return normalKey(text, true)
}

// ExactKey is HeadingKey with the brackets and what is in them.
func ExactKey(text string) string { return normalKey(text, false) }

// SpelledKey is how a heading of a template is compared: with its brackets, if it has any.
func SpelledKey(text string) string {
	if bracketed(text) {
		return ExactKey(text)
	}
	return HeadingKey(text)
}

// bracketed: a template's heading with something before its brackets means them too.
func bracketed(text string) bool { return strings.ContainsAny(text, "([{") && HeadingKey(text) != "" }

func normalKey(text string, drop bool) string {
	if len(text) > MostKeyBytes { // no heading, and not worth the work
		return ""
	}
	text = strings.ToLower(norm.NFKC.String(celltext.Clean(text)))
	if drop {
		text = dropBrackets(text)
	}
	text = strings.Map(func(r rune) rune {
		switch r {
		case '’', 'ʼ':
			return '\''
		case 'ё': // many write е for it
			return 'е'
		case '*', ':':
			return -1
		}
		if celltext.IsZeroWidth(r) {
			return -1
		}
		return r
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	text = strings.TrimSpace(strings.TrimSuffix(text, "."))
	text = withoutQuestion(text)
	for _, unit := range []string{", грн", ", uah", ", шт"} {
		text = strings.TrimSuffix(text, unit)
	}
	return strings.TrimSpace(text)
}

// withoutQuestion takes the mark off a heading that asks, "Оплачено?"; several of them stand for
// letters that were lost.
func withoutQuestion(text string) string {
	asked, found := strings.CutSuffix(text, "?")
	if !found || strings.Contains(asked, "?") {
		return text
	}
	return strings.TrimSpace(asked)
}

// dropBrackets drops "(…)", "[…]" and "{…}", the inner ones with the outer; a bracket
// without its other half stays.
func dropBrackets(text string) string {
	for {
		closing := strings.IndexAny(text, ")]}")
		if closing < 0 {
			return text
		}
		open := strings.LastIndex(text[:closing], map[byte]string{')': "(", ']': "[", '}': "{"}[text[closing]])
		if open < 0 {
			return text[:closing+1] + dropBrackets(text[closing+1:])
		}
		text = text[:open] + " " + text[closing+1:]
	}
}

// MostKeyBytes is the length above which a text is no heading.
const MostKeyBytes = 1000

// spacedHeading is a heading of a program as people write it: "delivery_type" and "deliveryType"
// are "delivery type". What is too long for a heading stays as it is.
func spacedHeading(text string) string {
	if len(text) > MostKeyBytes {
		return text
	}
	var out strings.Builder
	small := false
	for _, r := range text {
		switch {
		case r == '_':
			r = ' '
		case small && unicode.IsUpper(r):
			out.WriteByte(' ')
		}
		small = unicode.IsLower(r)
		out.WriteRune(r)
	}
	return out.String()
}

// openKey is HeadingKey with what stands in the brackets, as if there were none: "Статус (оплати)"
// is "статус оплати".
func openKey(text string) string {
	return HeadingKey(strings.Map(func(r rune) rune {
		if strings.ContainsRune("()[]{}", r) {
			return ' '
		}
		return r
	}, text))
}

// BracketsOf is what stands in the brackets of a heading, one after the other.
func BracketsOf(text string) string {
	if len(text) > MostKeyBytes {
		return ""
	}
	var out strings.Builder
	depth := 0
	for _, r := range text {
		switch {
		case strings.ContainsRune("([{", r):
			depth++
			out.WriteByte(';')
		case strings.ContainsRune(")]}", r):
			depth = max(0, depth-1)
		case depth > 0:
			out.WriteRune(r)
		}
	}
	return strings.Trim(strings.TrimSpace(out.String()), "; ")
}

func keys(words []string) []string {
	out := make([]string, 0, len(words))
	for _, word := range words {
		if key := HeadingKey(word); key != "" {
			out = append(out, key)
		}
	}
	// The longest first, so that a word never hides a longer one.
	slices.SortStableFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out
}
