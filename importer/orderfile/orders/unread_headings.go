package orders

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
)

// mayDecide reports whether a column whose brackets are not understood keeps the file from being
// sent: it would say how, whether or where to, and nobody can tell that it does not.
func (b *builder) mayDecide(heading string) field.Field {
	m := b.source.Template.BracketsAside(heading)
	switch m {
	case field.State, field.PaymentState, field.PaymentMethod, field.CancelledAt, field.ShippedAt, field.CODAmount, field.ToPay, field.PaidAmount, field.Refunded, field.Returned, field.ShippedQuantity, field.SendOn,
		field.Discount, field.Credit, field.Carrier, field.DeliveryMethod, field.Currency, field.Country, field.Waybill:
	case field.City, field.Branch, field.Address, field.Street:
		if len(b.l.Columns[m]) > 0 {
			return ""
		}
	default:
		return ""
	}
	if b.lexicon.Side(heading) == "sender" {
		return ""
	}
	return m
}

// idCells is what a column holds that is not read although its heading says that it tells orders
// apart, in a file without a number of its orders: made of the rest of the row, the number would
// change with the order's state, and two equal orders would be one.
type idCells struct {
	seen  map[string]bool
	other int // cells that are no identifiers
}

func (b *builder) newIDCells(heading string) *idCells {
	if len(b.l.Columns[field.OrderNumber]) > 0 || !b.lexicon.NamesOrders(heading) {
		return nil
	}
	return &idCells{seen: map[string]bool{}}
}

func (i *idCells) note(v *value.Reader, c cells.Cell) {
	if i == nil {
		return
	}
	if v.IsDay(c) || c.Kind == cells.Error || utf8.RuneCountInString(c.Text) > value.MostIDLength || !strings.ContainsFunc(c.Text, unicode.IsDigit) || strings.Count(c.Text, " ") > 1 {
		i.other++
		return
	}
	i.seen[strings.Clone(c.Text)] = true
}

// tellApart reports whether the cells are such that they may be numbers of orders.
func (i *idCells) tellApart(filled int) bool {
	return i != nil && filled > 0 && i.other*2 < filled && len(i.seen)*3 >= filled-i.other
}
