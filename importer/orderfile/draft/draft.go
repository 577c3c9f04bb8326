package draft

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// Draft is an order template to start from, for files like the named one; "" where no row
// could be one of headings.
func (s *Sketch) Draft(file string) string {
	if len(s.Cells) < 2 {
		return ""
	}
	d := draftOf(s)
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	d.writeHead(file, line)
	d.writeHeadings(line)
	d.writeQuestions(line)
	return b.String()
}

// writeHead writes what a template says of itself, and the headings by which files are known.
func (d *headingsDraft) writeHead(file string, line func(string, ...any)) {
	base := celltext.SingleSpaced(filepath.Base(file))
	line("# A start, made of the headings of %s: check each line that says \"guess\".", strconv.Quote(base))
	line("name: %s", strconv.Quote(draftName(file)))
	line("kind: orders")
	line("format: csv, xlsx")
	line("description: %s", strconv.Quote("order files like "+base))
	line("extends: %s", d.base)
	line("")
	if len(d.sign) > 1 {
		line("# A file with all of these headings is read by this template.")
		line("recognised_by:")
		line("  - [%s]", oneline.Quoted(d.sign))
	} else {
		line("# recognised_by: [[two headings, that stand in every file]]; until then name this")
		line("# template in the config: inbox.sources.NAME.template")
	}
}

// writeQuestions writes what a person has to say before files can be read.
func (d *headingsDraft) writeQuestions(line func(string, ...any)) {
	if len(d.open) > 0 {
		line("")
		line("# Nobody knows what these columns are. Give each that matters a field under headings, such as city,")
		line("# branch, address, price, order_total, cod_amount, payment_method or state; take away the # of the others:")
		line("# unused:")
		for _, c := range d.open {
			line("#  - %s", strconv.Quote(c.Heading))
		}
	}
	for _, c := range d.asked {
		line("")
		line("# FILL IN: column %s, %s, holds %s, such as %s, and another column is read for that.", spreadsheet.ColumnName(c.Index), strconv.Quote(c.Heading), c.speaks, strconv.Quote(c.sample))
		line("# Give it a field under headings, or put it under unused. Until then files with it are refused.")
	}
	if lacking := d.lacking(); len(lacking) > 0 {
		line("")
		line("# FILL IN: no heading was found for: %s. Orders go without, unless you name the column under headings.", strings.Join(lacking, ", "))
	}
	if missing := d.missing(); len(missing) > 0 {
		line("")
		line("# FILL IN: no heading was found for: %s. Without it no order can be read. Name its column under headings.", strings.Join(missing, ", "))
	}
}

// headingsDraft is what a draft says of the columns.
type headingsDraft struct {
	base  string
	sign  []string             // the headings that are read
	known map[field.Field]bool // that the base reads without help
	guess []guessedFor         // new ones
	open  []Column             // nobody knows what they are, and their cells bear no known meaning
	asked []unansweredColumn   // their cells bear meaning, and a person has to say which
}

// guessedFor is a column that is taken for a meaning, and why.
type guessedFor struct {
	Column
	meaning field.Field
	tier    int // see FirstTier
	why     string
}

// unansweredColumn is a column that a person has to name.
type unansweredColumn struct {
	Column
	speaks field.Field
	sample string
}

func draftOf(s *Sketch) *headingsDraft {
	g := &guesser{s.Template, value.New(0), s.below}
	d := &headingsDraft{base: s.Template.Name(), known: map[field.Field]bool{}}
	columns, keys := s.Columns(), map[string]int{}
	for _, c := range columns {
		keys[ordertemplate.HeadingKey(c.Heading)]++
	}
	for _, c := range columns {
		switch {
		case c.Meaning != "":
			d.known[field.Field(c.Meaning)] = true
			d.sign = append(d.sign, c.Heading)
		case !c.Passed && keys[ordertemplate.HeadingKey(c.Heading)] == 1 && ordertemplate.HeadingKey(c.Heading) != "":
			d.open = append(d.open, c)
		}
	}
	d.guessByHeading(g)
	for _, m := range guessable {
		d.guessBy(g, func(c Column) (field.Field, int, string) {
			if g.only(d.open, m, c) {
				return m, g.side(c.Heading), "by its cells"
			}
			return "", 0, ""
		})
	}
	d.askForTheRest(g)
	d.signOf(columns)
	return d
}

// side is the tier of a heading by the words for the recipient or the payer in it.
func (g *guesser) side(text string) int {
	switch g.profile.Lexicon.Side("(" + text + ")") {
	case "recipient":
		return ordertemplate.FirstTier
	case "payer":
		return ordertemplate.LastTier
	}
	return ordertemplate.GeneralTier
}

