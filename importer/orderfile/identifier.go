package orderfile

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
)

// onlyNeeded leaves out the columns that hold an order's number only where no better heading is
// there: "№" beside "Замовлення №" counts the rows. Of several such columns the first of the
// template's list is the number, and no blank cell of it is filled from another one.
func onlyNeeded(known []column) []column {
	best, found := column{}, false
	for _, c := range known {
		if c.meaning == field.OrderNumber && (!found || c.tier < best.tier || c.tier == best.tier && c.rank < best.rank) {
			best, found = c, true
		}
	}
	if !found {
		return known
	}
	return slices.DeleteFunc(slices.Clone(known), func(c column) bool {
		return c.meaning == field.OrderNumber && c.tier == lastTier && (best.tier != lastTier || c.rank != best.rank)
	})
}

// withoutIgnored leaves out the columns of which only their place among the others makes an
// order's number, where the source says that they are not read: an "ID" may be a product's.
func withoutIgnored(known []column, ignored []string) []column {
	if len(ignored) == 0 {
		return known
	}
	keys := map[string]bool{}
	for _, heading := range ignored {
		keys[exactKey(heading)] = true
	}
	return slices.DeleteFunc(known, func(c column) bool {
		return c.meaning == field.OrderNumber && c.tier == lastTier && keys[exactKey(c.name)]
	})
}

// idCells is what a column holds that is not read although its heading says that it tells orders
// apart, in a file without a number of its orders: made of the rest of the row, the number would
// change with the order's state, and two equal orders would be one.
type idCells struct {
	seen  map[string]bool
	other int // cells that are no identifiers
}

func (b *orderBuilder) newIDCells(heading string) *idCells {
	if len(b.l.columns[field.OrderNumber]) > 0 || !b.lexicon.NamesOrders(heading) {
		return nil
	}
	return &idCells{seen: map[string]bool{}}
}

func (i *idCells) note(v *values, c cells.Cell) {
	if i == nil {
		return
	}
	if v.isDay(c) || c.Kind == cells.Error || utf8.RuneCountInString(c.Text) > mostIDLength || !strings.ContainsFunc(c.Text, unicode.IsDigit) || strings.Count(c.Text, " ") > 1 {
		i.other++
		return
	}
	i.seen[strings.Clone(c.Text)] = true
}

// tellApart reports whether the cells are such that they may be numbers of orders.
func (i *idCells) tellApart(filled int) bool {
	return i != nil && filled > 0 && i.other*2 < filled && len(i.seen)*3 >= filled-i.other
}
