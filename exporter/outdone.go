package exporter

import (
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// leave names a product that is left to another supplier of the feed.
func (j *job) leave(o *supplier.Outdone) {
	p := supplier.Product{ID: o.ID, SKU: o.SKU, Name: o.Name, Supplier: o.Supplier}
	refused := remark.NewSkip(remark.Label(&p), remark.OtherSupplier, outdoneBecause(o, j.feed.Private))
	j.feed.viewer.note(&p, p.Name, &refused)
	j.notes.Outdone = append(j.notes.Outdone, refused)
}

// outdoneBecause says why the other supplier's offer stays. Only who may know what the shop pays is
// told amounts.
func outdoneBecause(o *supplier.Outdone, private bool) wording.Message {
	switch {
	case o.Reason == supplier.OutdoneByStock:
		return wording.NewMessage("remark.other_supplier.stock", o.By, o.Supplier)
	case o.Reason == supplier.OutdoneByOrder:
		return wording.NewMessage("remark.other_supplier.order", o.By, o.Supplier)
	case !o.Price.IsSet():
		return wording.NewMessage("remark.other_supplier.priced", o.By, o.Supplier)
	case !private:
		return wording.NewMessage("remark.other_supplier.cheaper", o.By)
	}
	return wording.NewMessage("remark.other_supplier.amounts", o.By, o.ByPrice, o.Price, o.Currency)
}
