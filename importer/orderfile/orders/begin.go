package orders

import (
	"slices"
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// assign finds the order of a row, or begins one.
func (b *builder) assign(r *cells.Row) (d *draft, f *problem.Fault, at string) {
	defer func() { b.above, b.last = d, d }()
	columns := b.l.Columns[field.OrderNumber]
	c, column := ordertemplate.Pick(columns, r)
	switch {
	case c.Text != "" && c.Kind != cells.Error:
		lost := b.values.OrderNumber(c)
		switch says := b.saysOff(c.Text); {
		case lost != nil:
		case !strings.ContainsFunc(c.Text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }), b.words.nothing(c.Text):
			lost = problem.Faultf(problem.OrderNumberMissing)
		case says != "":
			lost = problem.Faultf(problem.StateUnknown+".in_number", celltext.Show(c.Text), celltext.Show(says))
		}
		d = b.byNumber[c.Text]
		switch {
		case d == nil:
			d = b.begin()
			d.number = c.Text
			b.byNumber[c.Text] = d
		case d != b.last:
			f = problem.Faultf(problem.OrderRowsApart, celltext.Show(c.Text))
		default:
			b.perItem = true
		}
		if lost != nil {
			f = lost
		}
		return d, f, column.Name
	case c.Blank() && !b.hasPerson(r) && b.above != nil && b.itemFilled(r):
		b.perItem = true
		return b.above, nil, ""
	case len(columns) == 0 && b.hasPerson(r):
		return b.begin(), nil, ""
	case len(columns) == 0 || !c.Blank():
		return b.begin(), faultOrNil(len(columns) == 0), column.Name
	}
	return b.begin(), problem.Faultf(problem.OrderNumberMissing), column.Name
}

// saysOff is what stands behind an order's number and says that it is not to be sent:
// "1001 (дубль)", "1001 скасовано".
func (b *builder) saysOff(text string) string {
	at := strings.IndexAny(text, " (")
	if at <= 0 {
		return ""
	}
	behind := strings.Trim(text[at:], " ()[].,-–—")
	if !celltext.HasLetter(behind) || !b.words.state(behind).Off() {
		return ""
	}
	return behind
}

// faultOrNil: where the file has no column for the number, a row that stands alone
// without a person cannot be told to belong anywhere.
func faultOrNil(absent bool) *problem.Fault {
	if !absent {
		return nil // the cell itself is at fault, and is reported as such
	}
	return problem.Faultf(problem.OrderNumberMissing + ".nobody")
}

func (b *builder) begin() *draft {
	b.settle()
	b.orders = append(b.orders, Order{})
	if b.idle == nil {
		b.idle = &work{}
	}
	d := &draft{order: &b.orders[len(b.orders)-1], work: b.idle}
	b.idle, *d.work = nil, work{}
	b.drafts = append(b.drafts, d)
	return d
}

func (b *builder) itemFilled(r *cells.Row) bool {
	return slices.ContainsFunc(b.l.Groups, func(g ordertemplate.Item) bool { return g.Filled(r) })
}
