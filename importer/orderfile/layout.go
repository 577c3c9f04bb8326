package orderfile

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// layout is what the heading row says about the columns.
type layout struct {
	columns  map[field.Field][]column // without numbered ones; the one that goes before first
	groups   []itemColumns            // the columns of one item each, in the file's order
	wide     bool                     // items stand in numbered columns
	known    []column                 // whose headings are known
	used     []column                 // of these, those whose content matters, by index
	width    int                      // columns up to the last heading, the result's aside
	least    int                      // cells that a text row with a line end must have
	sides    placeSides               // whose places the columns hold
	resultAt int                      // column of dropbridge_status, -1 where this is no result file
}

// itemColumns are the columns that hold one item.
type itemColumns struct {
	columns map[field.Field][]column
}

// columnFault is a fault of the heading row with the heading that it is about.
type columnFault struct {
	column string
	fault  *problem.Fault
}

// readLayout makes the layout of a heading row, or says why the file cannot be read. ignored
// are the headings of which the source says that they are not read.
func (p *Profile) readLayout(head *cells.Row, ignored ...string) (*layout, []columnFault) {
	l := &layout{columns: map[field.Field][]column{}, resultAt: cells.FindResult(head)}
	own := cells.WithoutResult(head, l.resultAt)
	for _, c := range own.Cells {
		l.width = max(l.width, c.Column+1)
	}
	l.known = withoutIgnored(p.knownColumns(&own), ignored)
	l.assign(onlyNeeded(l.known))
	l.sides = l.findSides()
	var faults []columnFault
	seen := map[[4]any]string{}
	for _, c := range l.used {
		id := [4]any{c.meaning, c.tier, c.rank, c.number}
		if before, twice := seen[id]; twice {
			faults = append(faults, columnFault{c.name, duplicate(before, c.name)})
		}
		seen[id] = c.name
	}
	return l, append(faults, p.missing(l, &own)...)
}

// assign sorts the known columns into those of the order and those of its items.
func (l *layout) assign(known []column) {
	numbers := map[int]*itemColumns{}
	hasNumberedItem := slices.ContainsFunc(known, func(c column) bool { return c.number >= 0 && (c.meaning == field.SKU || c.meaning == field.PackedItem) })
	plainItem := &itemColumns{map[field.Field][]column{}}
	for _, c := range known {
		switch {
		case c.number >= 0 && !hasNumberedItem:
			continue // "Price 1", "Price 2" beside one SKU are other prices, not items
		case c.number >= 0:
			if numbers[c.number] == nil {
				numbers[c.number] = &itemColumns{map[field.Field][]column{}}
			}
			numbers[c.number].add(c)
		case field.OfItem(c.meaning):
			plainItem.add(c)
		default:
			l.columns[c.meaning] = append(l.columns[c.meaning], c)
		}
	}
	l.wide = len(numbers) > 0
	if len(plainItem.columns[field.SKU])+len(plainItem.columns[field.PackedItem]) > 0 || !l.wide {
		numbers[-1] = plainItem
	}
	for _, group := range numbers {
		l.groups = append(l.groups, *group)
	}
	slices.SortFunc(l.groups, func(a, b itemColumns) int { return cmp.Compare(a.first(), b.first()) })
	l.collectUsed()
}

// collectUsed sorts the columns of each meaning by what goes before, and finds how
// many cells a row of a text needs.
func (l *layout) collectUsed() {
	maps := []map[field.Field][]column{l.columns}
	for _, group := range l.groups {
		maps = append(maps, group.columns)
	}
	for _, columns := range maps {
		for m, list := range columns {
			slices.SortStableFunc(list, func(a, b column) int { return cmp.Or(cmp.Compare(a.tier, b.tier), cmp.Compare(a.rank, b.rank)) })
			if m != field.ProductName {
				l.used = append(l.used, list...)
			}
		}
	}
	slices.SortFunc(l.used, func(a, b column) int { return cmp.Compare(a.index, b.index) })
	for _, c := range l.used {
		if c.meaning != field.Comment && c.meaning != field.Waybill {
			l.least = c.index + 1
		}
	}
}

func (g *itemColumns) add(c column) { g.columns[c.meaning] = append(g.columns[c.meaning], c) }

// first is the leftmost column of an item.
func (g *itemColumns) first() int {
	first := 1 << 30
	for _, list := range g.columns {
		for _, c := range list {
			first = min(first, c.index)
		}
	}
	return first
}

