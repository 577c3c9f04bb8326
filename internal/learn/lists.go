package learn

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
)

// listFinder proposes the parts of a product that are lists, and lists of their own
// that products are joined with.
type listFinder struct {
	s          *section
	all        []*candidate
	l          *listing
	prefix     string // of the report's field names
	categoryID *candidate
	path       *match // a category whose name holds the whole way to it
}

func newListFinder(s *section, all []*candidate, l *listing) *listFinder {
	return &listFinder{s: s, all: all, l: l}
}

func (f *listFinder) words() *lexicon.Lexicon { return f.s.b.words }

// tiers proposes the wholesale prices: a list, an object keyed by quantity, or columns.
func (f *listFinder) tiers(fields *node) {
	for _, c := range f.all {
		if !c.list || c.used || len(c.place) != 1 || !f.words().Has(lexicon.Tiers, lexicon.Phrase(c.place[0].name)) {
			continue
		}
		if c.shape.keyed && c.shape.member("*").has(isScalar) {
			f.put(fields, c, "tiers", 0.8, "name, keyed by the quantity", flow("at", f.at(c), "keyed", "true", "fields", flow("min_quantity", scalar("$key"), "price", ".")))
			return
		}
		if f.recordList(fields, c, "tiers", f.words().Fields(lexicon.Tier)) {
			return
		}
	}
	f.tierColumns(fields)
}

// reserve keeps what stands in the lists of tiers and attributes from being taken for
// fields of the product itself.
func (b *builder) reserve(all []*candidate) {
	for _, c := range all {
		if !c.list || len(c.place) != 1 {
			continue
		}
		if name := lexicon.Phrase(c.place[0].name); !b.words.Has(lexicon.Tiers, name) && !b.words.Has(lexicon.Attributes, name) {
			continue
		}
		for _, inner := range all {
			if len(inner.place) > 1 && inner.place[0] == c.place[0] {
				inner.used = true
			}
		}
	}
}

// recordList adds a list of records whose needed fields were found.
func (f *listFinder) recordList(fields *node, c *candidate, name string, inner []lexicon.Field) bool {
	record, rows := recordsOf(c.shape), f.elements(c)
	if record == nil || !record.has(isObject) {
		return false
	}
	matches := assign(inner, candidates(record, rows))
	for _, field := range inner {
		if field.Needed && find(matches, field.Name) == nil {
			return false
		}
	}
	var pairs []string
	confidence := certain
	for i := range matches {
		m := &matches[i]
		pairs = append(pairs, m.field.Name, f.s.b.value(m))
		confidence = min(confidence, m.confidence)
	}
	value := []string{"at", f.at(c)}
	if c.shape.keyed {
		value = append(value, "keyed", "true")
	}
	value = append(value, "fields", flow(pairs...))
	f.put(fields, c, name, confidence, fmt.Sprintf("name, and its records fit, %d of them in the sample", len(rows)), flow(value...))
	return true
}

func (f *listFinder) at(c *candidate) string { return scalar(c.place.String()) }

func (f *listFinder) elements(c *candidate) []any {
	return c.place.to(step{kind: pick(c.shape.keyed, toAll, toEach)}).everyIn(f.l.rows)
}

func (f *listFinder) put(fields *node, c *candidate, name string, confidence float64, evidence, value string) {
	if c != nil {
		for _, inner := range f.all { // what stands in a list that was taken is no field of its own
			if len(inner.place) > len(c.place) && slices.Equal(inner.place[:len(c.place)], c.place) {
				inner.used = true
			}
		}
		c.used = true
	}
	f.s.put(fields, f.prefix, match{field: lexicon.Field{Name: name}, confidence: confidence, evidence: []string{evidence}}, value)
}

// tierColumn matches the name of a column of prices from a quantity on.
func tierColumn(words *lexicon.Lexicon) *regexp.Regexp {
	return regexp.MustCompile(`^` + anyOf(words, lexicon.TierColumns) + ` (?:from )?([0-9]{1,4})$`)
}

// fromColumn matches the name of a column of such a quantity.
func fromColumn(words *lexicon.Lexicon) *regexp.Regexp {
	const number = `([0-9]{1,4})`
	return regexp.MustCompile(`^` + anyOf(words, lexicon.QuantityColumns) + ` (?:` + number + ` ` + anyOf(words, lexicon.AfterQuantity) +
		`|` + anyOf(words, lexicon.BeforeQuantity) + ` ` + number + `)$`)
}

