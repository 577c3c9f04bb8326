package orders

import (
	"strings"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// readCODTick reads a tick under a heading of payment on delivery: "Накладений платіж: так". One that
// names an amount or a sum wants one.
func (b *builder) readCODTick(d *draft, r *cells.Row, columns []ordertemplate.Column) (done bool) {
	c, column := ordertemplate.Pick(columns, r)
	if b.lexicon.NamesSum(column.Name) || c.Kind != cells.Text || !b.speaks(c) || strings.ContainsAny(c.Text, "0123456789") {
		return false
	}
	switch b.lexicon.Truth(c.Text) {
	case "yes":
		if d.pay.Way == "" {
			d.pay.Way, d.pay.WayText = lexicon.COD, strings.Clone(column.Name)
		} else if d.pay.Way != lexicon.COD {
			b.refuse(r.Number, column.Name, problem.Faultf(problem.OrderCellsConflict+".payment", celltext.Show(column.Name+": "+c.Text), celltext.Show(d.pay.WayText)))
		}
	case "no":
		d.pay.State.NotCOD = strings.Clone(column.Name + ": " + c.Text)
	default:
		return false
	}
	return true
}
