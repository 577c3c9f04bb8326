package exporter

import (
	"fmt"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// leave names a product that is left to another supplier of the feed.
func (j *job) leave(o *supplier.Outdone) {
	p := supplier.Product{ID: o.ID, SKU: o.SKU, Name: o.Name, Supplier: o.Supplier}
	refused := remark.Skip{SKU: remark.Label(&p), Code: remark.OtherSupplier, Message: outdoneBecause(o, j.feed.Private)}
	j.feed.viewer.note(&p, p.Name, &refused)
	j.notes.Outdone = append(j.notes.Outdone, refused)
}

// outdoneBecause says why the other supplier's offer stays. Only who may know what the shop pays is
// told amounts.
func outdoneBecause(o *supplier.Outdone, private bool) string {
	switch {
	case o.Reason == supplier.OutdoneByStock:
		return o.By + " has it in stock, " + o.Supplier + " has not"
	case o.Reason == supplier.OutdoneByOrder:
		return o.By + " has it too, and goes before " + o.Supplier
	case !o.Price.IsSet():
		return o.By + " has it with a price, " + o.Supplier + " has none"
	case !private:
		return o.By + " has it cheaper"
	}
	return fmt.Sprintf("%s has it cheaper: %s against %s %s", o.By, o.ByPrice, o.Price, o.Currency)
}