// guessByHeading takes the columns whose headings are like known ones, those that name the
// recipient before the others.
func (d *headingsDraft) guessByHeading(g *guesser) {
	for _, tier := range []int{ordertemplate.FirstTier, ordertemplate.GeneralTier, ordertemplate.LastTier} {
		d.guessBy(g, func(c Column) (field.Field, int, string) {
			m := field.Field(c.Means)
			side := g.side(c.Heading)
			if side != tier {
				return "", 0, ""
			}
			return m, side, "like " + strconv.Quote(c.Nearest)
		})
	}
}

// guessBy gives columns a meaning that is still free, if their cells do not speak against it,
// and leaves the others open.
func (d *headingsDraft) guessBy(g *guesser, by func(Column) (field.Field, int, string)) {
	var open []Column
	for _, c := range d.open {
		m, tier, why := by(c)
		if (m == field.RecipientName || m == field.Phone) && g.profile.Lexicon.Side("("+c.Heading+")") == "sender" {
			m = "" // a manager, a supplier, whoever sends
		}
		if m == "" || m == field.ProductName && why != "" && d.has(m) || d.takes(m, tier) || g.contradicts(c.Index, m) {
			open = append(open, c)
			continue
		}
		d.guess = append(d.guess, guessedFor{c, m, tier, why})
	}
	d.open = open
}

// takes reports whether a meaning has a column already. One that names the recipient goes
// before a column that does not.
func (d *headingsDraft) takes(m field.Field, tier int) bool {
	if tier == ordertemplate.FirstTier && d.known[m] && !slices.ContainsFunc(d.guess, func(g guessedFor) bool { return g.meaning == m }) {
		return m != field.Phone && m != field.RecipientName && m != field.City
	}
	return d.has(m)
}

// askForTheRest finds the open columns whose cells bear meaning: no draft passes over them.
func (d *headingsDraft) askForTheRest(g *guesser) {
	var open []Column
	for _, c := range d.open {
		speaks := field.Field("")
		for _, m := range []field.Field{field.PaymentMethod, field.State, field.Carrier, field.Branch, field.Waybill, field.OrderTotal} {
			if speaks == "" && g.shows(c.Index, m) > 0 {
				speaks = m
			}
		}
		if speaks == "" {
			open = append(open, c)
			continue
		}
		d.asked = append(d.asked, unansweredColumn{c, speaks, celltext.SingleSpaced(g.cells(c.Index)[0].Text)})
	}
	d.open = open
}

// signOf lists the headings by which files of the same kind are known, in the file's order.
func (d *headingsDraft) signOf(columns []Column) {
	for _, c := range columns {
		for _, g := range d.guess {
			if g.Index == c.Index {
				d.sign = append(d.sign, c.Heading)
			}
		}
	}
	seen := map[string]bool{}
	d.sign = slices.DeleteFunc(d.sign, func(heading string) bool {
		key := ordertemplate.SpelledKey(heading)
		again := seen[key]
		seen[key] = true
		return again || key == ""
	})
}

func (d *headingsDraft) has(m field.Field) bool {
	return d.known[m] || slices.ContainsFunc(d.guess, func(g guessedFor) bool { return g.meaning == m })
}

// lacking are the fields without which an order goes to a wrong place or for a wrong price.
func (d *headingsDraft) lacking() []string {
	var out []string
	if !d.has(field.City) && !d.has(field.Address) {
		out = append(out, string(field.City))
	}
	if !d.has(field.Branch) && !d.has(field.Address) && !d.has(field.Street) {
		out = append(out, "branch or address")
	}
	for _, m := range []field.Field{field.Price, field.PaymentMethod} {
		if !d.has(m) && !d.has(field.PackedItem) {
			out = append(out, string(m))
		}
	}
	return out
}

func (d *headingsDraft) missing() []string {
	var out []string
	for _, m := range []field.Field{field.RecipientName, field.Phone, field.SKU, field.Quantity} {
		if !d.has(m) && !(m == field.RecipientName && (d.has(field.LastName) || d.has(field.FirstName))) && !(m != field.Phone && m != field.RecipientName && d.has(field.PackedItem)) {
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
	tiers := [...]string{"first", "then", "last"}
	for _, f := range ordertemplate.Fields() {
		for _, g := range d.guess {
			if g.meaning == f {
				line("  %s: {%s: [%s]} # column %s, a guess: %s", f, tiers[g.tier], strconv.Quote(g.Heading), spreadsheet.ColumnName(g.Index), g.why)
			}
		}
	}
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
	if name == "" || name == ordertemplate.Automatic || name == "generic" {
		return "my-orders"
	}
	return name
}
