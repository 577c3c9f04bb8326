package lexicon

// The classes of words in a cell of the SKU.
const (
	skuNone = "none"
	skuSwap = "swap"
)

// NoSKU reports whether a cell of the SKU says that there is none, or that nobody knows it yet.
func (l *Lexicon) NoSKU(text string) bool {
	cell := tokens(normal(text))
	return len(cell) == 0 || l.skuWords.whole(cell) == skuNone
}

// SwapsSKU reports whether a cell of the SKU names one good instead of another, or a choice:
// such a word with a code before it or behind, "KB-01 або KB-02", "KB-01 (замінити на KB-02)".
func (l *Lexicon) SwapsSKU(text string) bool {
	cell := tokens(normal(text))
	for _, h := range l.skuWords.find(cell) {
		if h.class == skuSwap && h.from > 0 {
			return true
		}
	}
	return false
}
