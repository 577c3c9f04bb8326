package orderfile

import (
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
)

// withoutPieces takes off a quantity what only says that it counts pieces: "2 шт.", "3 штуки", "x2".
func withoutPieces(text string) string {
	if at := strings.IndexFunc(text, func(r rune) bool { return !celltext.IsDigit(r) && r != '.' && r != ',' }); at > 0 && celltext.IsDigit(rune(text[0])) {
		unit := strings.TrimSuffix(strings.ToLower(strings.TrimSpace(text[at:])), ".")
		if isPieceWord(unit) {
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

// shortBranch writes a branch out as people shorten it in a column of branches: "від. 12", "в.12"
// and "12-те" are the branch 12, "Укр 01001" is Ukrposhta's.
func (v *values) shortBranch(text string) string {
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

// isNoBranch reports whether a cell of a column of branches holds a tick or an amount: under "НП"
// it may be said whether the parcel goes there, or what it costs.
func (b *orderBuilder) isNoBranch(c cells.Cell) bool {
	if celltext.AllDigits(c.Text) {
		return false
	}
	lower := strings.ToLower(c.Text)
	if b.lexicon.Truth(c.Text) != "" {
		return true
	}
	_, f := b.values.money(c)
	return f == nil && (strings.Contains(lower, "грн") || strings.Contains(lower, "uah") || strings.Contains(lower, "₴"))
}

func isPieceWord(w string) bool {
	switch w {
	case "шт", "штука", "штуки", "штук", "од", "одиниця", "одиниці", "одиниць", "ед", "единица", "единицы", "единиц", "pcs", "pc", "piece", "pieces":
		return true
	}
	return false
}
