package orderfile

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// Draft is an order template to start from, made of the headings of the file: what is
// known, and guesses by the unknown headings and the cells below them. "" where the file
// has no row that could be one of headings. It serves reports whose template the headings
// chose.
func (r *Report) Draft() string {
	if r.sketch == nil || len(r.sketch.cells) < 2 {
		return ""
	}
	d := draftOf(r.sketch)
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("# A start, made of the headings of %s: check each line that says \"guess\".", strconv.Quote(oneLine(filepath.Base(r.File))))
	line("name: %s", strconv.Quote(draftName(r.File)))
	line("kind: orders")
	line("format: csv, xlsx")
	line("description: %s", strconv.Quote("order files like "+oneLine(filepath.Base(r.File))))
	line("extends: %s", d.base)
	line("")
	if len(d.sign) > 1 {
		line("# A file with all of these headings is read by this template.")
		line("recognised_by:")
		line("  - [%s]", quoted(d.sign))
	} else {
		line("# recognised_by: [[two headings, that stand in every file]]; until then name this")
		line("# template in the config: inbox.sources.NAME.template")
	}
	d.writeHeadings(line)
	if len(d.open) > 0 {
		line("")
		line("# Not read. Move a heading to the field that it belongs to.")
		line("unused:")
		for _, c := range d.open {
			line("  - %s", strconv.Quote(c.Heading))
		}
	}
	if missing := d.missing(); len(missing) > 0 {
		line("")
		line("# No heading was found for: %s. Without it no order can be read.", strings.Join(missing, ", "))
	}
	return b.String()
}

// headingsDraft is what a draft says of the columns.
type headingsDraft struct {
	base  string
	sign  []string               // the headings that are read
	known map[meaning]bool       // that the base reads without help
	guess map[meaning]guessedFor // new ones
	open  []Column
}

// guessedFor is a column that is taken for a meaning, and why.
type guessedFor struct {
	Column
	why string
}

func draftOf(s *sketch) *headingsDraft {
	s.values = newValues()
	d := &headingsDraft{base: s.profile.name, known: map[meaning]bool{}, guess: map[meaning]guessedFor{}}
	columns, keys := s.columns(), map[string]int{}
	for _, c := range columns {
		keys[headingKey(c.Heading)]++
	}
	var unknown []Column
	for _, c := range columns {
		switch {
		case c.Meaning != "":
			d.known[meaning(c.Meaning)] = true
			d.sign = append(d.sign, c.Heading)
		case !c.Passed && keys[headingKey(c.Heading)] == 1 && headingKey(c.Heading) != "":
			unknown = append(unknown, c)
		}
	}
	d.guessBy(unknown, func(c Column) (meaning, string) {
		m := meaning(c.Means)
		return m, "like " + strconv.Quote(c.Nearest)
	}, s)
	for _, m := range guessable {
		d.guessBy(d.open, func(c Column) (meaning, string) {
			if s.only(d.open, m, c) {
				return m, "by its cells"
			}
			return "", ""
		}, s)
	}
	for _, c := range columns { // in the file's order
		for _, g := range d.guess {
			if g.Index == c.Index {
				d.sign = append(d.sign, c.Heading)
			}
		}
	}
	seen := map[string]bool{}
	d.sign = slices.DeleteFunc(d.sign, func(heading string) bool {
		key := spelledKey(heading)
		again := seen[key]
		seen[key] = true
		return again || key == ""
	})
	return d
}

// guessBy gives columns a meaning that is still free, if their cells do not speak
// against it, and leaves the others open.
func (d *headingsDraft) guessBy(columns []Column, by func(Column) (meaning, string), s *sketch) {
	var open []Column
	for _, c := range columns {
		m, why := by(c)
		_, taken := d.guess[m]
		if m == "" || taken || d.has(m) || !s.plausible(c.Index, m) {
			open = append(open, c)
			continue
		}
		d.guess[m] = guessedFor{c, why}
	}
	d.open = open
}

func (d *headingsDraft) has(m meaning) bool {
	_, guessed := d.guess[m]
	return d.known[m] || guessed
}

func (d *headingsDraft) missing() []string {
	var out []string
	for _, m := range []meaning{recipientName, phone, sku, quantity} {
		if !d.has(m) && !(m == recipientName && (d.has(lastName) || d.has(firstName))) && !(m != phone && m != recipientName && d.has(packedItem)) {
			out = append(out, string(m))
		}
	}
	return out
}

func (d *headingsDraft) writeHeadings(line func(string, ...any)) {
	if len(d.guess) == 0 {
		return
	}
	line("")
	line("headings:")
	for _, m := range (&profileFile{}).meanings() {
		if g, ok := d.guess[m.meaning]; ok {
			line("  %s: {then: [%s]} # column %s, a guess: %s", m.meaning, strconv.Quote(g.Heading), spreadsheet.ColumnName(g.Index), g.why)
		}
	}
}

func quoted(texts []string) string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = strconv.Quote(text)
	}
	return strings.Join(out, ", ")
}

// draftName is a name of letters and digits, made of the file's.
func draftName(file string) string {
	base := filepath.Base(file)
	base = strings.TrimSuffix(base, filepath.Ext(base))
	name := strings.Trim(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return '-'
	}, base), "-")
	if name == "" || name == Automatic || name == "generic" {
		return "my-orders"
	}
	return name
}
