package orders

import (
	"strings"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
)

// choosePlace decides from which columns the place of a row is read: those of the recipient
// where one of them is filled, else the general ones, else the payer's. Another side completes
// it only where both say one place.
func (b *builder) choosePlace(d *draft, r *cells.Row) {
	b.leftOut = [ordertemplate.LastTier + 1]bool{}
	sides := &b.l.Sides
	if !sides.Any {
		return
	}
	for side := range sides.Rival {
		if sides.Rival[side] == [ordertemplate.LastTier + 1]bool{} || !b.anyPart(r, side) {
			continue
		}
		for other, rival := range sides.Rival[side] {
			if rival && !b.samePlace(r, side, other) {
				b.leftOut[other] = true
				b.noteAside(d, r, other)
			}
		}
		return
	}
}

// anyPart reports whether a part of a side's place is filled.
func (b *builder) anyPart(r *cells.Row, side int) bool {
	for _, m := range field.PlaceParts() {
		for _, c := range b.l.Columns[m] {
			if c.Tier == side && b.speaks(r.At(c.Index)) {
				return true
			}
		}
	}
	return false
}

// samePlace reports whether what two sides say is one place as far as it goes. The payer's
// completes it only where its town is the same for certain and no branch or address stands on
// the recipient's side alone.
func (b *builder) samePlace(r *cells.Row, side, other int) bool {
	town, told := other == ordertemplate.GeneralTier, false
	for _, m := range field.PlaceParts() {
		mine, theirs := b.partOf(r, m, side), b.textOf(r, m, other)
		if m == field.City && mine == "" { // "Львів, Відділення №5" in the column of the address
			mine = b.words.place(b.textOf(r, field.Address, side), lexicon.InAddress).City
		}
		told = told || mine != "" && m != field.Region && m != field.District // a region alone stands in many shops' forms
		switch {
		case mine == "":
		case theirs == "" && field.OfSpot(m) && other == ordertemplate.LastTier:
			return false
		case theirs == "":
		case b.partKey(m, mine) != b.partKey(m, theirs):
			return false
		default:
			town = town || m == field.City || m == field.PostalCode
		}
	}
	return town || !told
}

// partOf is a part of a side's place, in its own columns or in those that all sides share.
func (b *builder) partOf(r *cells.Row, m field.Field, side int) string {
	if text := b.textOf(r, m, side); text != "" {
		return text
	}
	if side != ordertemplate.GeneralTier && (m == field.Branch || !b.l.Sides.Rival[side][ordertemplate.GeneralTier]) {
		return b.textOf(r, m, ordertemplate.GeneralTier)
	}
	return ""
}

func (b *builder) textOf(r *cells.Row, m field.Field, tier int) string {
	for _, c := range b.l.Columns[m] {
		if found := r.At(c.Index); c.Tier == tier && b.speaks(found) {
			return found.Code()
		}
	}
	return ""
}

// partKey is what two spellings of a part have in common: "м. Київ" is "Київ".
func (b *builder) partKey(m field.Field, text string) string {
	if m == field.City {
		if place := b.words.place(text, lexicon.InAddress); place.City != "" {
			text = place.City
		}
	}
	return strings.Join(strings.FieldsFunc(ordertemplate.ExactKey(text), func(r rune) bool { return strings.ContainsRune(" .,", r) }), " ")
}

// noteAside remembers what stands in the columns of a place that is left aside.
func (b *builder) noteAside(d *draft, r *cells.Row, side int) {
	for _, m := range field.PlaceParts() {
		text := b.textOf(r, m, side)
		if text == "" || m == field.Branch && side == ordertemplate.GeneralTier {
			continue
		}
		d.to.Aside.City = d.to.Aside.City || m == field.City
		d.to.Aside.Spot = d.to.Aside.Spot || field.OfSpot(m)
		if m == field.City || field.OfSpot(m) {
			d.to.Aside.Text = strings.Clone(celltext.SingleSpaced(text))
		}
	}
}

// placeColumns are the columns of a part of the place that are read in this row. A branch is a
// carrier's: a general column of it belongs to whatever place is chosen.
func (b *builder) placeColumns(m field.Field) []ordertemplate.Column {
	columns := b.l.Columns[m]
	if b.leftOut == [ordertemplate.LastTier + 1]bool{} {
		return columns
	}
	var out []ordertemplate.Column
	for _, c := range columns {
		if !b.leftOut[c.Tier] || m == field.Branch && c.Tier == ordertemplate.GeneralTier {
			out = append(out, c)
		}
	}
	return out
}

// pickPlace is the cell of a part of the place. What only stands for a blank gives way to the next.
func (b *builder) pickPlace(m field.Field, r *cells.Row) (cells.Cell, ordertemplate.Column) {
	columns := b.placeColumns(m)
	for _, c := range columns {
		if found := r.At(c.Index); b.speaks(found) {
			return found, c
		}
	}
	return ordertemplate.Pick(columns, r)
}