// missing names the needed columns that are not there, and those of any meaning that
// are there only with letters of another alphabet: passing over an amount on delivery
// because of one letter would be as wrong as guessing it.
func (p *Profile) missing(l *layout, head *cells.Row) []columnFault {
	have := map[field.Field]bool{}
	for _, c := range l.used {
		have[c.meaning] = true
	}
	have[field.RecipientName] = have[field.RecipientName] || have[field.LastName] || have[field.FirstName]
	have[field.SKU] = have[field.SKU] || have[field.PackedItem]
	have[field.Quantity] = have[field.Quantity] || have[field.PackedItem]
	var faults []columnFault
	for _, need := range []struct {
		meaning field.Field
		words   string
	}{{field.RecipientName, "field.recipient_name"}, {field.Phone, "field.phone"}, {field.SKU, "field.sku"}, {field.Quantity, "field.quantity"}} {
		if have[need.meaning] {
			continue
		}
		alike := func(m field.Field) bool { return m == need.meaning }
		if c, letter, ok := p.lookalike(head, alike); ok {
			have[need.meaning] = true
			faults = append(faults, lookalikeFault(c, letter))
			continue
		}
		if at := slices.IndexFunc(head.Cells, func(c cells.Cell) bool { return p.bracketsAside(c.Text) == need.meaning }); at >= 0 {
			name := head.Cells[at].Text
			faults = append(faults, columnFault{celltext.OneLine(name), problem.Faultf(problem.HeadingMissing+".brackets", wording.NewMessage(need.words), celltext.Show(name), celltext.Show(bracketsOf(name)))})
			continue
		}
		faults = append(faults, columnFault{"", problem.Faultf(problem.HeadingMissing, wording.NewMessage(need.words))})
	}
	optional := func(m field.Field) bool {
		return !have[m] && m != field.ProductName && m != field.Comment && m != field.Email && m != ""
	}
	if c, letter, ok := p.lookalike(head, optional); ok {
		faults = append(faults, lookalikeFault(c, letter))
	}
	return faults
}

// duplicate is the fault of two columns of one heading; with other brackets they are spelled apart.
func duplicate(first, second string) *problem.Fault {
	if exactKey(first) != exactKey(second) {
		return problem.Faultf(problem.DuplicateHeading+".brackets", celltext.Show(first), celltext.Show(second))
	}
	return problem.Faultf(problem.DuplicateHeading, celltext.Show(second))
}

func lookalikeFault(c cells.Cell, letter wording.Message) columnFault {
	return columnFault{celltext.OneLine(c.Text), problem.Faultf(problem.HeadingLookalike, celltext.Show(c.Text), letter)}
}

// pick is the first cell of a meaning with something in it, and its column; where all
// are blank, the blank cell of the first column.
func pick(columns []column, r *cells.Row) (cells.Cell, column) {
	for _, c := range columns {
		if found := r.At(c.index); !found.Blank() {
			return found, c
		}
	}
	if len(columns) == 0 {
		return cells.Cell{}, column{}
	}
	return cells.Cell{}, columns[0]
}

// filled reports whether a row has something in one of the item's columns.
func (g *itemColumns) filled(r *cells.Row) bool {
	for _, list := range g.columns {
		if c, _ := pick(list, r); !c.Blank() {
			return true
		}
	}
	return false
}

// person is the recipient's name of a row: that of the headings that name the
// recipient, else of the general ones, else the payer's; a name in parts is joined as
// surname, first name, patronymic, and a blank part taken from the next headings.
func (l *layout) person(r *cells.Row) (string, column) {
	parts := [...]field.Field{field.LastName, field.FirstName, field.MiddleName}
	for tier := range 3 {
		for _, c := range l.columns[field.RecipientName] {
			if found := r.At(c.index); c.tier == tier && !found.Blank() {
				return celltext.OneLine(found.Text), c
			}
		}
		var from column
		some := false
		for _, part := range parts {
			for _, c := range l.columns[part] {
				if c.tier == tier && !r.At(c.index).Blank() {
					from, some = c, true
				}
			}
		}
		if !some {
			continue
		}
		var names []string
		for _, part := range parts {
			if c, _ := pick(l.columns[part], r); !c.Blank() {
				names = append(names, celltext.OneLine(c.Text))
			}
		}
		return strings.Join(names, " "), from
	}
	for _, m := range []field.Field{field.RecipientName, field.LastName, field.FirstName} {
		if list := l.columns[m]; len(list) > 0 {
			return "", list[0]
		}
	}
	return "", column{}
}

// ragged says what is wrong with the count of a text row's cells, nil if nothing is.
func (l *layout) ragged(r *cells.Row) *problem.Fault {
	for _, c := range r.Cells {
		if c.Column >= l.width {
			return problem.Faultf(problem.RowRagged+".more", celltext.Show(c.Text))
		}
	}
	if r.Width < l.least {
		return problem.Faultf(problem.RowRagged+".fewer", r.Width, l.least)
	}
	return nil
}

// reaches reports whether a row has something as far right as a whole one must.
func (l *layout) reaches(r *cells.Row) bool {
	return len(r.Cells) > 0 && r.Cells[len(r.Cells)-1].Column+1 >= l.least
}
