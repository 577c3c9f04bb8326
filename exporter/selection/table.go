package selection

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// table is a map's CSV as it was read: columns by name, and rows as long as the heading.
type table struct {
	file    string
	columns map[string]int
	names   []string // of the columns that are the target's, in the file's order
	rows    []Row
	lines   []int
	used    []atomic.Bool // which rows matched a product
}

// use notes that a row matched a product.
func (t *table) use(row int) {
	if !t.used[row].Load() { // a store each time would make the workers wait for each other
		t.used[row].Store(true)
	}
}

// unused names the rows that matched nothing, each with its line and with what was meant.
func (t *table) unused(describe func(row Row) (name string, meant wording.Message)) (out []wording.Message) {
	for i, row := range t.rows {
		if !t.used[i].Load() {
			name, meant := describe(row)
			out = append(out, wording.NewMessage("remark.map_row", shown([]string{name}), t.lines[i], meant))
		}
	}
	return out
}

// Row is what the target calls one category or attribute. The zero Row has nothing.
type Row struct {
	columns map[string]int
	cells   []string
}

// Get is the cell of a column, trimmed; "" where it is blank or there is no such column.
// A column's name is its heading in small letters, with "_" for blanks: see Columns.
func (r Row) Get(column string) string {
	if i, ok := r.columns[column]; ok {
		return r.cells[i]
	}
	return ""
}

// Has reports whether there is such a column, be its cell blank or not. The zero Row has none.
func (r Row) Has(column string) bool {
	_, ok := r.columns[column]
	return ok
}

// readTable reads a map whose rows are found by the key columns, of which the first
// must be there. The other columns are the target's.
func readTable(file string, data []byte, keys ...string) (*table, error) {
	text, err := decode(file, data)
	if err != nil {
		return nil, err
	}
	s, err := openCSV(file, text, 0, keys[0])
	if errors.Is(err, io.EOF) {
		return nil, &Error{File: file, Message: "the file is empty", Mend: "give it a heading row, and a row for each " + keys[0]}
	}
	if err != nil {
		return nil, err
	}
	t := &table{file: file, columns: map[string]int{}}
	if err := t.setColumns(s, keys); err != nil {
		return nil, err
	}
	for {
		row, line, err := s.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if err := t.add(s, row, line, keys[0]); err != nil {
			return nil, err
		}
	}
	if len(t.rows) == 0 {
		return nil, &Error{File: file, Message: "the file has a heading row and nothing below it", Mend: "add a row for each " + keys[0]}
	}
	t.used = make([]atomic.Bool, len(t.rows))
	return t, nil
}

// setColumns reads the heading row.
func (t *table) setColumns(s *source, keys []string) error {
	if s.heading == nil {
		mend := fmt.Sprintf("the heading row needs a column %q", keys[0])
		var names []string
		for _, cell := range s.first {
			names = append(names, canonical(cell))
		}
		if near := strictyaml.Nearest(keys[0], names); near != "" {
			mend += fmt.Sprintf("; is it %q?", near)
		}
		return s.fail(s.line, mend, "no column %q in the first row: %s", keys[0], shown(s.first))
	}
	for i, name := range s.heading {
		if name == "" {
			continue
		}
		if _, twice := t.columns[name]; twice {
			return s.fail(s.line, "rename or remove one of them", "two columns are called %q", name)
		}
		t.columns[name] = i
		if !slices.Contains(keys, name) {
			t.names = append(t.names, name)
		}
	}
	if len(t.names) == 0 {
		return s.fail(s.line, `add a column with what the target calls it, such as "code"`, "the file has no column of the target")
	}
	return nil
}

// add checks a row and keeps it.
func (t *table) add(s *source, row []string, line int, key string) error {
	for i, cell := range row {
		if cell != "" && (i >= len(s.heading) || s.heading[i] == "") {
			return s.fail(line, "quote a cell that holds the delimiter, or give the column a heading", "the cell %s stands under no heading", shown(row[i:i+1]))
		}
	}
	cells := make([]string, len(s.heading))
	copy(cells, row)
	r := Row{columns: t.columns, cells: cells}
	if r.Get(key) == "" {
		return s.fail(line, "fill it, or remove the row", "the row has no %s", key)
	}
	if _, coded := t.columns["code"]; coded && r.Get("code") == "" {
		return s.fail(line, "fill it, or remove the row", "%s has no code", shown([]string{r.Get(key)}))
	}
	if !slices.ContainsFunc(t.names, func(name string) bool { return r.Get(name) != "" }) {
		return s.fail(line, "fill a cell, or remove the row", "%s has nothing of the target", shown([]string{r.Get(key)}))
	}
	t.rows, t.lines = append(t.rows, r), append(t.lines, line)
	return nil
}

// repeated is the error for a row that an earlier one already is.
func (t *table) repeated(place, earlier int, what, mend string) error {
	return &Error{File: t.file, Line: t.lines[place], Message: fmt.Sprintf("%s stands in line %d already", what, t.lines[earlier]), Mend: mend}
}

// shown makes one line of foreign cells, cut where they are long.
func shown(cells []string) string {
	const most = 120
	var b strings.Builder
	for i, cell := range cells {
		if i > 0 {
			b.WriteString(", ")
		}
		if b.Len() > most {
			b.WriteString("…")
			break
		}
		if r := []rune(cell); len(r) > most {
			cell = string(r[:most]) + "…"
		}
		fmt.Fprintf(&b, "%q", cell)
	}
	return b.String()
}

// canonical makes a column's name of a heading: "Portal ID" is portal_id.
func canonical(heading string) string {
	return strings.NewReplacer(" ", "_", "-", "_").Replace(fold(heading))
}
