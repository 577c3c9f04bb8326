package mapping

import (
	"slices"
	"strconv"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// Lookup is a compiled list that other records name by a key.
type Lookup struct {
	name   string
	key    []jsonread.Path
	parent []jsonread.Path
	at     *strictyaml.Scalar // its place in the answer of who names it
	Op     *ListOp[RawRow]    // or the operation that lists it
	Each   *EachRecord        // where that is asked for each record, nil: once for all
}

// keyMark stands in the path of a list of each record for the record's key.
const keyMark = "{key}"

// RawRow is a record of such a list, as it came.
type RawRow struct{ Raw, id string }

// Table is what a lookup's list holds, by key.
type Table struct {
	rows    map[string][]string
	parents map[string]string
	taken   map[taking][]string // values that were taken before
	shared  bool                // by readings that go on side by side, which may not write to it
}

// Share lets readings that go on side by side use the table.
func (t *Table) Share() { t.shared = true }

// taking is one value that is taken of the records of a key.
type taking struct {
	by  *joining
	key string
}

// compileLookups compiles the lists that are joined.
func (c *compiler) compileLookups() error {
	for _, w := range c.written.Lookups {
		name := w.Name.Text
		out := Lookup{name: name}
		var err error
		switch {
		case (w.At.Text == "") == (w.Request.Text == ""):
			return c.Wrong(w.Name, "lookups: %s: want at, a place in the same answer, or request, a list of its own", name)
		case w.Each.Text != "":
			if err := c.eachRecord(&out, w); err != nil {
				return err
			}
			c.lookups = append(c.lookups, out)
			continue
		case w.Key.Text == "":
			return c.Wrong(w.Name, "lookups: %s: key is missing: where a record of the list has the key", name)
		}
		if out.key, err = jsonread.ParsePaths(w.Key.Text); err != nil {
			return c.Wrong(w.Key, "%v", err)
		}
		if w.Parent.Text != "" {
			if out.parent, err = jsonread.ParsePaths(w.Parent.Text); err != nil {
				return c.Wrong(w.Parent, "%v", err)
			}
		}
		if w.At.Text != "" {
			if w.Paging != nil || len(w.Answer) > 0 || len(w.Constants) > 0 {
				return c.Wrong(w.At, "lookups: %s: a place in the same answer has no paging, answer or constants of its own", name)
			}
			out.at = &w.At
		} else if err := c.lookupList(&out, w); err != nil {
			return err
		}
		c.lookups = append(c.lookups, out)
	}
	return nil
}

func (c *compiler) lookupList(out *Lookup, w written.NamedLookup) error {
	key := "lookups: " + out.name
	file := &written.Operation{Request: w.Request, Constants: w.Constants, Paging: w.Paging, Answer: w.Answer}
	kind := RecordKind[RawRow]{Id: func(r *RawRow) string { return r.id }}
	each := func(s *jsonread.Scanner, into *Page[RawRow]) error {
		raw, err := s.Raw()
		// Two rows may say the same; a page that comes again has them in the same places.
		into.Records = append(into.Records, RawRow{Raw: raw, id: strconv.Itoa(len(into.Records)) + raw})
		return err
	}
	var filters []string
	if w.Keys.Set {
		filters = []string{KeysFilter}
		file.Query = written.Pairs{{Key: strictyaml.Scalar{Text: KeysFilter, Set: true, Line: w.Keys.Line, Column: w.Keys.Column}, Value: w.Keys}}
	}
	op, err := compileOperation(c, key, "list "+out.name, file, kind, each, filters)
	out.Op = &op
	return err
}

// Build makes the table of a list's records.
func (l *Lookup) Build(rows func(do func(raw string) error) error) (*Table, error) {
	t := NewTable()
	return t, l.Fill(t, "", rows)
}

// NewTable is a table without rows.
func NewTable() *Table {
	return &Table{rows: map[string][]string{}, parents: map[string]string{}, taken: map[taking][]string{}}
}

// Fill adds records to a table: all under one key where that is given, as they were asked
// for by it.
func (l *Lookup) Fill(t *Table, of string, rows func(do func(raw string) error) error) error {
	return rows(func(raw string) error {
		key, err := of, error(nil)
		if of == "" {
			key, err = jsonread.FirstText(l.key, raw)
		}
		if err != nil || key == "" {
			return err
		}
		t.rows[key] = append(t.rows[key], raw)
		if l.parent != nil {
			t.parents[key], err = jsonread.FirstText(l.parent, raw)
		}
		return err
	})
}

// joining takes values of a lookup's records in place of their key.
type joining struct {
	table int
	take  []jsonread.Path
	chain bool // the values of all records from the root down to the one of the key
}

// compileJoining compiles a place with lookup.
func (c *compiler) compileJoining(key string, spec written.Field, kind fieldKind) (*joining, error) {
	p := &spec.Place
	n := slices.IndexFunc(c.lookups, func(l Lookup) bool { return l.name == p.Lookup.Text })
	if n < 0 {
		var known []string
		for _, l := range c.lookups {
			known = append(known, l.name)
		}
		return nil, c.Unknown(p.Lookup, "lookup of "+key, p.Lookup.Text, known)
	}
	c.joined[n] = true
	take := p.Take.Text
	if take == "" {
		take = "."
		if kind != kindRecords {
			return nil, c.Wrong(p.Lookup, "%s: take is missing: the value of the list's record that is wanted", spec.Name.Text)
		}
	}
	paths, err := jsonread.ParsePaths(take)
	if err != nil {
		return nil, c.Wrong(p.Take, "%v", err)
	}
	return &joining{table: n, take: paths, chain: kind == kindTexts && c.lookups[n].parent != nil}, nil
}

// eachValue visits the values for each key that the source has.
func (j *joining) eachValue(s *jsonread.Scanner, keys *source, do func(raw string) (more bool, err error)) error {
	tables, _ := s.Beside.([]*Table)
	if j.table >= len(tables) || tables[j.table] == nil {
		return nil // an answer alone, such as a created order's
	}
	t := tables[j.table]
	return keys.eachOwn(s, func(raw string) (more bool, err error) {
		values, err := j.valuesOf(t, jsonread.PlainText(raw))
		if err != nil {
			return false, err
		}
		for _, value := range values {
			if more, err := do(value); err != nil || !more {
				return more, err
			}
		}
		return true, nil
	})
}

// valuesOf are those of a key's records, of each the first of the alternatives that it has.
// Many records name the same key: the table remembers, for one reading at a time.
func (j *joining) valuesOf(t *Table, key string) (values []string, err error) {
	if t.shared {
		return j.collect(t, key)
	}
	values, known := t.taken[taking{j, key}]
	if !known {
		values, err = j.collect(t, key)
		t.taken[taking{j, key}] = values
	}
	return values, err
}

func (j *joining) collect(t *Table, key string) (values []string, err error) {
	for _, row := range t.of(key, j.chain) {
		for _, p := range j.take {
			before := len(values)
			err := jsonread.Walk(row, p.Steps, func(value, _ string) bool {
				if !jsonread.IsAbsent(value) {
					values = append(values, value)
				}
				return true
			})
			if err != nil {
				return nil, err
			}
			if len(values) > before {
				break
			}
		}
	}
	return values, nil
}

// of are the rows of a key, or those from the root of the tree down to it.
func (t *Table) of(key string, chain bool) []string {
	if !chain {
		return t.rows[key]
	}
	var up []string
	for len(up) < jsonread.MaxDepth && len(t.rows[key]) > 0 {
		up = append(up, t.rows[key][0])
		if key = t.parents[key]; key == "" {
			break
		}
	}
	slices.Reverse(up)
	return up
}
