package ordertemplate

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Layout is what the heading row says about the columns.
type Layout struct {
	Columns  map[field.Field][]Column // without numbered ones; the one that goes before first
	Groups   []Item                   // the columns of one item each, in the file's order
	Wide     bool                     // items stand in numbered columns
	Known    []Column                 // whose headings are known
	Used     []Column                 // of these, those whose content matters, by index
	Width    int                      // columns up to the last heading, the result's aside
	least    int                      // cells that a text row with a line end must have
	Sides    placeSides               // whose places the columns hold
	ResultAt int                      // column of dropbridge_status, -1 where this is no result file
}

// Item are the columns that hold one item.
type Item struct {
	Columns map[field.Field][]Column
}

// columnFault is a fault of the heading row with the heading that it is about.
type columnFault struct {
	Column string
	Fault  *problem.Fault
}

// ReadLayout makes the layout of a heading row, or says why the file cannot be read. ignored
// are the headings of which the source says that they are not read.
func (p *Template) ReadLayout(head *cells.Row, ignored ...string) (*Layout, []columnFault) {
	l := &Layout{Columns: map[field.Field][]Column{}, ResultAt: cells.FindResult(head)}
	own := cells.WithoutResult(head, l.ResultAt)
	for _, c := range own.Cells {
		l.Width = max(l.Width, c.Column+1)
	}
	l.Known = withoutIgnored(p.known(&own), ignored)
	l.assign(onlyNeeded(l.Known))
	l.Sides = findSides(l.Columns)
	var faults []columnFault
	seen := map[[4]any]string{}
	for _, c := range l.Used {
		id := [4]any{c.Field, c.Tier, c.rank, c.Number}
		if before, twice := seen[id]; twice {
			faults = append(faults, columnFault{c.Name, duplicate(before, c.Name)})
		}
		seen[id] = c.Name
	}
	return l, append(faults, p.missing(l, &own)...)
}

// assign sorts the known columns into those of the order and those of its items.
func (l *Layout) assign(known []Column) {
	numbers := map[int]*Item{}
	hasNumberedItem := slices.ContainsFunc(known, func(c Column) bool { return c.Number >= 0 && (c.Field == field.SKU || c.Field == field.PackedItem) })
	plainItem := &Item{map[field.Field][]Column{}}
	for _, c := range known {
		switch {
		case c.Number >= 0 && !hasNumberedItem:
			continue // "Price 1", "Price 2" beside one SKU are other prices, not items
		case c.Number >= 0:
			if numbers[c.Number] == nil {
				numbers[c.Number] = &Item{map[field.Field][]Column{}}
			}
			numbers[c.Number].add(c)
		case field.OfItem(c.Field):
			plainItem.add(c)
		default:
			l.Columns[c.Field] = append(l.Columns[c.Field], c)
		}
	}
	l.Wide = len(numbers) > 0
	if len(plainItem.Columns[field.SKU])+len(plainItem.Columns[field.PackedItem]) > 0 || !l.Wide {
		numbers[-1] = plainItem
	}
	for _, group := range numbers {
		l.Groups = append(l.Groups, *group)
	}
	sorting.Func(l.Groups, func(a, b Item) int { return cmp.Compare(a.first(), b.first()) })
	l.collectUsed()
}

// collectUsed sorts the columns of each meaning by what goes before, and finds how
// many cells a row of a text needs.
func (l *Layout) collectUsed() {
	maps := []map[field.Field][]Column{l.Columns}
	for _, group := range l.Groups {
		maps = append(maps, group.Columns)
	}
	for _, columns := range maps {
		for m, list := range columns {
			sorting.StableFunc(list, func(a, b Column) int { return cmp.Or(cmp.Compare(a.Tier, b.Tier), cmp.Compare(a.rank, b.rank)) })
			if m != field.ProductName {
				l.Used = append(l.Used, list...)
			}
		}
	}
	sorting.Func(l.Used, func(a, b Column) int { return cmp.Compare(a.Index, b.Index) })
	for _, c := range l.Used {
		if c.Field != field.Comment && c.Field != field.Waybill {
			l.least = c.Index + 1
		}
	}
}

func (g *Item) add(c Column) { g.Columns[c.Field] = append(g.Columns[c.Field], c) }

