package form

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/pattern"
	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Wrong is why a record is no product: what is wrong, and what to do.
type Wrong struct {
	Problem, Way wording.Message

	Stock *StockWord // the word of stock that nobody knows, where that is it
}

// StockWord is what a cell of stock says.
type StockWord struct {
	Key    string // of the list in the config, whose words: may say what it means
	Column string
	Word   string
}

// wrong is a Wrong of the catalogue: "listed.KEY" and "listed.KEY_way".
func wrong(key string, values ...any) *Wrong {
	return &Wrong{Problem: wording.NewMessage("listed."+key, values...), Way: wording.NewMessage("listed."+key+"_way", values...)}
}

// Product makes a product of a record. Where a value bears meaning and cannot be read, what
// is wrong is returned, with the product as far as it is known.
func (f *Form) Product(record *listfile.Record) (supplier.Product, *Wrong) {
	m := maker{form: f, record: record}
	m.product.MinOrder = 1
	if record.Odd != listfile.Sound {
		m.fail(wrong(string(record.Odd), record.Number))
	}
	for i := range record.Values {
		m.take(&record.Values[i])
	}
	m.finish()
	return m.product, m.wrong
}

// Priced reports whether the list has a price of a role.
func (f *Form) Priced(role Role) bool { return f.has(role) != nil }

// Stocked reports whether the list says what is in stock.
func (f *Form) Stocked() bool {
	return f.Counted() || f.has(Availability) != nil
}

// Counted reports whether the list says of how many there are, and not just whether.
func (f *Form) Counted() bool { return f.has(Quantity) != nil || f.has(Warehouse) != nil }

// maker makes one product.
type maker struct {
	form    *Form
	record  *listfile.Record
	product supplier.Product
	wrong   *Wrong

	taken     map[Role]taken
	stocks    map[Role]stock
	places    []stock         // at each of several warehouses
	currency  string          // that a price or its column names
	unnamed   bool            // a price names none
	said      string          // that the record names
	withdrawn bool            // the record says that it is not for sale
	around    map[Role]string // of a variant: what identifies its product
	distinct  map[string]bool // of a variant: names of its own attributes
	label     string          // of a variant: its name, which may be all that tells it from the others
	pending   struct {
		attribute  supplier.Attribute
		named, set bool
		tier       supplier.Tier
		counted    bool
	}
}

// taken is the value of a role that a record has.
type taken struct {
	text string
	rank int
}

func (m *maker) fail(w *Wrong) {
	if m.wrong == nil {
		m.wrong = w
	}
}

// take takes in one value.
func (m *maker) take(v *listfile.Value) {
	c := m.form.byPath[v.Path]
	if c == nil || v.Text == "" && c.Role != AttributeValue {
		return
	}
	if v.Aside() && !c.Role.attribute() || m.record.Variant && m.ofProduct(c, v) || !c.Role.many() && !m.first(c, v) {
		return
	}
	switch c.Role {
	case DropPrice:
		m.price(c, v, &m.product.DropPrice)
	case RRP:
		m.price(c, v, &m.product.RRP)
	case TierPrice, TierQuantity:
		m.tier(c, v)
	case Quantity, Availability, Warehouse:
		m.stock(c, v)
	case Shown, Hidden:
		said, _ := m.form.stockOf(v.Text, false)
		yes := said.state == supplier.InStock || said.quantity.Value > 0
		no := said.state == supplier.OutOfStock || said.quantity.Known && said.quantity.Value == 0
		m.withdrawn = m.withdrawn || no && c.Role == Shown || yes && c.Role == Hidden
	case AttributeName, AttributeValue, AttributeUnit, AttributeOwn:
		m.attribute(c, v)
	case Image:
		m.product.Images = append(m.product.Images, pictures(v.Text)...)
	case WeightKG, WeightG:
		m.weigh(c, v)
	case MinOrder:
		m.least(c, v)
	default:
		m.text(c, v)
	}
}

