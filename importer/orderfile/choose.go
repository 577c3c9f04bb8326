package orderfile

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/templates"
)

// Automatic names the profile that chooses a template by the headings of each file.
const Automatic = "auto"

// builtIn keeps the profiles that the built-in templates compile to, by name: neither ever
// changes, and all of them together cost as much as reading a long file.
var builtIn sync.Map // of func() (*Profile, error)

// LoadProfile reads an order template of a set by its name or file, or all of them for
// Automatic.
func LoadProfile(from templates.Set, name string) (*Profile, error) {
	if from != templates.Open("") || templates.IsFile(name) {
		return loadProfile(from, name)
	}
	once, _ := builtIn.LoadOrStore(name, sync.OnceValues(func() (*Profile, error) { return loadProfile(from, name) }))
	return once.(func() (*Profile, error))()
}

func loadProfile(from templates.Set, name string) (*Profile, error) {
	l := newLoader(from)
	if name != Automatic {
		return l.load(name)
	}
	names, err := from.Names(templates.Orders)
	if err != nil {
		return nil, err
	}
	all := &Profile{}
	for _, name := range names {
		p, err := l.load(name)
		if err != nil {
			return nil, err
		}
		if name == "generic" {
			all.base = p
		}
		if len(p.signs) > 0 {
			all.choices = append(all.choices, p)
		}
	}
	return all, nil
}

func (l *loader) load(name string) (*Profile, error) {
	data, file, err := l.from.Read(templates.Orders, name)
	if err != nil {
		return nil, err
	}
	return l.compile(file, data)
}

// headingRow is a row of headings and the profile that reads it.
type headingRow struct {
	cells.Row          // the headings; of two rows the lower one's number
	profile   *Profile // that fits best
	known     int      // headings that it knows
	sign      []string // the headings by which it was recognised, as the file spells them
	rival     *Profile // fits as well and reads the file differently
}

// headingRow finds the row with the most known headings among the first 20 rows, the
// first of equals; profile is nil where there is no row.
func (p *Profile) headingRow(rows []cells.Row) headingRow {
	var best headingRow
	for i := range rows {
		if rows[i].Number > cells.HeadRows {
			break
		}
		h := p.choose(rows, i)
		if h.known = len(h.profile.knownColumns(&h.Row)); best.profile == nil || h.known > best.known {
			best = h
		}
	}
	return best
}

// KnownIn are the headings that the template, or the best one of those it chooses among, knows of
// the heading row of a table, as the file spells them.
func (p *Profile) KnownIn(rows []cells.Row) []string {
	h := p.headingRow(rows)
	if h.profile == nil {
		return nil
	}
	var names []string
	for _, c := range h.profile.knownColumns(&h.Row) {
		names = append(names, c.name)
	}
	return names
}

// choose takes the template whose own headings fit a row best, and the base where no
// template recognises it. Equal fits are decided by name, unless they read the row
// differently: that is for a person to decide.
func (p *Profile) choose(rows []cells.Row, i int) headingRow {
	if p.base == nil {
		return headingRow{Row: p.joined(rows, i), profile: p}
	}
	best, most := headingRow{Row: p.base.joined(rows, i), profile: p.base}, [2]int{}
	alone := spell(&rows[i])
	for _, candidate := range p.choices {
		h, spelled := headingRow{Row: candidate.joined(rows, i), profile: candidate}, alone
		if candidate.twoRows {
			spelled = spell(&h.Row)
		}
		fit := h.fit(spelled)
		switch c := cmp.Or(cmp.Compare(fit[0], most[0]), cmp.Compare(fit[1], most[1])); {
		case c > 0:
			best, most = h, fit
		case c == 0 && fit[0] > 0 && best.rival == nil && !sameReading(&best, &h):
			best.rival = candidate
		}
	}
	return best
}

// spelledRow is a row of headings as templates compare it.
type spelledRow struct {
	cells [][2]string       // the keys of each cell, without its brackets and with them
	by    map[string]string // a key to the heading as the file spells it
}

func spell(r *cells.Row) spelledRow {
	own, s := cells.WithoutResult(r, cells.FindResult(r)), spelledRow{by: map[string]string{}}
	for _, c := range own.Cells {
		keys := [2]string{headingKey(c.Text), exactKey(c.Text)}
		s.cells = append(s.cells, keys)
		for _, key := range keys {
			if _, there := s.by[key]; !there && key != "" {
				s.by[key] = celltext.OneLine(c.Text)
			}
		}
	}
	return s
}

// fit is how many headings of the row are the template's own, and the length of the
// longest of its signs in it; nothing where no sign is there.
func (h *headingRow) fit(spelled spelledRow) [2]int {
	longest := 0
	for _, sign := range h.profile.signs {
		all := true
		for _, key := range sign {
			_, there := spelled.by[key]
			all = all && there
		}
		if all && len(sign) > longest {
			longest, h.sign = len(sign), nil
			for _, key := range sign {
				h.sign = append(h.sign, spelled.by[key])
			}
		}
	}
	if longest == 0 {
		return [2]int{}
	}
	count := 0
	for _, keys := range spelled.cells {
		if h.profile.own[keys[0]] || h.profile.own[keys[1]] {
			count++
		}
	}
	return [2]int{count, longest}
}

// sameReading reports whether two templates read a file with these headings alike.
func sameReading(a, b *headingRow) bool {
	columns := func(h *headingRow) []column {
		known := h.profile.knownColumns(&h.Row)
		slices.SortStableFunc(known, func(x, y column) int {
			return cmp.Or(strings.Compare(string(x.meaning), string(y.meaning)), cmp.Compare(x.rank, y.rank))
		})
		for i := range known {
			known[i].rank = 0
		}
		return known
	}
	return a.Number == b.Number && a.profile.carrier == b.profile.carrier && a.profile.payment == b.profile.payment &&
		a.profile.decimal == b.profile.decimal && reflect.DeepEqual(a.profile.words, b.profile.words) && slices.Equal(columns(a), columns(b))
}

// joined is row i, or, where the headings may stand in two rows and certainly do, it and
// the one below: a lower heading goes before the one above it, which names a group. The
// lower row is one of headings if it has a known one and no digit anywhere: a row of an
// order has a phone or a quantity.
func (p *Profile) joined(rows []cells.Row, i int) cells.Row {
	if !p.twoRows || i+1 >= len(rows) || rows[i+1].Number != rows[i].Number+1 {
		return rows[i]
	}
	upper, lower := &rows[i], rows[i+1]
	if len(p.knownColumns(&lower)) == 0 || slices.ContainsFunc(lower.Cells, func(c cells.Cell) bool {
		return c.Kind != cells.Text || strings.ContainsFunc(c.Text, unicode.IsDigit)
	}) {
		return rows[i]
	}
	out := lower
	out.Cells = slices.Clone(lower.Cells)
	for _, c := range upper.Cells {
		if lower.At(c.Column).Blank() {
			out.Cells = append(out.Cells, c)
		}
	}
	slices.SortFunc(out.Cells, func(a, b cells.Cell) int { return cmp.Compare(a.Column, b.Column) })
	out.Width = max(upper.Width, lower.Width)
	return out
}

// twoTemplates is the fault of headings that two templates claim.
func twoTemplates(h *headingRow) *problem.Fault {
	return problem.Faultf(problem.HeadingsUnknown+".rival", h.profile.name, h.rival.name)
}
