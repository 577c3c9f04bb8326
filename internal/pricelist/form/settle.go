package form

import (
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// finish settles what hangs on several values.
func (m *maker) finish() {
	p := &m.product
	m.settleVariant()
	if p.SKU == "" {
		p.SKU = p.ID
	}
	if p.ID == "" {
		p.ID = p.SKU
	}
	if p.SKU == "" {
		m.fail(wrong("sku"))
	}
	for _, text := range []string{p.Names.UK, p.Names.RU, p.Names.EN} {
		if p.Name == "" {
			p.Name = text
		}
	}
	for _, text := range []string{p.Descriptions.UK, p.Descriptions.RU, p.Descriptions.EN} {
		if p.Description == "" {
			p.Description = text
		}
	}
	if m.pending.counted != m.pending.tier.Price.IsSet() {
		m.fail(wrong("tier_alone"))
	}
	m.settleCurrency()
	m.settleStock()
	m.settleCategory()
}

// settleCurrency takes the currency that the record names, else that of its prices or their
// headings, else the list's.
func (m *maker) settleCurrency() {
	code := strings.ToUpper(m.said)
	if known := lexiconOf().currency[strings.ToLower(strings.TrimRight(m.said, "."))]; known != "" {
		code = known
	}
	switch {
	case code != "" && (len(code) != 3 || strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != ""):
		m.fail(wrong("currency", oneline.Clean(m.said, 40), m.form.hints.Key))
	case code == "" && m.unnamed && m.currency != "" && m.currency != m.form.usual:
		m.fail(wrong("currencies", m.currency, m.form.usual))
	case code == "":
		code = m.currency
	case m.currency != "" && m.currency != code:
		m.fail(wrong("currencies", m.currency, code))
	}
	if code == "" {
		code = m.form.usual
	}
	m.product.Currency = code
}

// settleStock puts together what the columns of stock say: the one that says least counts,
// and none in stock is none for sale. A blank says nothing in a list that tells it of others,
// and what is not known to be there is not sold; a list without such a column sells all.
func (m *maker) settleStock() {
	p := &m.product
	least := ""
	if len(m.places) > 0 {
		said := together(m.places)
		p.Quantity, p.Availability = said.quantity, said.state
	}
	for _, role := range []Role{Availability, Quantity} {
		said := m.stocks[role]
		if said.quantity.Known {
			p.Quantity = said.quantity
		}
		least = Least(least, said.state)
	}
	switch {
	case least != "":
		p.Availability = least
	case p.Availability != "": // of the warehouses
	case p.Quantity.Known:
		p.Availability = supplier.InStock
	case m.form.Stocked():
		p.Availability = supplier.OutOfStock
	default:
		p.Availability = supplier.InStock
	}
	if p.Availability == supplier.InStock && p.Quantity.Known && p.Quantity.Value == 0 {
		p.Availability = supplier.OutOfStock
	}
	if m.withdrawn {
		p.Availability = supplier.Discontinued
	}
}

// Least is the one of two availabilities that says less, "" being nothing said.
func Least(a, b string) string {
	states := []string{supplier.Discontinued, supplier.OutOfStock, supplier.OnOrder, supplier.InStock}
	at, other := slices.Index(states, a), slices.Index(states, b)
	if at < 0 || other >= 0 && other < at {
		return b
	}
	return a
}

// together is the stock of several warehouses: their quantities are added, unless one of them
// is not known, and the most that one of them says of availability counts.
func together(places []stock) stock {
	sum, known := int64(0), true
	best := len(supplier.Availabilities())
	order := []string{supplier.InStock, supplier.OnOrder, supplier.OutOfStock, supplier.Discontinued}
	for _, one := range places {
		state := one.state
		switch {
		case one.quantity.Known:
			sum += one.quantity.Value
			if state = supplier.OutOfStock; one.quantity.Value > 0 {
				state = supplier.InStock
			}
		case state == supplier.InStock:
			known = false
		}
		if at := slices.Index(order, state); at >= 0 {
			best = min(best, at)
		}
	}
	out := stock{state: order[min(best, len(order)-1)]}
	if known {
		out.quantity = supplier.Some(sum)
	}
	return out
}

// mostLevels bounds the way up a tree of categories.
const mostLevels = 20

// settleCategory finds the path of a category: up the tree by its id, as the cell has it, or
// the section of the row.
func (m *maker) settleCategory() {
	c := &m.product.Category
	if id := c.ID; id != "" {
		if path := m.form.upFrom(id); len(path) > 0 {
			*c = supplier.Category{ID: id, Name: path[len(path)-1], Path: path}
			return
		}
	}
	path := m.form.splitCategory(c.Name)
	if c.Name == "" {
		path = m.form.pathOf(m.record.Section)
	}
	if len(path) == 0 {
		*c = supplier.Category{}
		return
	}
	if c.ID == "" {
		c.ID = strings.Join(path, " > ")
	}
	c.Name, c.Path = path[len(path)-1], path
}

// upFrom are the names on the way to a node of the tree, the root first. A way that comes back to
// where it was ends there.
func (f *Form) upFrom(id string) []string {
	path, _ := f.way(id)
	return path
}

// way is also whether the way comes back to where it was.
func (f *Form) way(id string) (path []string, round bool) {
	var met []string
	for node, ok := f.Categories[id]; ok && len(path) < mostLevels; node, ok = f.Categories[id] {
		if slices.Contains(met, id) {
			return path, true
		}
		met, path, id = append(met, id), append([]string{node.Name}, path...), node.Parent
	}
	return path, false
}

// noteCircles names the categories that stand in themselves.
func (f *Form) noteCircles() {
	for _, id := range slices.Sorted(maps.Keys(f.Categories)) {
		if path, round := f.way(id); round {
			f.Circles.Add(path[len(path)-1])
		}
	}
}

// pathOf is the path of a section, which may be the id of a node.
func (f *Form) pathOf(section string) []string {
	if path := f.upFrom(section); len(path) > 0 {
		return path
	}
	return split(section, ">")
}

// splitCategory parts a category as the column does it: at > where any cell has one, else at
// / and its like.
func (f *Form) splitCategory(text string) []string {
	if c := f.has(Category); c != nil && c.arrows > 0 {
		return split(text, ">")
	}
	return split(text, `/|\»→`)
}

// split parts a text at any of these signs, without what is blank.
func split(text, signs string) (parts []string) {
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(signs, r) }) {
		if part = strings.Join(strings.Fields(part), " "); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}
