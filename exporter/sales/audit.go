package sales

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// audit counts what was checked and gives on what does not fit.
type audit struct {
	names  []string // of the checks, in the order in which they are shown
	by     map[string]*verdict
	count  int64
	first  []Difference
	record func(Difference) error // nil: nowhere
}

// verdict is what one check came to.
type verdict struct {
	checked, wrong int64
	apart          money.Amount // the differences, without their signs
	orders         []string     // the first that do not fit
}

const (
	keptDifferences = 1000 // by the report; the workbook has all of them
	namedOrders     = 5    // by a check's detail
)

func newAudit(names []string) *audit {
	a := &audit{names: names, by: map[string]*verdict{}, first: []Difference{}}
	for _, name := range names {
		a.by[name] = &verdict{}
	}
	return a
}

// passed says that a check was made and holds.
func (a *audit) passed(name string) { a.by[name].checked++ }

// found says that a check was made and what it found.
func (a *audit) found(d Difference) error {
	d.Message = d.said.String()
	v := a.by[d.Code]
	v.checked++
	v.wrong++
	apart, err := d.Expected.OrZero().Sub(d.Found.OrZero())
	if err == nil && apart.Sign() < 0 {
		apart = apart.Negated()
	}
	if err == nil {
		err = plus(&v.apart, apart)
	}
	if err != nil {
		return err
	}
	if len(v.orders) < namedOrders {
		v.orders = append(v.orders, strings.Clone(d.name()))
	}
	if a.count++; a.count <= keptDifferences {
		a.first = append(a.first, d)
	}
	if a.record == nil {
		return nil
	}
	return a.record(d)
}

// same checks that two amounts are one.
func (a *audit) same(d Difference) error {
	if d.Expected.Equal(d.Found) {
		a.passed(d.Code)
		return nil
	}
	return a.found(d)
}

// name is what people know the order or parcel by.
func (d *Difference) name() string {
	for _, name := range []string{d.ExternalID, d.OrderID, d.Waybill} {
		if name != "" {
			return name
		}
	}
	return "?"
}

func (a *audit) checks() []Check {
	out := []Check{}
	for _, name := range a.names {
		out = append(out, Check{Name: name, OK: a.by[name].wrong == 0, Detail: a.by[name].detail().String()})
	}
	return out
}

// detail is what a check came to, in one line with the figures.
func (v *verdict) detail() wording.Message {
	if v.wrong == 0 {
		return wording.NewMessage("sales.checked", v.checked)
	}
	orders := strings.Join(v.orders, ", ")
	if v.wrong > namedOrders {
		orders += ", …"
	}
	return wording.NewMessage("sales.unfit", v.wrong, v.checked, v.apart, orders)
}
