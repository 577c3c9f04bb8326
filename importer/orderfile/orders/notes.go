package orders

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
)

// noteColumns are the columns of comments and those that the template passes over.
func (b *builder) noteColumns(head *cells.Row) []noteColumn {
	var out []noteColumn
	used := map[int]bool{}
	for _, c := range b.l.Known {
		used[c.Index] = true
	}
	for _, c := range b.l.Columns[field.Comment] {
		out = append(out, noteColumn{c, true, true, false})
	}
	for _, c := range head.Cells {
		ignored := slices.ContainsFunc(b.source.Ignore, func(heading string) bool { return ordertemplate.ExactKey(heading) == ordertemplate.ExactKey(c.Text) })
		if passed, notes := b.source.Template.Passes(c.Text), b.lexicon.Notes(c.Text); !used[c.Column] && !ignored && (passed || notes) {
			out = append(out, noteColumn{ordertemplate.Column{Index: c.Column, Name: celltext.SingleSpaced(c.Text)}, notes, false, !passed})
		}
	}
	return out
}

// readNotes reads what a row's notes say against sending its order as it is.
func (b *builder) readNotes(d *draft, r *cells.Row) {
	for _, column := range b.notes {
		c := r.At(column.Index)
		if c.Kind != cells.Text || !celltext.HasLetter(c.Text) || !b.speaks(c) {
			continue
		}
		if d.work != nil && column.notes && !slices.ContainsFunc(d.said, func(n note) bool { return n.text == c.Text }) {
			d.said = append(d.said, note{r.Number, column, strings.Clone(c.Text)})
		} else if column.notes {
			continue // the same comment on each row of an order
		}
		b.readStop(d, r, c, column)
	}
}

// readStop reads one note. What the source's config says of the whole cell goes before.
func (b *builder) readStop(d *draft, r *cells.Row, c cells.Cell, column noteColumn) {
	if b.lexicon.OwnState(c.Text) {
		if found := b.words.state(c.Text); found.Off() {
			d.keepBack(found, celltext.SingleSpaced(column.Name+": "+c.Text))
		}
		return
	}
	switch stop := b.stop(c.Text); {
	case column.loose && (stop == lexicon.StopHold || stop == lexicon.StopOdd):
	case stop == lexicon.StopHold, stop == lexicon.StopOdd && column.notes:
		b.refuse(r.Number, column.Name, problem.Faultf(problem.StateUnknown+".stop", celltext.Show(c.Text), celltext.Paste(c.Text)))
	case !column.notes:
	case stop == lexicon.StopSwap:
		b.refuse(r.Number, column.Name, problem.Faultf(problem.StateUnknown+".swap", celltext.Show(c.Text), celltext.Paste(c.Text)))
	case stop == lexicon.StopMaybe:
		b.remark(r.Number, column.Name, problem.Faultf(problem.StateUnknown+".maybe", celltext.Show(c.Text)))
	case stop == lexicon.StopLater, stop == lexicon.NoStop && b.values.AfterDay(strings.TrimSpace(c.Text)):
		b.readLaterNote(r, c, column)
	}
}

// readLaterNote: a day that is still to come refuses the order until then.
func (b *builder) readLaterNote(r *cells.Row, c cells.Cell, column noteColumn) {
	for _, part := range strings.FieldsFunc(c.Text, func(r rune) bool { return r == ' ' || r == ',' || r == ';' || r == '!' || r == '(' || r == ')' }) {
		day, known := b.values.DayToCome(strings.Trim(part, "."), b.source.Now)
		if known && day.After(value.DayBegun(b.source.Now)) {
			b.refuse(r.Number, column.Name, problem.Faultf(problem.SendLater+".note", celltext.Show(c.Text), celltext.Paste(c.Text)))
			return
		}
	}
	if day, known := value.NotedDay(c.Text, b.source.Now); known && day.After(value.DayBegun(b.source.Now)) {
		b.refuse(r.Number, column.Name, problem.Faultf(problem.SendLater+".note", celltext.Show(c.Text), celltext.Paste(c.Text)))
		return
	}
	b.remark(r.Number, column.Name, problem.Faultf(problem.SendLater+".note_unclear", celltext.Show(c.Text)))
}
