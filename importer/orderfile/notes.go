package orderfile

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// noteColumn is a column of notes or tags, or one that is not read, in whose cells people write
// that an order is not to be sent.
type noteColumn struct {
	column
	notes bool // its heading is one of notes or tags
	goes  bool // what stands there is sent along with the order
	loose bool // nobody reads it: what calls its order off there refuses the file
}

// note is a cell of such a column.
type note struct {
	row    int
	column noteColumn
	text   string
}

// noteColumns are the columns of comments and those that the template passes over.
func (b *orderBuilder) noteColumns(head *row) []noteColumn {
	var out []noteColumn
	used := map[int]bool{}
	for _, c := range b.l.known {
		used[c.index] = true
	}
	for _, c := range b.l.columns[field.Comment] {
		out = append(out, noteColumn{c, true, true, false})
	}
	for _, c := range head.cells {
		ignored := slices.ContainsFunc(b.source.ignore, func(heading string) bool { return exactKey(heading) == exactKey(c.text) })
		if passed, notes := b.source.template.passes(c.text), b.lexicon.Notes(c.text); !used[c.column] && !ignored && (passed || notes) {
			out = append(out, noteColumn{column{index: c.column, name: celltext.OneLine(c.text)}, notes, false, !passed})
		}
	}
	return out
}

// readNotes reads what a row's notes say against sending its order as it is.
func (b *orderBuilder) readNotes(d *draft, r *row) {
	for _, column := range b.notes {
		c := r.at(column.index)
		if c.kind != textCell || !celltext.HasLetter(c.text) || !b.speaks(c) {
			continue
		}
		if d.work != nil && column.notes && !slices.ContainsFunc(d.said, func(n note) bool { return n.text == c.text }) {
			d.said = append(d.said, note{r.number, column, strings.Clone(c.text)})
		} else if column.notes {
			continue // the same comment on each row of an order
		}
		b.readStop(d, r, c, column)
	}
}

// readStop reads one note. What the source's config says of the whole cell goes before.
func (b *orderBuilder) readStop(d *draft, r *row, c cell, column noteColumn) {
	if b.lexicon.OwnState(c.text) {
		if found := b.words.state(c.text); isOff(found) {
			d.keepBack(found, celltext.OneLine(column.name+": "+c.text))
		}
		return
	}
	switch stop := b.stop(c.text); {
	case column.loose && (stop == lexicon.StopHold || stop == lexicon.StopOdd):
	case stop == lexicon.StopHold, stop == lexicon.StopOdd && column.notes:
		b.refuse(r.number, column.name, problem.Faultf(problem.StateUnknown+".stop", celltext.Show(c.text), celltext.Paste(c.text)))
	case !column.notes:
	case stop == lexicon.StopSwap:
		b.refuse(r.number, column.name, problem.Faultf(problem.StateUnknown+".swap", celltext.Show(c.text), celltext.Paste(c.text)))
	case stop == lexicon.StopMaybe:
		b.remark(r.number, column.name, problem.Faultf(problem.StateUnknown+".maybe", celltext.Show(c.text)))
	case stop == lexicon.StopLater, stop == lexicon.NoStop && b.values.afterDay(strings.TrimSpace(c.text)):
		b.readLaterNote(r, c, column)
	}
}

// readLaterNote: a day that is still to come refuses the order until then.
func (b *orderBuilder) readLaterNote(r *row, c cell, column noteColumn) {
	for _, part := range strings.FieldsFunc(c.text, func(r rune) bool { return r == ' ' || r == ',' || r == ';' || r == '!' || r == '(' || r == ')' }) {
		day, known := b.values.dayToCome(strings.Trim(part, "."), b.source.now)
		if known && day.After(dayBegun(b.source.now)) {
			b.refuse(r.number, column.name, problem.Faultf(problem.SendLater+".note", celltext.Show(c.text), celltext.Paste(c.text)))
			return
		}
	}
	if day, known := notedDay(c.text, b.source.now); known && day.After(dayBegun(b.source.now)) {
		b.refuse(r.number, column.name, problem.Faultf(problem.SendLater+".note", celltext.Show(c.text), celltext.Paste(c.text)))
		return
	}
	b.remark(r.number, column.name, problem.Faultf(problem.SendLater+".note_unclear", celltext.Show(c.text)))
}

// stop reads a note, and remembers what it read.
func (b *orderBuilder) stop(text string) lexicon.Stop {
	return remembered(b.stops, text, b.lexicon.Stop)
}

// compareNotes holds the order as it was read against what its notes say of payment and place.
func (b *orderBuilder) compareNotes(d *draft) {
	pay, to := d.order.Payment.Method, d.order.Recipient.Delivery
	for _, n := range d.said {
		if d.state.off != "" || b.lexicon.OwnState(n.text) {
			continue
		}
		said := b.lexicon.NotePays(n.text)
		if n.column.loose {
			said = lexicon.PaymentUnknown // the column as a whole is looked at for that
		}
		if pay == string(lexicon.COD) && said == lexicon.Prepaid || pay == string(lexicon.Prepaid) && said == lexicon.COD {
			b.refuseAt(d, n.row, n.column.name, problem.Faultf(problem.PaymentConflict+".note", celltext.Show(pay), celltext.Show(n.text), celltext.Paste(n.text)))
		}
		b.compareNoteMore(d, n)
		if n.column.loose && slices.ContainsFunc(d.elsewhere, func(o note) bool { return o.row == n.row }) {
			continue // compareElsewhere says it
		}
		if named := b.lexicon.NoteBranches(n.text); len(named) > 0 && to.BranchNumber != nil && slices.ContainsFunc(named, func(number string) bool { return number != *to.BranchNumber }) {
			b.refuseAt(d, n.row, n.column.name, problem.Faultf(problem.DeliveryUnknown+".note", celltext.Show(n.text), celltext.Show(*to.BranchNumber), celltext.Paste(n.text)))
		}
	}
}
