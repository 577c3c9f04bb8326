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
		if d.pay.way == "" {
			d.pay.way, d.pay.wayText = lexicon.COD, strings.Clone(column.Name)
		} else if d.pay.way != lexicon.COD {
			b.refuse(r.Number, column.Name, problem.Faultf(problem.OrderCellsConflict+".payment", celltext.Show(column.Name+": "+c.Text), celltext.Show(d.pay.wayText)))
		}
	case "no":
		d.pay.state.notCOD = strings.Clone(column.Name + ": " + c.Text)
	default:
		return false
	}
	return true
}

// againstTick: who ticks that nothing is paid on delivery says not yet that it was paid.
func (p *payment) againstTick(way lexicon.Payment) *problem.Fault {
	switch {
	case p.state.notCOD == "":
		return nil
	case way == lexicon.COD:
		return problem.Faultf(problem.PaymentConflict+".ticked", celltext.Show(p.wayOr("cod")), celltext.Show(p.state.notCOD))
	case p.way == "" && p.paid != lexicon.Prepaid && p.state.paid == "" && p.inAdvance.Sign() <= 0:
		return problem.Faultf(problem.PaymentUnknown+".ticked", celltext.Show(p.state.notCOD))
	}
	return nil
}
