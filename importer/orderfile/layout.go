package orderfile

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// resultColumns are the headings of the five columns that WriteResult adds.
var resultColumns = [...]string{"dropbridge_status", "order_id", "order_status", "waybill_number", "error"}

// layout is what the heading row says about the columns.
type layout struct {
	columns  map[meaning][]column // without numbered ones; the one that goes before first
	groups   []itemColumns        // the columns of one item each, in the file's order
	wide     bool                 // items stand in numbered columns
	known    []column             // whose headings are known
	used     []column             // of these, those whose content matters, by index
	width    int                  // columns up to the last heading, the result's aside
	least    int                  // cells that a text row with a line end must have
	sides    placeSides           // whose places the columns hold
	resultAt int                  // column of dropbridge_status, -1 where this is no result file
}

// itemColumns are the columns that hold one item.
type itemColumns struct {
	columns map[meaning][]column
}

// columnFault is a fault of the heading row with the heading that it is about.
type columnFault struct {
	column string
	fault  *fault
}

// readLayout makes the layout of a heading row, or says why the file cannot be read. ignored
// are the headings of which the source says that they are not read.
func (p *Profile) readLayout(head *row, ignored ...string) (*layout, []columnFault) {
	l := &layout{columns: map[meaning][]column{}, resultAt: findResultColumns(head)}
	own := withoutResult(head, l.resultAt)
	for _, c := range own.cells {
		l.width = max(l.width, c.column+1)
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
	hasNumberedItem := slices.ContainsFunc(known, func(c column) bool { return c.number >= 0 && (c.meaning == sku || c.meaning == packedItem) })
	plainItem := &itemColumns{map[meaning][]column{}}
	for _, c := range known {
		switch {
		case c.number >= 0 && !hasNumberedItem:
			continue // "Price 1", "Price 2" beside one SKU are other prices, not items
		case c.number >= 0:
			if numbers[c.number] == nil {
				numbers[c.number] = &itemColumns{map[meaning][]column{}}
			}
			numbers[c.number].add(c)
		case isItem(c.meaning):
			plainItem.add(c)
		default:
			l.columns[c.meaning] = append(l.columns[c.meaning], c)
		}
	}
	l.wide = len(numbers) > 0
	if len(plainItem.columns[sku])+len(plainItem.columns[packedItem]) > 0 || !l.wide {
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
	maps := []map[meaning][]column{l.columns}
	for _, group := range l.groups {
		maps = append(maps, group.columns)
	}
	for _, columns := range maps {
		for m, list := range columns {
			slices.SortStableFunc(list, func(a, b column) int { return cmp.Or(cmp.Compare(a.tier, b.tier), cmp.Compare(a.rank, b.rank)) })
			if m != productName {
				l.used = append(l.used, list...)
			}
		}
	}
	slices.SortFunc(l.used, func(a, b column) int { return cmp.Compare(a.index, b.index) })
	for _, c := range l.used {
		if c.meaning != comment && c.meaning != waybill {
			l.least = c.index + 1
		}
	}
}

func isItem(m meaning) bool {
	return m == sku || m == quantity || m == price || m == productName || m == packedItem
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
func (p *Profile) missing(l *layout, head *row) []columnFault {
	have := map[meaning]bool{}
	for _, c := range l.used {
		have[c.meaning] = true
	}
	have[recipientName] = have[recipientName] || have[lastName] || have[firstName]
	have[sku] = have[sku] || have[packedItem]
	have[quantity] = have[quantity] || have[packedItem]
	var faults []columnFault
	for _, need := range []struct {
		meaning meaning
		words   string
	}{{recipientName, "field.recipient_name"}, {phone, "field.phone"}, {sku, "field.sku"}, {quantity, "field.quantity"}} {
		if have[need.meaning] {
			continue
		}
		alike := func(m meaning) bool { return m == need.meaning }
		if c, letter, ok := p.lookalike(head, alike); ok {
			have[need.meaning] = true
			faults = append(faults, lookalikeFault(c, letter))
			continue
		}
		if at := slices.IndexFunc(head.cells, func(c cell) bool { return p.bracketsAside(c.text) == need.meaning }); at >= 0 {
			name := head.cells[at].text
			faults = append(faults, columnFault{oneLine(name), faultf(HeadingMissing+".brackets", wording.NewMessage(need.words), show(name), show(bracketsOf(name)))})
			continue
		}
		faults = append(faults, columnFault{"", faultf(HeadingMissing, wording.NewMessage(need.words))})
	}
	optional := func(m meaning) bool { return !have[m] && m != productName && m != comment && m != email && m != "" }
	if c, letter, ok := p.lookalike(head, optional); ok {
		faults = append(faults, lookalikeFault(c, letter))
	}
	return faults
}

// duplicate is the fault of two columns of one heading; with other brackets they are spelled apart.
func duplicate(first, second string) *fault {
	if exactKey(first) != exactKey(second) {
		return faultf(DuplicateHeading+".brackets", show(first), show(second))
	}
	return faultf(DuplicateHeading, show(second))
}

func lookalikeFault(c cell, letter wording.Message) columnFault {
	return columnFault{oneLine(c.text), faultf(HeadingLookalike, show(c.text), letter)}
}

// findResultColumns is the column of dropbridge_status where a row has all five
// headings of a result file side by side, else -1.
func findResultColumns(head *row) int {
	for i := 0; i+len(resultColumns) <= len(head.cells); i++ {
		all := true
		for n, name := range resultColumns {
			c := head.cells[i+n]
			all = all && c.text == name && c.column == head.cells[i].column+n
		}
		if all {
			return head.cells[i].column
		}
	}
	return -1
}

// withoutResult is a row without the cells of a result's own columns.
func withoutResult(r *row, at int) row {
	own := *r
	if at < 0 {
		return own
	}
	inside := func(c cell) bool { return c.column >= at && c.column < at+len(resultColumns) }
	if slices.ContainsFunc(r.cells, inside) {
		own.cells = slices.DeleteFunc(slices.Clone(r.cells), inside)
	}
	return own
}

// pick is the first cell of a meaning with something in it, and its column; where all
// are blank, the blank cell of the first column.
func pick(columns []column, r *row) (cell, column) {
	for _, c := range columns {
		if found := r.at(c.index); !found.blank() {
			return found, c
		}
	}
	if len(columns) == 0 {
		return cell{}, column{}
	}
	return cell{}, columns[0]
}

// filled reports whether a row has something in one of the item's columns.
func (g *itemColumns) filled(r *row) bool {
	for _, list := range g.columns {
		if c, _ := pick(list, r); !c.blank() {
			return true
		}
	}
	return false
}

// person is the recipient's name of a row: that of the headings that name the
// recipient, else of the general ones, else the payer's; a name in parts is joined as
// surname, first name, patronymic, and a blank part taken from the next headings.
func (l *layout) person(r *row) (string, column) {
	parts := [...]meaning{lastName, firstName, middleName}
	for tier := range 3 {
		for _, c := range l.columns[recipientName] {
			if found := r.at(c.index); c.tier == tier && !found.blank() {
				return oneLine(found.text), c
			}
		}
		var from column
		some := false
		for _, part := range parts {
			for _, c := range l.columns[part] {
				if c.tier == tier && !r.at(c.index).blank() {
					from, some = c, true
				}
			}
		}
		if !some {
			continue
		}
		var names []string
		for _, part := range parts {
			if c, _ := pick(l.columns[part], r); !c.blank() {
				names = append(names, oneLine(c.text))
			}
		}
		return strings.Join(names, " "), from
	}
	for _, m := range []meaning{recipientName, lastName, firstName} {
		if list := l.columns[m]; len(list) > 0 {
			return "", list[0]
		}
	}
	return "", column{}
}

// ragged says what is wrong with the count of a text row's cells, nil if nothing is.
func (l *layout) ragged(r *row) *fault {
	for _, c := range r.cells {
		if c.column >= l.width {
			return faultf(RowRagged+".more", show(c.text))
		}
	}
	if r.width < l.least {
		return faultf(RowRagged+".fewer", r.width, l.least)
	}
	return nil
}

// reaches reports whether a row has something as far right as a whole one must.
func (l *layout) reaches(r *row) bool {
	return len(r.cells) > 0 && r.cells[len(r.cells)-1].column+1 >= l.least
}
