package exporter

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/markup"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// leftOut counts what a product had and no feed shows.
type leftOut struct {
	images int // repeated or empty
	tiers  int // without a price or a quantity
}

// tidy brings the products of a page into the form that every feed shows: addresses with
// their scheme, each image once, tiers with a price and a quantity and by rising quantity. It
// returns what it left out, nil where that is nothing at all.
func tidy(products []supplier.Product) map[*supplier.Product]leftOut {
	var all map[*supplier.Product]leftOut
	for i := range products {
		p := &products[i]
		p.URL = markup.WithScheme(p.URL)
		out := leftOut{images: dropRepeats(p), tiers: dropUnpriced(p)}
		if out == (leftOut{}) {
			continue
		}
		if all == nil {
			all = map[*supplier.Product]leftOut{}
		}
		all[p] = out
	}
	return all
}

// dropRepeats keeps the first of equal images and drops empty ones. Lists are short: a
// look back is cheaper than a set.
func dropRepeats(p *supplier.Product) int {
	kept := 0
	for i, given := range p.Images {
		image := markup.WithScheme(given)
		if strings.TrimSpace(image) == "" || slices.Contains(p.Images[:kept], image) {
			continue
		}
		if kept < i || len(image) != len(given) { // a list without repeats is not written to
			p.Images[kept] = image
		}
		kept++
	}
	n := len(p.Images) - kept
	p.Images = p.Images[:kept]
	return n
}

// dropUnpriced keeps the tiers that have a price and a quantity, by rising quantity.
func dropUnpriced(p *supplier.Product) int {
	before := len(p.Tiers)
	p.Tiers = slices.DeleteFunc(p.Tiers, func(t supplier.Tier) bool { return t.Price.Sign() <= 0 || t.MinQuantity < 1 })
	byQuantity := func(a, b supplier.Tier) int { return cmp.Compare(a.MinQuantity, b.MinQuantity) }
	if !slices.IsSortedFunc(p.Tiers, byQuantity) {
		slices.SortStableFunc(p.Tiers, byQuantity)
	}
	return before - len(p.Tiers)
}

// remark names what the feed does not show as the supplier has it.
func (f *feed) remark(o *offer, out leftOut, notes *remark.Notes) {
	p := o.Product
	images, tiers := f.images, f.tiers
	remarkRepeats(p, out.images, notes)
	if len(o.Images) == 0 {
		notes.Warn(remark.Label(p), remark.PicturesMissing, "remark.pictures_missing")
	}
	if images > 0 && len(o.Images) > images {
		notes.Warn(remark.Label(p), remark.PicturesBeyond, "remark.pictures_beyond_columns", len(o.Images), images)
	}
	if tiers > 0 && len(o.Prices.Tiers) > tiers {
		notes.Warn(remark.Label(p), remark.TiersBeyond, "remark.tiers_beyond_columns", len(o.Prices.Tiers), tiers)
	}
	if p.Category.ID == "" && p.Category.Name == "" && len(p.Category.Path) == 0 {
		notes.Warn(remark.Label(p), remark.CategoryMissing, "remark.category_missing")
	}
	f.remarkAmounts(p, out.tiers, notes)
	f.remarkAttributes(o, notes)
	remarkGroup(o, notes)
}

// remarkGroup names what the product of a group has no place for, once for the group.
func remarkGroup(o *offer, notes *remark.Notes) {
	v := o.Variant
	if v == nil || !v.Leads {
		return
	}
	if n := v.Group.PicturesLeftOut; n > 0 {
		notes.Warn(remark.Label(o.Product), remark.PicturesLeftOut, "remark.pictures_of_group", n)
	}
	if names := v.Group.AttributesLeftOut; len(names) > 0 {
		notes.Warn(remark.Label(o.Product), remark.AttributesLeftOut, "remark.attributes_of_group", strings.Join(names, ", "))
	}
}

// remarkAmounts names amounts that are left out because they are no prices.
func (f *feed) remarkAmounts(p *supplier.Product, tiers int, notes *remark.Notes) {
	if p.RRP.IsSet() && p.RRP.Sign() <= 0 {
		notes.Warn(remark.Label(p), remark.AmountOmitted, "remark.amount_omitted.rrp", p.RRP)
	}
	if !f.Private {
		return
	}
	switch {
	case !p.DropPrice.IsSet():
		notes.Warn(remark.Label(p), remark.AmountOmitted, "remark.amount_omitted.no_drop")
	case p.DropPrice.Sign() <= 0:
		notes.Warn(remark.Label(p), remark.AmountOmitted, "remark.amount_omitted.drop", p.DropPrice)
	}
	f.remarkUnpriced(p, tiers, notes)
}

// remarkTidied names what tidy left out of a product that waits for its group, since
// the copy that is read back later does not tell.
func (f *feed) remarkTidied(p *supplier.Product, out leftOut, notes *remark.Notes) {
	remarkRepeats(p, out.images, notes)
	f.remarkUnpriced(p, out.tiers, notes)
}

func remarkRepeats(p *supplier.Product, n int, notes *remark.Notes) {
	if n > 0 {
		notes.Warn(remark.Label(p), remark.PicturesRepeated, "remark.pictures_repeated", n)
	}
}

func (f *feed) remarkUnpriced(p *supplier.Product, n int, notes *remark.Notes) {
	if n > 0 && f.Private {
		notes.Warn(remark.Label(p), remark.AmountOmitted, "remark.tiers_unpriced", n)
	}
}

// remarkAttributes names attributes for which an offer has no element: those without a
// name or a value. Tables show them as they are.
func (f *feed) remarkAttributes(o *offer, notes *remark.Notes) {
	if f.template.IsTable() {
		return
	}
	for _, a := range o.Attributes {
		if !markup.Shown(a.Name) || !markup.Shown(a.Value) {
			notes.Warn(remark.Label(o.Product), remark.AttributeIncomplete, "remark.attribute_incomplete", a.Name, a.Value)
		}
	}
}
