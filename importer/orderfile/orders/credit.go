package orders

import (
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
	"github.com/dropbridge/dropbridge/internal/money"
)

// readCredit reads the cells of bonuses, vouchers and gift cards. A code of letters is none,
// as the amount that it brought stands elsewhere.
func (b *builder) readCredit(d *draft, r *cells.Row) {
	var sum money.Amount
	name := ""
	for _, column := range b.l.Columns[field.Credit] {
		c := r.At(column.Index)
		if !b.speaks(c) || value.IsZero(c) {
			continue
		}
		c.Text = strings.TrimPrefix(c.Text, "-")
		amount, f := b.values.Money(c)
		if f != nil && strings.HasSuffix(c.Text, "%") {
			d.pay.Credit.Odd, d.pay.Credit.Column = true, column.Name
			continue
		}
		if f != nil && celltext.HasLetter(c.Text) {
			continue
		}
		if f != nil {
			d.payUnclear = true
			b.refuse(r.Number, column.Name, f)
			return
		}
		if name == "" {
			sum, name = amount, column.Name
		} else if both, err := sum.Add(amount); err == nil {
			sum = both
		}
	}
	kept := &d.pay.Credit
	switch {
	case sum.Sign() <= 0:
	case kept.Row == 0:
		kept.Sum, kept.Row, kept.Column = sum, r.Number, name
	case !kept.Sum.Equal(sum):
		kept.Odd = true
	}
}
