package payment

import (
	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// AgainstState is what an order's state says against its way of payment: it was paid and is to be
// paid on delivery, or it is to be paid in advance and waits for that.
func (p *Said) AgainstState(way lexicon.Payment) *problem.Fault {
	s := &p.State
	switch {
	case way == lexicon.COD && s.Paid != "":
		return problem.Faultf(problem.PaymentConflict+".state", celltext.Show(p.wayOr(supplier.PaymentCOD)), celltext.Show(s.Paid), celltext.Paste(s.Paid))
	case way != lexicon.Prepaid || s.Pending == "" || s.Paid != "" || s.Named || p.Paid == lexicon.Prepaid:
		return nil
	case p.Way == "":
		return nil // nothing says that it is paid online: "pending" is a new order
	}
	return problem.Faultf(problem.PaymentUnknown+".pending", celltext.Show(p.wayOr(supplier.PaymentPrepaid)), celltext.Show(s.Pending), celltext.Paste(s.Pending))
}

// AgainstTick: who ticks that nothing is paid on delivery says not yet that it was paid.
func (p *Said) AgainstTick(way lexicon.Payment) *problem.Fault {
	switch {
	case p.State.NotCOD == "":
		return nil
	case way == lexicon.COD:
		return problem.Faultf(problem.PaymentConflict+".ticked", celltext.Show(p.wayOr(supplier.PaymentCOD)), celltext.Show(p.State.NotCOD))
	case p.Way == "" && p.Paid != lexicon.Prepaid && p.State.Paid == "" && p.InAdvance.Sign() <= 0:
		return problem.Faultf(problem.PaymentUnknown+".ticked", celltext.Show(p.State.NotCOD))
	}
	return nil
}