// first reports whether a value is the one that counts of its role, and refuses another one
// in the same column that says something else.
func (m *maker) first(c *Column, v *listfile.Value) bool {
	before, again := m.taken[c.Role]
	switch {
	case !again:
		if m.taken == nil {
			m.taken = map[Role]taken{}
		}
		m.taken[c.Role] = taken{v.Text, c.rank}
		return true
	case before.rank == c.rank:
		if before.text != v.Text && (c.Role.money() || c.Role == SKU || c.Role == ID || c.Role == Quantity || c.Role == Availability) {
			m.fail(wrong("twice", c.Path, oneline.Clean(before.text, 40), oneline.Clean(v.Text, 40)))
		}
		return false
	case c.rank < before.rank:
		m.taken[c.Role] = taken{v.Text, c.rank}
		return true
	}
	return false
}

// price reads a price.
func (m *maker) price(c *Column, v *listfile.Value, into *money.Amount) {
	amount, currency, err := m.form.amount(c, v)
	if err != nil {
		m.fail(wrong("price", c.Path, oneline.Clean(v.Text, 40)))
		return
	}
	if *into = amount; amount.IsSet() {
		m.priceIn(c, currency)
	}
}

// priceIn notes the currency of a price; two of them a product cannot have.
func (m *maker) priceIn(c *Column, currency string) {
	if currency != "" && c.currency != "" && currency != c.currency {
		m.fail(wrong("currencies", currency, c.currency))
	}
	if currency == "" {
		currency = c.currency
	}
	switch {
	case currency == "":
		m.unnamed = true
	case m.currency != "" && m.currency != currency:
		m.fail(wrong("currencies", m.currency, currency))
	default:
		m.currency = currency
	}
}

// tier reads a price for many with its least quantity, whichever comes first.
func (m *maker) tier(c *Column, v *listfile.Value) {
	p := &m.pending
	if c.Role == TierQuantity {
		n, err := m.form.wholePart(v.Text, v.Number)
		if err != nil || n < 1 {
			m.fail(wrong("tier", c.Path, oneline.Clean(v.Text, 40)))
			return
		}
		p.tier.MinQuantity, p.counted = n, true
	} else {
		amount, currency, err := m.form.amount(c, v)
		if err != nil {
			m.fail(wrong("price", c.Path, oneline.Clean(v.Text, 40)))
			return
		}
		m.priceIn(c, currency)
		if p.tier.Price = amount; c.from > 0 {
			p.tier.MinQuantity, p.counted = c.from, true
		}
	}
	if p.counted && p.tier.Price.IsSet() {
		if p.tier.MinQuantity > 1 {
			m.product.Tiers = append(m.product.Tiers, p.tier)
		}
		p.tier, p.counted = supplier.Tier{}, false
	}
}

// stock reads what a cell says of how many there are.
func (m *maker) stock(c *Column, v *listfile.Value) {
	said, ok := m.form.stockOf(v.Text, v.Number)
	if !ok {
		unknown := wrong("stock", c.Path, oneline.Clean(v.Text, 40), m.form.hints.Key)
		unknown.Stock = &StockWord{Key: m.form.hints.Key, Column: c.Path, Word: strings.TrimSpace(strings.Clone(v.Text))}
		m.fail(unknown)
		return
	}
	if c.Role == Warehouse {
		m.places = append(m.places, said)
		return
	}
	if m.stocks == nil {
		m.stocks = map[Role]stock{}
	}
	m.stocks[c.Role] = said
}

// attribute pairs names and values of properties, whichever comes first.
func (m *maker) attribute(c *Column, v *listfile.Value) {
	p := &m.pending
	switch c.Role {
	case AttributeOwn:
		m.addAttribute(c, supplier.Attribute{Name: c.called, Value: v.Text})
		return
	case AttributeUnit:
		p.attribute.Unit = v.Text
		return
	case AttributeName:
		p.attribute.Name, p.named = v.Text, true
	case AttributeValue:
		p.attribute.Value, p.set = v.Text, true
	}
	if p.named && p.set {
		if p.attribute.Value != "" {
			m.addAttribute(c, p.attribute)
		}
		p.attribute, p.named, p.set = supplier.Attribute{}, false, false
	}
}

// pictures are the addresses of a text: several may stand in one cell, each behind a blank,
// a comma, a semicolon or a bar.
func pictures(text string) []string {
	var starts []int
	for _, at := range address().FindAllStringIndex(text, -1) {
		if at[0] == 0 || strings.ContainsRune(" \t\r\n,;|", rune(text[at[0]-1])) {
			starts = append(starts, at[0])
		}
	}
	if len(starts) < 2 {
		return []string{text}
	}
	var out []string
	for i, start := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		out = append(out, strings.Trim(text[start:end], " \t\r\n,;|"))
	}
	return out
}

