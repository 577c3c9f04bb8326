package form

import (
	"cmp"
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

//go:embed words.yaml
var wordsFile []byte

// words is words.yaml.
type words struct {
	Columns         map[Role][]string   `yaml:"columns"`
	Money           []string            `yaml:"money"`
	Means           map[Role][]string   `yaml:"means"`
	But             []string            `yaml:"but"`
	Units           []string            `yaml:"units"`
	Each            []string            `yaml:"each"`
	TierFrom        []string            `yaml:"tier_from"`
	TierOf          []string            `yaml:"tier_of"`
	Warehouses      []string            `yaml:"warehouses"`
	Sums            []string            `yaml:"sums"`
	Weights         map[string]int64    `yaml:"weights"`
	StockLists      []string            `yaml:"stock_lists"`
	Typed           []string            `yaml:"typed"`
	Kinds           []string            `yaml:"kinds"`
	Amounts         []string            `yaml:"amounts"`
	Records         []string            `yaml:"records"`
	Containers      []string            `yaml:"containers"`
	Keyed           []string            `yaml:"keyed"`
	Around          []string            `yaml:"around"`
	Further         []string            `yaml:"further"`
	Pages           []string            `yaml:"pages"`
	Orders          []string            `yaml:"orders"`
	SheetNames      []string            `yaml:"sheet_names"`
	Sections        []string            `yaml:"sections"`
	Variants        []string            `yaml:"variants"`
	VariantOwn      map[string]string   `yaml:"variant_attributes"`
	Groups          []string            `yaml:"groups"`
	AttributeGroups []string            `yaml:"attribute_groups"`
	Stock           map[string][]string `yaml:"stock"`
	Currencies      map[string][]string `yaml:"currencies"`
}

// lexicon is what is known of the words of lists.
type lexicon struct {
	words
	names    map[string]named  // of columns, by their letters and digits
	stock    map[string]string // availabilities by the words that say them
	currency map[string]string // codes by what stands for them
	signs    []string          // of currencies, the longest first
	moreThan []string
	pieces   []string
}

// named is a name of columns: its role, and its place among the names of the role.
type named struct {
	role Role
	rank int
}

// lexiconOf is the lexicon of words.yaml, which is the program's own: its tests read it.
var lexiconOf = sync.OnceValue(func() *lexicon {
	l := &lexicon{names: map[string]named{}, stock: map[string]string{}, currency: map[string]string{}}
	if err := strictyaml.Decode("words.yaml", wordsFile, &l.words); err != nil {
		panic(err)
	}
	for role, names := range l.Columns {
		for rank, name := range names {
			l.names[celltext.Folded(name)] = named{role, rank}
		}
	}
	for _, state := range supplier.Availabilities() {
		for _, word := range l.Stock[state] {
			l.stock[word] = state
		}
	}
	l.moreThan, l.pieces = l.Stock["more_than"], l.Stock["pieces"]
	for code, signs := range l.Currencies {
		for _, sign := range signs {
			l.currency[sign] = code
			l.signs = append(l.signs, sign)
		}
	}
	slices.SortFunc(l.signs, func(a, b string) int { return len(b) - len(a) })
	return l
})

// parts are the words of a heading, in small letters.
func parts(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '$' && r != '€' && r != '₴'
	})
}

// meaning is what a column is by its name.
type meaning struct {
	role     Role
	rank     int
	surety   float64
	currency string // that the heading names, "" for none
	from     int64  // of a price for many: from how many pieces on it holds, 0 where it does not say
	called   string // of an attribute by its own name: what it is called
	variant  bool   // it is the variant's own
}

// behindAll is the rank of what counts where nothing else does.
const behindAll = 10_000

// ofVariant is how far the values of a variant go before those of its product.
const ofVariant = 500

// meaningOf finds what a path or a heading is. What stands in a list of variants is what it
// would be in the product; a name there that no word knows tells the variants apart.
func (l *lexicon) meaningOf(path, variants string) meaning {
	within, inner := l.inVariants(path, variants)
	if within == "" {
		return l.plainMeaning(path)
	}
	m := l.plainMeaning(inner)
	if called := l.VariantOwn[strings.ToLower(strings.TrimPrefix(inner, "@"))]; called != "" && m.role == NoRole {
		m = meaning{role: AttributeOwn, surety: 0.9, called: called}
	}
	if m.role == Name {
		m.called = cmp.Or(l.VariantOwn[strings.ToLower(within)], within)
	}
	m.variant = true
	m.rank -= ofVariant * (1 + strings.Count(path, "."))
	return m
}

// inVariants parts a path into the list of variants that it leads into and what lies there, ""
// where it leads into none.
func (l *lexicon) inVariants(path, said string) (list, inner string) {
	if said = strings.ReplaceAll(said, "[]", ""); said != "" {
		if len(path) > len(said)+1 && strings.EqualFold(path[:len(said)], said) && path[len(said)] == '.' {
			return said[strings.LastIndexByte(said, '.')+1:], l.withoutElement(path[len(said)+1:])
		}
		return "", path
	}
	steps := strings.Split(path, ".")
	for i := len(steps) - 2; i >= 0; i-- {
		if slices.Contains(l.Variants, strings.ToLower(steps[i])) {
			return steps[i], l.withoutElement(strings.Join(steps[i+1:], "."))
		}
	}
	return "", path
}

