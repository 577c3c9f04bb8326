package sales

import (
	"cmp"
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// audit counts what was checked and gives on what does not fit.
type audit struct {
	names  []string // of the checks, in the order in which they are shown
	by     map[string]*verdict
	shared map[sharing]*common
	count  int64
	first  []Difference
	record func(Difference) error // nil: nowhere
}

// keptDifferences are those that the report keeps; the workbook has all of them.
const keptDifferences = 1000

func newAudit(names []string) *audit {
	a := &audit{by: map[string]*verdict{}, shared: map[sharing]*common{}, first: []Difference{}}
	for _, name := range names {
		a.add(name)
	}
	return a
}

// add adds a check.
func (a *audit) add(name string) {
	a.names, a.by[name] = append(a.names, name), &verdict{apart: map[string]money.Amount{}}
}

// passed says that a check was made and holds.
func (a *audit) passed(name string, kind trait) error {
	a.by[name].checked++
	return a.fits(name, kind)
}

// unstated says that a check was not made, as the supplier does not say what it compares.
func (a *audit) unstated(name string) { a.by[name].unstated++ }

// unlisted says that a check was not made, as the supplier has no list of what it looks for.
func (a *audit) unlisted(name string) { a.by[name].unlisted = true }

// found says that a check was made and what it found.
func (a *audit) found(d Difference) error {
	d.Message = d.said.String()
	v := a.by[cmp.Or(d.check, d.Code)]
	v.checked++
	v.wrong++
	apart, err := d.Expected.OrZero().Sub(d.Found.OrZero())
	if err == nil && apart.Sign() < 0 {
		apart = apart.Negated()
	}
	sum := v.apart[d.kind.currency]
	if err == nil {
		err = plus(&sum, apart)
	}
	if err != nil {
		return err
	}
	v.apart[strings.Clone(d.kind.currency)] = sum
	if len(v.orders) < namedOrders {
		v.orders = append(v.orders, strings.Clone(d.name()))
	}
	return a.hold(d)
}

// give gives a difference on.
func (a *audit) give(d Difference) error {
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
		return a.passed(d.Code, d.kind)
	}
	return a.found(d)
}

// checks are the checks that were made, and their details to be said in each language.
func (a *audit) checks() (out []Check, details []wording.Message) {
	out = []Check{}
	for _, name := range a.names {
		if v := a.by[name]; !v.blind() {
			detail := v.detail()
			details = append(details, detail)
			out = append(out, Check{Name: name, OK: v.wrong == 0, Detail: detail.String()})
		}
	}
	return out, details
}

// unchecked are the checks that could not be made at all, each with the reason.
func (a *audit) unchecked() (out []Unchecked) {
	for _, name := range a.names {
		if v := a.by[name]; v.blind() {
			out = append(out, Unchecked{name, v.missing()})
		}
	}
	return out
}
