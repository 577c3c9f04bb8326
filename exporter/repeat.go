package exporter

import (
	"slices"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// missing is a product of the list that no feed has: its id was there before, and the
// offers of a feed are known by their ids, or it could not be read.
type missing struct {
	before  int // the index of the product that follows it among those that stay
	label   string
	code    remark.Code
	message wording.Message
}

// arrivals remembers a page as it came, to tell what does not stay of it.
type arrivals struct {
	before  supplier.Arrivals
	missing []missing
	outdone []supplier.Outdone
	lacking []supplier.Lacking
	remarks []supplier.Remark
	listed  int64 // products of the page, in the supplier's list
}

// note remembers a page before Admit.
func (a *arrivals) note(page *supplier.ProductPage) {
	a.listed = int64(a.before.Note(page) + len(page.Unreadable) + len(page.Repeated) + len(page.Outdone))
}

// settle finds the repeats, and those that could not be read, after Admit.
func (a *arrivals) settle(page *supplier.ProductPage) {
	a.missing = a.missing[:0]
	a.outdone, a.lacking, a.remarks = page.Outdone, page.Lacking, page.Remarks
	a.before.Settle(page)
	for _, r := range page.Repeated {
		a.missing = append(a.missing, missing{r.Before, remark.Label(&supplier.Product{ID: r.ID, SKU: r.SKU}), remark.IDDuplicate,
			wording.NewMessage("remark.id_duplicate", r.ID)})
	}
	for i := range page.Unreadable {
		u := &page.Unreadable[i]
		a.missing = append(a.missing, missing{u.Before, u.Label(), remark.ProductUnreadable, wording.NewMessage("remark.unreadable", u.Problem, u.Mend)})
	}
	slices.SortStableFunc(a.missing, func(a, b missing) int { return a.before - b.before })
}

// skip names the product.
func (m *missing) skip(notes *remark.Notes) { notes.Skip(m.label, m.code, m.message) }