// address is how an address begins.
var address = pattern.Lazy(`https?://`)

// weigh takes a weight; one that cannot be read is not needed enough to leave a product out, and
// is counted by the survey.
func (m *maker) weigh(c *Column, v *listfile.Value) {
	if grams, ok := gramsOf(c, v.Text); ok {
		m.product.WeightG = supplier.Some(grams)
	}
}

// gramsOf reads "0,35", "0.35 кг" and "1 200 г": a unit beside the number goes before that of the
// column.
func gramsOf(c *Column, text string) (int64, bool) {
	text = strings.Join(strings.Fields(strings.ReplaceAll(text, ",", ".")), "")
	end := strings.LastIndexAny(text, "0123456789") + 1
	amount, err := money.Parse(text[:end])
	if err != nil || amount.Sign() <= 0 {
		return 0, false
	}
	grams := int64(1)
	if c.Role == WeightKG {
		grams = 1000
	}
	if unit := strings.ToLower(strings.Trim(text[end:], ".")); unit != "" {
		grams = lexiconOf().Weights[unit]
	}
	if amount, err = amount.Times(grams); err != nil {
		return 0, false
	}
	n, whole := amount.WholePart()
	return n, whole && n > 0
}

// least takes a least quantity: "10", "10 шт", "від 10". An order for fewer pieces would come
// back, so that one that cannot be read is a fault; a blank, a dash and 0 want none.
func (m *maker) least(c *Column, v *listfile.Value) {
	lex := lexiconOf()
	text := strings.TrimRight(strings.ToLower(strings.Join(strings.Fields(v.Text), " ")), ". ")
	if strings.Trim(text, "-–—") == "" {
		return
	}
	if word, rest, ok := strings.Cut(text, " "); ok && slices.Contains(lex.TierFrom, word) {
		text = rest
	}
	for _, unit := range lex.pieces {
		text = strings.TrimSpace(strings.TrimSuffix(text, unit))
	}
	switch n, err := m.form.wholePart(text, v.Number); {
	case err != nil || n < 0:
		m.fail(wrong("least", c.Path, oneline.Clean(v.Text, 40), m.form.hints.Key))
	case n > 0:
		m.product.MinOrder = n
	}
}

// lostDigits are numbers that a spreadsheet wrote in short, and those with more digits than
// it keeps.
var lostDigits = pattern.Lazy(`^\d([.,]\d+)?[eE]\+?\d+$`)

// text takes over what stays a text.
func (m *maker) text(c *Column, v *listfile.Value) {
	if c.Role == SKU || c.Role == ID || c.Role == Barcode {
		if table := m.form.format == listfile.CSV || m.form.format == listfile.XLSX; table && (lostDigits().MatchString(v.Text) || v.Number && len(v.Text) > 15) {
			m.fail(wrong("digits", c.Path, v.Text, m.form.hints.Key))
			return
		}
	}
	if c.variant && c.Role == Name {
		m.label = c.called
	}
	into := m.field(c.Role)
	if into != nil {
		*into = v.Text
	}
}

// field is where the text of a role stands, nil where it stands nowhere.
func (m *maker) field(role Role) *string {
	p := &m.product
	switch role {
	case ID:
		return &p.ID
	case SKU:
		return &p.SKU
	case GroupID:
		return &p.GroupID
	case Name:
		return &p.Name
	case NameUK:
		return &p.Names.UK
	case NameRU:
		return &p.Names.RU
	case NameEN:
		return &p.Names.EN
	case Description:
		return &p.Description
	case DescriptionUK:
		return &p.Descriptions.UK
	case DescriptionRU:
		return &p.Descriptions.RU
	case DescriptionEN:
		return &p.Descriptions.EN
	case Brand:
		return &p.Brand
	case Country:
		return &p.Country
	case Barcode:
		return &p.Barcode
	case Currency:
		return &m.said
	case URL:
		return &p.URL
	case CategoryID:
		return &p.Category.ID
	case Category:
		return &p.Category.Name
	}
	return nil
}
