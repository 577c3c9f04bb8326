package value

import (
	"strings"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
)

// withoutPieces takes off a quantity what only says that it counts pieces: "2 шт.", "3 штуки", "x2".
func withoutPieces(text string) string {
	if at := strings.IndexFunc(text, func(r rune) bool { return !celltext.IsDigit(r) && r != '.' && r != ',' }); at > 0 && celltext.IsDigit(rune(text[0])) {
		unit := strings.TrimSuffix(strings.ToLower(strings.TrimSpace(text[at:])), ".")
		if lexicon.CountsPieces(unit) {
			return text[:at]
		}
		return text
	}
	for _, times := range []string{"x", "X", "х", "Х", "×"} {
		if bare, ok := strings.CutPrefix(text, times); ok && celltext.AllDigits(strings.TrimSpace(bare)) {
			return strings.TrimSpace(bare)
		}
	}
	return text
}

// ShortBranch writes a branch out as people shorten it in a column of branches: "від. 12", "в.12"
// and "12-те" are the branch 12, "Укр 01001" is Ukrposhta's.
func (v *Reader) ShortBranch(text string) string {
	const longest = 40
	if len(text) > longest {
		return text
	}
	if found := v.short.FindStringSubmatch(text); found != nil {
		return "відділення №" + found[1] + found[2]
	}
	if found := v.shortPost.FindStringSubmatch(text); found != nil {
		return "Укрпошта " + found[1]
	}
	return text
}