// first is the leftmost column of an item.
func (g *Item) first() int {
	first := 1 << 30
	for _, list := range g.Columns {
		for _, c := range list {
			first = min(first, c.Index)
		}
	}
	return first
}

// missing names the needed columns that are not there, and those of any meaning that
// are there only with letters of another alphabet: passing over an amount on delivery
// because of one letter would be as wrong as guessing it.
func (p *Template) missing(l *Layout, head *cells.Row) []columnFault {
	have := map[field.Field]bool{}
	for _, c := range l.Used {
		have[c.Field] = true
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
		if at := slices.IndexFunc(head.Cells, func(c cells.Cell) bool { return p.BracketsAside(c.Text) == need.meaning }); at >= 0 {
			name := head.Cells[at].Text
			faults = append(faults, columnFault{celltext.SingleSpaced(name), problem.Faultf(problem.HeadingMissing+".brackets", wording.NewMessage(need.words), celltext.Show(name), celltext.Show(BracketsOf(name)))})
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
	if ExactKey(first) != ExactKey(second) {
		return problem.Faultf(problem.DuplicateHeading+".brackets", celltext.Show(first), celltext.Show(second))
	}
	return problem.Faultf(problem.DuplicateHeading, celltext.Show(second))
}

func lookalikeFault(c cells.Cell, letter wording.Message) columnFault {
	return columnFault{celltext.SingleSpaced(c.Text), problem.Faultf(problem.HeadingLookalike, celltext.Show(c.Text), letter)}
}

// Pick is the first cell of a meaning with something in it, and its column; where all
// are blank, the blank cell of the first column.
func Pick(columns []Column, r *cells.Row) (cells.Cell, Column) {
	for _, c := range columns {
		if found := r.At(c.Index); !found.Blank() {
			return found, c
		}
	}
	if len(columns) == 0 {
		return cells.Cell{}, Column{}
	}
	return cells.Cell{}, columns[0]
}

// Filled reports whether a row has something in one of the item's columns.
func (g *Item) Filled(r *cells.Row) bool {
	for _, list := range g.Columns {
		if c, _ := Pick(list, r); !c.Blank() {
			return true
		}
	}
	return false
}

// Person is the recipient's name of a row: that of the headings that name the
// recipient, else of the general ones, else the payer's; a name in parts is joined as
// surname, first name, patronymic, and a blank part taken from the next headings.
func (l *Layout) Person(r *cells.Row) (string, Column) {
	parts := [...]field.Field{field.LastName, field.FirstName, field.MiddleName}
	for tier := range 3 {
		for _, c := range l.Columns[field.RecipientName] {
			if found := r.At(c.Index); c.Tier == tier && !found.Blank() {
				return celltext.SingleSpaced(found.Text), c
			}
		}
		var from Column
		some := false
		for _, part := range parts {
			for _, c := range l.Columns[part] {
				if c.Tier == tier && !r.At(c.Index).Blank() {
					from, some = c, true
				}
			}
		}
		if !some {
			continue
		}
		var names []string
		for _, part := range parts {
			if c, _ := Pick(l.Columns[part], r); !c.Blank() {
				names = append(names, celltext.SingleSpaced(c.Text))
			}
		}
		return strings.Join(names, " "), from
	}
	for _, m := range []field.Field{field.RecipientName, field.LastName, field.FirstName} {
		if list := l.Columns[m]; len(list) > 0 {
			return "", list[0]
		}
	}
	return "", Column{}
}

// Ragged says what is wrong with the count of a text row's cells, nil if nothing is.
func (l *Layout) Ragged(r *cells.Row) *problem.Fault {
	for _, c := range r.Cells {
		if c.Column >= l.Width {
			return problem.Faultf(problem.RowRagged+".more", celltext.Show(c.Text))
		}
	}
	if r.Width < l.least {
		return problem.Faultf(problem.RowRagged+".fewer", r.Width, l.least)
	}
	return nil
}

// Reaches reports whether a row has something as far right as a whole one must.
func (l *Layout) Reaches(r *cells.Row) bool {
	return len(r.Cells) > 0 && r.Cells[len(r.Cells)-1].Column+1 >= l.least
}
