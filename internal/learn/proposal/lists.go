package proposal

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// listFinder proposes the parts of a product that are lists, and lists of their own
// that products are joined with.
type listFinder struct {
	s          *section
	all        []*guess.Candidate
	l          *service.Listing
	prefix     string // of the report's field names
	categoryID *guess.Candidate
	path       *guess.Match // a category whose name holds the whole way to it
}

func newListFinder(s *section, all []*guess.Candidate, l *service.Listing) *listFinder {
	return &listFinder{s: s, all: all, l: l}
}

func (f *listFinder) words() *lexicon.Lexicon { return f.s.b.words }

// tiers proposes the wholesale prices: a list, an object keyed by quantity, or columns.
func (f *listFinder) tiers(fields *node) {
	for _, c := range f.all {
		if !c.List || c.Used || len(c.Place) != 1 || !f.words().Has(lexicon.Tiers, lexicon.Phrase(c.Place[0].Name)) {
			continue
		}
		if c.Shape.Keyed && c.Shape.Member("*").Has(service.IsScalar) {
			f.put(fields, c, "tiers", 0.8, say("learn.keyed_by_quantity"), flow("at", f.at(c), "keyed", "true", "fields", flow("min_quantity", scalar("$key"), "price", ".")))
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
func (b *builder) reserve(all []*guess.Candidate) {
	b.reservePictures(all)
	for _, c := range all {
		if !c.List || len(c.Place) != 1 {
			continue
		}
		if name := lexicon.Phrase(c.Place[0].Name); !b.words.Has(lexicon.Tiers, name) && !b.words.Has(lexicon.Attributes, name) {
			continue
		}
		for _, inner := range all {
			if len(inner.Place) > 1 && inner.Place[0] == c.Place[0] {
				inner.Used = true
			}
		}
	}
}

// reservePictures keeps what is said of a picture, its size above all, from being taken for
// what is said of the product.
func (b *builder) reservePictures(all []*guess.Candidate) {
	images := b.words.Field(lexicon.Product, "images")
	for _, c := range all {
		if len(c.Place) > 1 && images.Names.OfPhrase(lexicon.Phrase(c.Place[0].Name)) >= 0.9 && guess.Passing(c.Texts, guess.LooksAddress) == 0 && len(c.Texts) > 0 {
			c.Used = true
		}
	}
}

// recordList adds a list of records whose needed fields were found.
func (f *listFinder) recordList(fields *node, c *guess.Candidate, name string, inner []lexicon.Field) bool {
	record, rows := service.RecordsOf(c.Shape), f.elements(c)
	if record == nil || !record.Has(service.IsObject) {
		return false
	}
	matches := guess.Assign(inner, guess.Candidates(record, rows))
	for _, field := range inner {
		if field.Needed && guess.Find(matches, field.Name) == nil {
			return false
		}
	}
	var pairs []string
	confidence := guess.Certain
	for i := range matches {
		m := &matches[i]
		pairs = append(pairs, m.Field.Name, f.innerValue(m, rows))
		confidence = min(confidence, m.Confidence)
	}
	value := []string{"at", f.at(c)}
	if c.Shape.Keyed {
		value = append(value, "keyed", "true")
	}
	value = append(value, "fields", flow(pairs...))
	f.put(fields, c, name, confidence, say("learn.records_fit", len(rows)), flow(value...))
	return true
}

// innerValue writes a value of a record in a list. Several texts at its place become one:
// the first alone would pass over the others.
func (f *listFinder) innerValue(m *guess.Match, records []any) string {
	several := slices.ContainsFunc(records, func(record any) bool { return len(m.From.Place.In(record)) > 1 })
	if !several || m.Field.Want != lexicon.WantText {
		return f.s.b.value(m)
	}
	return flow("at", scalar(m.From.Place.String()), "join", quoted(", "))
}

func (f *listFinder) at(c *guess.Candidate) string { return scalar(c.Place.String()) }

func (f *listFinder) elements(c *guess.Candidate) []any {
	return c.Place.To(service.Step{Kind: pick(c.Shape.Keyed, service.ToAll, service.ToEach)}).EveryIn(f.l.Rows)
}

func (f *listFinder) put(fields *node, c *guess.Candidate, name string, confidence float64, evidence wording.Message, value string) {
	if c != nil {
		for _, inner := range f.all { // what stands in a list that was taken is no field of its own
			if len(inner.Place) > len(c.Place) && slices.Equal(inner.Place[:len(c.Place)], c.Place) {
				inner.Used = true
			}
		}
		c.Used = true
	}
	f.s.putDerived(fields, f.prefix, lexicon.Field{Name: name}, value, confidence, evidence)
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
	prices, froms := map[int]*guess.Candidate{}, map[int]*guess.Candidate{}
	tierColumn, fromColumn := tierColumn(f.words()), fromColumn(f.words())
	for _, c := range f.all {
		if c.Used || len(c.Place) != 1 || c.List {
			continue
		}
		name := lexicon.Phrase(c.Place[0].Name)
		if n := firstNumber(fromColumn.FindStringSubmatch(name)); n >= 0 {
			froms[n] = c
		} else if n := firstNumber(tierColumn.FindStringSubmatch(name)); n >= 0 && c.CanBe(lexicon.WantMoney) {
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
		prices[n].Used = true
		from := flow("value", strconv.Itoa(n))
		if c := froms[n]; c != nil {
			c.Used = true
			from = f.at(c)
		} else if counted {
			from = "PATH"
		}
		m := guess.Match{Field: f.words().Field(lexicon.Tier, "price"), From: prices[n]}
		rows = append(rows, flow("min_quantity", from, "price", f.s.b.value(&m)))
	}
	value := flow("rows", flowList(rows...))
	if counted {
		f.s.lacks(fields, "tiers", value, say("learn.price_columns_from"))
		return
	}
	f.put(fields, nil, "tiers", 0.75, say("learn.price_columns", len(rows)), value)
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
		if c.Used || len(c.Place) != 1 || !f.words().Has(lexicon.Attributes, lexicon.Phrase(c.Place[0].Name)) {
			continue
		}
		if c.List && c.Shape.Keyed && c.Shape.Member("*").Has(service.IsScalar) {
			f.put(fields, c, "attributes", 0.9, say("learn.keyed_by_names"), flow("at", f.at(c), "keyed", "true", "fields", flow("name", scalar("$key"), "value", ".")))
			return
		}
		if c.List && f.recordList(fields, c, "attributes", f.words().Fields(lexicon.Attribute)) {
			return
		}
	}
}

// namedPrice finds a price among a list of prices by their types' names.
func (f *listFinder) namedPrice(fields *node, want lexicon.Field) bool {
	for _, c := range f.all {
		if !c.List || c.Shape.Keyed || len(c.Place) != 1 || !f.words().Holds(lexicon.PriceLists, lexicon.Phrase(c.Place[0].Name)) {
			continue
		}
		name, price := "", ""
		for _, m := range c.Shape.Element.Members {
			switch words := lexicon.Phrase(m.Name); {
			case name == "" && f.words().Has(lexicon.PriceKinds, words) && m.Has(service.IsText):
				name = m.Name
			case price == "" && f.words().Has(lexicon.PriceValues, words):
				price = m.Name
			}
		}
		if name == "" || price == "" || !service.PlainName(name) || !service.PlainName(price) {
			continue
		}
		for _, row := range f.elements(c) {
			text := service.Place{{Name: name}}.Text(row)
			if max(want.Names.OfPhrase(lexicon.Phrase(text)), want.About.InText(text)) >= 0.7 {
				jq := fmt.Sprintf(".%s[] | select(.%s == %s) | .%s", c.Place[0].Name, name, quoted(text), price)
				f.s.putDerived(fields, f.prefix, want, flow("jq", quoted(jq)), 0.7, say("learn.price_type", service.Clean(text, 30)))
				return service.PlainName(c.Place[0].Name)
			}
		}
	}
	return false
}

// side is a list of its own that products can be joined with.
func (f *listFinder) side(r guess.Role, record lexicon.Record) (*service.Listing, []guess.Match) {
	if f.s == nil {
		return nil, nil
	}
	l := f.s.b.found.Lists[r]
	if l == nil || f.l.Op == nil {
		return nil, nil
	}
	if l.Op == f.l.Op && l.Root.String() == f.l.Root.String() {
		return nil, nil
	}
	inner := f.words().Fields(record)
	matches := guess.Assign(inner, guess.Candidates(l.Record, l.Rows))
	for _, field := range inner {
		if field.Needed && guess.Find(matches, field.Name) == nil {
			return nil, nil
		}
	}
	return l, matches
}

// lookup writes the lookup once.
func (f *listFinder) lookup(name string, l *service.Listing, matches []guess.Match) {
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
	note := fmt.Sprintf("%d records in the sample", len(l.Rows))
	if l.Op == f.l.Op {
		pairs = []string{"at", scalar(l.Root.String())}
		note = "a list in the same answer, " + note
	} else {
		pairs = []string{"request", l.Op.String()}
		note = "a list of its own, " + note
	}
	pairs = append(pairs, "key", f.s.b.value(guess.Find(matches, "key")))
	if parent := guess.Find(matches, "parent"); parent != nil {
		pairs = append(pairs, "parent", scalar(parent.From.Place.String()))
	}
	if l.Op != f.l.Op {
		pairs = append(pairs, "answer", flow("list", scalar(l.Root.String())))
		p := guess.PagingOf(l.Op, l, b.words)
		pairs = append(pairs, "paging", flow(pagingPairs(&p)...))
	}
	if l.Op != f.l.Op && !l.Op.Known {
		pairs[1] = "GET /PATH"
		b.lookups.missing(name, flow(pairs...), say("learn.no_path").String())
		f.s.needs(say("learn.lookup_path", name, l.Op.Source))
		return
	}
	b.lookups.add(name, flow(pairs...), note)
}

func (f *listFinder) category(fields *node, want lexicon.Field) bool {
	l, matches := f.side(guess.Categories, lexicon.Category)
	if l == nil || f.categoryID == nil {
		return false
	}
	name := guess.Find(matches, "name")
	f.lookup("categories", l, matches)
	value := flow("at", f.at(f.categoryID), "lookup", "categories", "take", scalar(name.From.Place.String()))
	f.s.putDerived(fields, f.prefix, want, value, name.Confidence, say("learn.by_category_id"))
	return true
}

// stock joins the quantity from a list of its own, by the key that has the same values.
func (f *listFinder) stock(fields *node) bool {
	return f.joined(fields, "stocks", guess.Stocks, lexicon.Stock, "quantity")
}

func (f *listFinder) pictures(fields *node) bool {
	return f.joined(fields, "pictures", guess.Pictures, lexicon.Picture, "images")
}

func (f *listFinder) joined(fields *node, name string, r guess.Role, record lexicon.Record, take string) bool {
	l, matches := f.side(r, record)
	if l == nil {
		return false
	}
	key := guess.Find(matches, "key")
	own, shared := f.ownKey(key)
	if own == nil {
		return false
	}
	f.lookup(name, l, matches)
	value := flow("at", f.at(own), "lookup", name, "take", scalar(guess.Find(matches, take).From.Place.String()))
	f.s.putDerived(fields, f.prefix, lexicon.Field{Name: take}, value, pick(shared > 0, 0.85, 0.6), say("learn.from_list", name, shared, len(own.Texts)))
	return true
}

// ownKey is the product's member whose values are the keys of another list; without
// values the one of the same name.
func (f *listFinder) ownKey(key *guess.Match) (*guess.Candidate, int) {
	known := map[string]bool{}
	for _, text := range key.From.Texts {
		known[text] = true
	}
	var best *guess.Candidate
	most := 0
	name := lexicon.Phrase(key.From.Place.String())
	for _, c := range f.all {
		if c.List || len(c.Place) != 1 {
			continue
		}
		shared := guess.Passing(c.Texts, func(text string) bool { return known[text] })
		own := lexicon.Phrase(c.Place.String())
		if best == nil && (own == name || "product "+own == name) {
			best = c
		}
		if shared > most {
			best, most = c, shared
		}
	}
	return best, most
}
