package orders

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
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
	d := &draft{order: &b.orders[len(b.orders)-1].NewOrder, work: &work{}}
	b.drafts = append(b.drafts, d)
	return d
}

// hasPerson reports whether a row has a recipient's name or a phone.
func (b *builder) hasPerson(r *cells.Row) bool {
	name, _ := b.l.Person(r)
	tel, _ := ordertemplate.Pick(b.l.Columns[field.Phone], r)
	return name != "" || !tel.Blank()
}

func (b *builder) itemFilled(r *cells.Row) bool {
	return slices.ContainsFunc(b.l.Groups, func(g ordertemplate.Item) bool { return g.Filled(r) })
}

// rowNames makes order numbers for a file that has none: of what the row says once
// read, and of its place among rows that say the same. So they stay the same when the
// file is renamed, sorted, saved in another format, or rows are added.
type rowNames struct {
	seen   map[[sha256.Size]byte]int
	values *value.Reader
}

func newRowNames(v *value.Reader) *rowNames { return &rowNames{map[[sha256.Size]byte]int{}, v} }

func (n *rowNames) next(d *draft) string {
	var b strings.Builder
	add := func(texts ...string) {
		for _, text := range texts {
			fmt.Fprintf(&b, "%d:%s;", len(text), text)
		}
	}
	to := d.order.Recipient
	kind := lexicon.KindBranch
	if d.to.Branch.Kind == lexicon.KindLocker {
		kind = lexicon.KindLocker
	}
	add(to.Name, to.Phone, celltext.OrBlank(to.Email), kind, to.Delivery.City, n.values.BranchNumber(d.to.BranchText))
	for _, item := range d.order.Items {
		add(item.SKU, fmt.Sprint(item.Quantity), item.Price.String())
	}
	way := map[lexicon.Payment]int{lexicon.COD: 1, lexicon.Prepaid: 2}[d.pay.Way]
	add(fmt.Sprint(way), d.pay.COD.String(), d.pay.Total.String(), celltext.OrBlank(d.order.Comment))
	sum := sha256.Sum256([]byte(b.String()))
	n.seen[sum]++
	return fmt.Sprintf("row-%s-%d", hex.EncodeToString(sum[:10]), n.seen[sum])
}
