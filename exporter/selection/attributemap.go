package selection

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// AttributeMap knows what a target calls the supplier's attributes and their values.
// Many may look up at once.
type AttributeMap struct {
	table *table
	names map[string]*attribute    // by folded name
	seen  memo[string, *attribute] // by name as products have it; nil: not in the map
	known memo[string, *attribute] // the same of attributes that nobody looked up
}

// attribute is one name with the rows for its values.
type attribute struct {
	name   string            // as the map has it
	whole  int               // the row for any value, -1: none
	values map[string]int    // rows by folded value
	seen   memo[string, int] // by value as products have it; -1: none
}

// ReadAttributeMap reads an attribute map, a CSV with a heading row: the column name
// holds the name of an attribute, the column value, if there is one, a value of it, blank
// for any. The other columns are the target's, at least one, such as code, value_code,
// target_name or measure.
//
// The errors are of type *Error: file names it in them.
func ReadAttributeMap(file string, data []byte) (*AttributeMap, error) {
	t, err := readTable(file, data, "name", "value")
	if err != nil {
		return nil, err
	}
	m := &AttributeMap{table: t, names: map[string]*attribute{}}
	for i, row := range t.rows {
		name, value := fold(row.Get("name")), fold(row.Get("value"))
		a := m.names[name]
		if a == nil {
			a = &attribute{name: row.Get("name"), whole: -1, values: map[string]int{}}
			m.names[name] = a
		}
		if earlier, known := a.row(value); known {
			return nil, t.repeated(i, earlier, "the attribute "+shown([]string{row.Get("name"), row.Get("value")}), "remove one of the two rows")
		}
		a.set(value, i)
	}
	return m, nil
}

// row is the row of exactly a folded value, "" being any.
func (a *attribute) row(value string) (int, bool) {
	if value == "" {
		return a.whole, a.whole >= 0
	}
	row, ok := a.values[value]
	return row, ok
}

func (a *attribute) set(value string, row int) {
	if value == "" {
		a.whole = row
		return
	}
	a.values[value] = row
}

// Columns are the target's columns, in the file's order, as Row.Get knows them.
func (m *AttributeMap) Columns() []string { return slices.Clone(m.table.names) }

// Lookup finds the row for a value of an attribute, else the row for any value of it.
func (m *AttributeMap) Lookup(name, value string) (Row, bool) {
	a, ok := m.seen.get(name)
	if !ok {
		a, _ = m.seen.put(strings.Clone(name), m.names[fold(name)])
	}
	if a == nil {
		return Row{}, false
	}
	row := a.whole
	if len(a.values) > 0 {
		row = a.find(value)
	}
	if row < 0 {
		return Row{}, false
	}
	m.table.use(row)
	return m.table.rows[row], true
}

// Know notes the rows that match a product's attributes, also those that no template looks
// up, so that Unused does not name them.
func (m *AttributeMap) Know(attributes []supplier.Attribute) {
	for i := range attributes {
		name := attributes[i].Name
		a, ok := m.known.get(name)
		if !ok {
			a, _ = m.known.put(strings.Clone(name), m.names[fold(name)])
		}
		if a == nil {
			continue
		}
		row := a.whole
		if len(a.values) > 0 {
			if exact, ok := a.row(fold(attributes[i].Value)); ok {
				row = exact
			}
		}
		if row >= 0 {
			m.table.use(row)
		}
	}
}

// Unused says how many rows match no product, with some of them; zero where all match.
func (m *AttributeMap) Unused() wording.Message {
	return summary("attribute_map", m.table.unused(func(row Row) (name string, proposal wording.Message) {
		if value := row.Get("value"); value != "" {
			return row.Get("name") + ": " + value, proposal
		}
		return row.Get("name"), proposal
	}))
}

func (a *attribute) find(value string) int {
	if row, ok := a.seen.get(value); ok {
		return row
	}
	row, ok := a.row(fold(value))
	if !ok {
		row = a.whole
	}
	row, _ = a.seen.put(strings.Clone(value), row)
	return row
}

// Unmapped lists what was looked up and not found, by name and value: an attribute that
// the map does not have without a value, and values of those of which it has only some.
// It names a bounded number.
func (m *AttributeMap) Unmapped() []supplier.Attribute {
	var list []supplier.Attribute
	names, attributes := m.seen.all()
	for i, a := range attributes {
		if a == nil {
			list = append(list, supplier.Attribute{Name: names[i]})
		}
	}
	for _, a := range m.names {
		values, rows := a.seen.all()
		for i, row := range rows {
			if row < 0 {
				list = append(list, supplier.Attribute{Name: a.name, Value: values[i]})
			}
		}
	}
	sorting.Func(list, func(a, b supplier.Attribute) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Value, b.Value))
	})
	return list
}