// withoutElement takes off a path the element that each variant is, as XML has it.
func (l *lexicon) withoutElement(path string) string {
	if first, rest, below := strings.Cut(path, "."); below && slices.Contains(l.Records, strings.ToLower(first)) {
		return rest
	}
	return path
}

// plainMeaning finds what a path or a heading of a product is.
func (l *lexicon) plainMeaning(path string) meaning {
	if path == listfile.KeyPath {
		return meaning{role: ID, rank: behindAll, surety: 0.9}
	}
	plain, currency := l.withoutCurrency(path)
	if known, ok := l.names[celltext.Folded(plain)]; ok {
		return meaning{role: known.role, rank: known.rank, surety: 1, currency: currency}
	}
	steps := strings.Split(path, ".")
	if leaf := steps[len(steps)-1]; len(steps) > 1 {
		if known := l.names[celltext.Folded(leaf)]; known.role == Quantity && slices.Contains(l.StockLists, strings.ToLower(steps[len(steps)-2])) {
			return meaning{role: Warehouse, surety: 0.9}
		}
		if l.grouped(steps[:len(steps)-1]) {
			if known, ok := l.names[celltext.Folded(leaf)]; ok {
				return meaning{role: known.role, rank: known.rank, surety: 0.9}
			}
		}
		if slices.Contains(l.AttributeGroups, strings.ToLower(steps[0])) && len(steps) == 2 {
			return meaning{role: AttributeOwn, surety: 0.9, called: leaf}
		}
	}
	if m := l.priceOf(plain, currency); m.role != NoRole || !l.isWarehouse(path) {
		return m
	}
	return meaning{role: Warehouse, surety: 0.8}
}

// isWarehouse reports whether a heading tells of one of several warehouses.
func (l *lexicon) isWarehouse(path string) bool {
	said := parts(path)
	return len(said) > 1 && slices.Contains(l.Warehouses, said[0]) && !strings.ContainsRune(path, '.')
}

// grouped reports whether all these steps only group values.
func (l *lexicon) grouped(steps []string) bool {
	return !slices.ContainsFunc(steps, func(step string) bool { return !slices.Contains(l.Groups, strings.ToLower(step)) })
}

// withoutCurrency takes a currency off a heading such as "Ціна дроп, грн".
func (l *lexicon) withoutCurrency(path string) (plain, currency string) {
	var kept []string
	for _, part := range parts(path) {
		if code := l.currency[part]; code != "" {
			currency = code
			continue
		}
		if sign := strings.TrimLeft(part, "$€₴"); sign != part {
			currency = l.currency[part[:len(part)-len(sign)]]
			part = sign
		}
		kept = append(kept, part)
	}
	if currency == "" {
		return path, ""
	}
	return strings.Join(kept, " "), currency
}

// priceOf knows the prices whose names are made of several words, and those of which only
// that they are prices is known.
func (l *lexicon) priceOf(plain, currency string) meaning {
	said := parts(plain)
	if !slices.ContainsFunc(said, func(part string) bool { return slices.Contains(l.Money, part) }) {
		return l.tierAlone(said, currency)
	}
	found := NoRole
	for role, stems := range l.Means {
		if slices.ContainsFunc(said, func(part string) bool { return begins(part, stems) }) {
			if found != NoRole {
				return meaning{role: OtherPrice, currency: currency}
			}
			found = role
		}
	}
	from, together := l.tierFrom(said)
	switch {
	case l.minor(plain), together && from > 1:
		return meaning{role: OtherPrice, currency: currency}
	case from > 1 && (found == Wholesale || found == NoRole):
		return meaning{role: TierPrice, surety: 0.9, currency: currency, from: from}
	case from > 1, found == NoRole || slices.ContainsFunc(said, func(part string) bool { return begins(part, l.But) }):
		return meaning{role: OtherPrice, currency: currency}
	}
	return meaning{role: found, rank: 100, surety: 0.85, currency: currency}
}

// tierAlone knows a heading that says no more than from how many pieces on: "від 5 шт".
func (l *lexicon) tierAlone(said []string, currency string) meaning {
	from, _ := l.tierFrom(said)
	if from < 2 || len(said) > 3 || !slices.Contains(l.TierFrom, said[0]) || len(said) == 3 && !slices.Contains(l.pieces, said[2]) {
		return meaning{}
	}
	return meaning{role: TierPrice, surety: 0.7, currency: currency, from: from}
}

// tierFrom is from how many pieces on a price holds: "опт від 5 шт", "опт 5+"; together says that
// it is what so many of them cost: "ціна за 10 шт".
func (l *lexicon) tierFrom(said []string) (n int64, together bool) {
	for i, part := range said {
		n, err := strconv.ParseInt(part, 10, 32)
		together := i > 0 && slices.Contains(l.TierOf, said[i-1])
		if err == nil && (together || i > 0 && slices.Contains(l.TierFrom, said[i-1]) || i+1 < len(said) && slices.Contains(l.pieces, said[i+1])) {
			return n, together
		}
	}
	return 0, false
}

// minor reports whether a heading says that its price is in kopecks or in thousands.
func (l *lexicon) minor(plain string) bool {
	return slices.ContainsFunc(parts(plain), func(part string) bool { return begins(part, l.Units) })
}

// begins reports whether a word begins with one of these stems.
func begins(word string, stems []string) bool {
	return slices.ContainsFunc(stems, func(stem string) bool { return strings.HasPrefix(word, stem) })
}
