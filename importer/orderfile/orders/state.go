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
)

// readState reads all that says whether the order is to be sent.
func (b *builder) readState(d *draft, r *cells.Row) {
	d.state.said = false
	defer func() {
		if d.state.said {
			d.state.rows++
		}
	}()
	for _, column := range b.l.Columns[field.State] {
		if c := r.At(column.Index); b.speaks(c) {
			b.readStateCell(d, r, c, column)
		}
	}
	for _, column := range b.l.Columns[field.PaymentState] {
		if c := r.At(column.Index); b.speaks(c) && b.calledOffByPay(c.Text) {
			b.readStateCell(d, r, c, column)
		}
	}
	b.readDone(d, r, field.CancelledAt, lexicon.Cancelled)
	b.readDone(d, r, field.ShippedAt, lexicon.Skip)
}

// readDone reads the columns that are filled only where something was done already.
func (b *builder) readDone(d *draft, r *cells.Row, m field.Field, state lexicon.State) {
	for _, column := range b.l.Columns[m] {
		c := r.At(column.Index)
		if amount, f := b.values.Money(c); f == nil && amount.IsSet() && amount.Sign() == 0 {
			continue // "0.00" under "Повернення"
		}
		if m == field.ShippedAt && (b.countsShipped(c, column) || b.shipsLater(r, c, column)) {
			continue
		}
		if b.speaks(c) && b.lexicon.Truth(c.Text) != "no" {
			d.keepBack(state, celltext.SingleSpaced(column.Name+": "+c.Text))
		}
	}
}

func (b *builder) readStateCell(d *draft, r *cells.Row, c cells.Cell, column ordertemplate.Column) {
	found := b.words.state(c.Text)
	b.noteState(c.Text)
	if at := slices.IndexFunc(d.words, func(w stateWord) bool { return w.column == column.Index }); at >= 0 {
		if before := d.words[at].text; b.words.state(before) != found {
			b.refuse(r.Number, column.Name, problem.Faultf(problem.OrderCellsConflict+".state", celltext.Show(c.Text), celltext.Show(before)))
		} else if found.Off() {
			d.state.said = true
		}
		return
	}
	d.words = append(d.words, stateWord{column.Index, strings.Clone(c.Text)})
	b.noteStatePay(d, c.Text)
	switch {
	case found.Off():
		d.keepBack(found, celltext.SingleSpaced(c.Text))
	case d.state.text == "":
		d.state.text = celltext.SingleSpaced(c.Text)
	}
	if found == lexicon.StateUnknown {
		b.refuse(r.Number, column.Name, problem.Faultf(problem.StateUnknown, celltext.Show(c.Text), celltext.Paste(c.Text)))
	}
}

// finishSkipped takes what is wrong with the rows of skipped orders out of the report, as
// nobody has to correct it, and says instead that they are skipped.
func (b *builder) finishSkipped() {
	rows := map[int]bool{}
	for _, d := range b.drafts {
		if d.skipped() {
			for _, row := range d.order.Rows {
				rows[row] = true
			}
		}
	}
	if len(rows) == 0 {
		return
	}
	b.found.Problems = slices.DeleteFunc(b.found.Problems, func(p problem.Problem) bool { return p.Row != nil && rows[*p.Row] })
	for _, d := range b.drafts {
		if !d.skipped() {
			continue
		}
		d.fault.row, d.fault.code = 0, ""
		b.found.Skipped = append(b.found.Skipped, Skipped{ExternalID: d.order.ExternalID, Rows: d.order.Rows, State: d.state.text,
			Cancelled: d.state.off == lexicon.Cancelled})
		b.found.add(d.order.Rows[0], b.columnName(field.State), problem.Faultf(problem.OrderSkipped, celltext.Show(d.state.text)))
		for _, row := range d.order.Rows[1:] {
			b.found.add(row, b.columnName(field.State), problem.Faultf(problem.OrderSkipped, celltext.Show(d.state.text)))
		}
	}
}