// anyOf matches one of a set's words.
func anyOf(words *lexicon.Lexicon, set lexicon.Set) string {
	var alternatives []string
	for _, word := range words.Words(set) {
		alternatives = append(alternatives, regexp.QuoteMeta(word))
	}
	return `(?:` + strings.Join(alternatives, "|") + `)`
}

// tierColumns proposes tiers from members such as opt_5, or opt_1 beside opt_1_from.
func (f *listFinder) tierColumns(fields *node) {
	prices, froms := map[int]*candidate{}, map[int]*candidate{}
	tierColumn, fromColumn := tierColumn(f.words()), fromColumn(f.words())
	for _, c := range f.all {
		if c.used || len(c.place) != 1 || c.list {
			continue
		}
		name := lexicon.Phrase(c.place[0].name)
		if n := firstNumber(fromColumn.FindStringSubmatch(name)); n >= 0 {
			froms[n] = c
		} else if n := firstNumber(tierColumn.FindStringSubmatch(name)); n >= 0 && c.shape.has(kindOf[lexicon.WantMoney].kinds) {
			prices[n] = c
		}
	}
	if len(prices) == 0 {
		return
	}
	numbers := make([]int, 0, len(prices))
	for n := range prices {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	counted := len(froms) == 0 && numbers[0] <= 1 && len(numbers) > 1 // opt_1, opt_2: numbers of columns
	var rows []string
	for _, n := range numbers {
		prices[n].used = true
		from := flow("value", strconv.Itoa(n))
		if c := froms[n]; c != nil {
			c.used = true
			from = f.at(c)
		} else if counted {
			from = "PATH"
		}
		m := match{field: f.words().Field(lexicon.Tier, "price"), from: prices[n]}
		rows = append(rows, flow("min_quantity", from, "price", f.s.b.value(&m)))
	}
	value := flow("rows", flowList(rows...))
	if counted {
		f.s.lacks(fields, "tiers", value, "columns of prices, but from which quantity on? write the numbers: {value: 5}")
		return
	}
	f.put(fields, nil, "tiers", 0.75, fmt.Sprintf("%d columns of prices", len(rows)), value)
}

func firstNumber(groups []string) int {
	for i, group := range groups {
		if n, err := strconv.Atoi(group); i > 0 && err == nil {
			return n
		}
	}
	return -1
}

// attributes proposes the properties: a list of names and values, or an object keyed
// by names.
func (f *listFinder) attributes(fields *node) {
	for _, c := range f.all {
		if c.used || len(c.place) != 1 || !f.words().Has(lexicon.Attributes, lexicon.Phrase(c.place[0].name)) {
			continue
		}
		if c.list && c.shape.keyed && c.shape.member("*").has(isScalar) {
			f.put(fields, c, "attributes", 0.9, "name, keyed by the names of properties", flow("at", f.at(c), "keyed", "true", "fields", flow("name", scalar("$key"), "value", ".")))
			return
		}
		if c.list && f.recordList(fields, c, "attributes", f.words().Fields(lexicon.Attribute)) {
			return
		}
	}
}

// namedPrice finds a price among a list of prices by their types' names.
func (f *listFinder) namedPrice(fields *node, want lexicon.Field) bool {
	for _, c := range f.all {
		if !c.list || c.shape.keyed || len(c.place) != 1 || !f.words().Holds(lexicon.PriceLists, lexicon.Phrase(c.place[0].name)) {
			continue
		}
		name, price := "", ""
		for _, m := range c.shape.element.members {
			switch words := lexicon.Phrase(m.name); {
			case name == "" && f.words().Has(lexicon.PriceKinds, words) && m.has(isText):
				name = m.name
			case price == "" && f.words().Has(lexicon.PriceValues, words):
				price = m.name
			}
		}
		if name == "" || price == "" || !plainName(name) || !plainName(price) {
			continue
		}
		for _, row := range f.elements(c) {
			text := place{{name: name}}.text(row)
			if max(want.Names.OfPhrase(lexicon.Phrase(text)), want.About.InText(text)) >= 0.7 {
				jq := fmt.Sprintf(".%s[] | select(.%s == %s) | .%s", c.place[0].name, name, quoted(text), price)
				f.s.put(fields, f.prefix, match{field: want, confidence: 0.7, evidence: []string{"a price of the type " + clean(text, 30)}}, flow("jq", quoted(jq)))
				return plainName(c.place[0].name)
			}
		}
	}
	return false
}

// side is a list of its own that products can be joined with.
func (f *listFinder) side(r role, record lexicon.Record) (*listing, []match) {
	if f.s == nil {
		return nil, nil
	}
	l := f.s.b.found.lists[r]
	if l == nil || f.l.op == nil {
		return nil, nil
	}
	if l.op == f.l.op && l.root.String() == f.l.root.String() {
		return nil, nil
	}
	inner := f.words().Fields(record)
	matches := assign(inner, candidates(l.record, l.rows))
	for _, field := range inner {
		if field.Needed && find(matches, field.Name) == nil {
			return nil, nil
		}
	}
	return l, matches
}

// lookup writes the lookup once.
func (f *listFinder) lookup(name string, l *listing, matches []match) {
	b := f.s.b
	if b.lookups == nil {
		b.lookups = &node{key: "lookups"}
	}
	for _, kid := range b.lookups.kids {
		if kid.key == name {
			return
		}
	}
	var pairs []string
	note := fmt.Sprintf("%d records in the sample", len(l.rows))
	if l.op == f.l.op {
		pairs = []string{"at", scalar(l.root.String())}
		note = "a list in the same answer, " + note
	} else {
		pairs = []string{"request", l.op.String()}
		note = "a list of its own, " + note
	}
	pairs = append(pairs, "key", f.s.b.value(find(matches, "key")))
	if parent := find(matches, "parent"); parent != nil {
		pairs = append(pairs, "parent", scalar(parent.from.place.String()))
	}
	if l.op != f.l.op {
		pairs = append(pairs, "answer", flow("list", scalar(l.root.String())))
		p := guessPaging(l.op, l, b.words)
		pairs = append(pairs, "paging", flow(p.pairs()...))
	}
	if l.op != f.l.op && !l.op.known {
		pairs[1] = "GET /PATH"
		b.lookups.missing(name, flow(pairs...), "a sample does not tell the path: write it")
		f.s.Missing = append(f.s.Missing, "lookups."+name+": the path of "+l.op.source)
		return
	}
	b.lookups.add(name, flow(pairs...), note)
}

func (f *listFinder) category(fields *node, want lexicon.Field) bool {
	l, matches := f.side(categories, lexicon.Category)
	if l == nil || f.categoryID == nil {
		return false
	}
	name := find(matches, "name")
	f.lookup("categories", l, matches)
	value := flow("at", f.at(f.categoryID), "lookup", "categories", "take", scalar(name.from.place.String()))
	f.s.put(fields, f.prefix, match{field: want, confidence: name.confidence, evidence: []string{"by its id from the list of categories"}}, value)
	return true
}

// stock joins the quantity from a list of its own, by the key that has the same values.
func (f *listFinder) stock(fields *node) bool {
	return f.joined(fields, "stocks", stocks, lexicon.Stock, "quantity")
}

func (f *listFinder) pictures(fields *node) bool {
	return f.joined(fields, "pictures", pictures, lexicon.Picture, "images")
}

func (f *listFinder) joined(fields *node, name string, r role, record lexicon.Record, take string) bool {
	l, matches := f.side(r, record)
	if l == nil {
		return false
	}
	key := find(matches, "key")
	own, shared := f.ownKey(key)
	if own == nil {
		return false
	}
	f.lookup(name, l, matches)
	value := flow("at", f.at(own), "lookup", name, "take", scalar(find(matches, take).from.place.String()))
	evidence := fmt.Sprintf("from the list of %s, %d of %d keys are known there", name, shared, len(own.texts))
	f.s.put(fields, f.prefix, match{field: lexicon.Field{Name: take}, confidence: pick(shared > 0, 0.85, 0.6), evidence: []string{evidence}}, value)
	return true
}

// ownKey is the product's member whose values are the keys of another list; without
// values the one of the same name.
func (f *listFinder) ownKey(key *match) (*candidate, int) {
	known := map[string]bool{}
	for _, text := range key.from.texts {
		known[text] = true
	}
	var best *candidate
	most := 0
	name := lexicon.Phrase(key.from.place.String())
	for _, c := range f.all {
		if c.list || len(c.place) != 1 {
			continue
		}
		shared := passing(c.texts, func(text string) bool { return known[text] })
		own := lexicon.Phrase(c.place.String())
		if best == nil && (own == name || "product "+own == name) {
			best = c
		}
		if shared > most {
			best, most = c, shared
		}
	}
	return best, most
}
