package exporter

import (
	"strings"

	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

const (
	// oddShown is how many unreadable products an error names.
	oddShown = 5
	// oddUnbounded is how many may be kept in mind where nobody knows how long the list is.
	oddUnbounded = 20_000
)

// oddities count the products of a list that could not be read.
type oddities struct {
	allowed history.Share
	count   int64
	listed  int64 // products of the list so far
	first   []string
}

// note takes in a page of the list, which announces a total of products, 0 where it does
// not. That there are too many shows as early as the total allows.
func (o *oddities) note(page *supplier.ProductPage, listed, total int64) error {
	o.listed += listed
	o.count += int64(len(page.Unreadable))
	for i := range page.Unreadable {
		if len(o.first) < oddShown {
			o.first = append(o.first, page.Unreadable[i].String())
		}
	}
	if total == 0 && o.count <= oddUnbounded {
		return nil
	}
	return o.check(max(total, o.listed))
}

// limit is how many products of so many may be unreadable.
func (o *oddities) limit(products int64) int64 {
	share := o.allowed.Or(history.Percent(1))
	if share == history.Percent(0) {
		return 0
	}
	return max(1, share.Of(products))
}

// check refuses a list of so many products where too many of them could not be read: it
// is the mapping then that does not fit, or the supplier's service that is broken.
func (o *oddities) check(products int64) error {
	limit := o.limit(products)
	if o.count <= limit {
		return nil
	}
	what := wording.NewMessage("odd.too_many", o.count, products, limit, strings.Join(o.first, "; "))
	if more := o.count - int64(len(o.first)); more > 0 {
		what = wording.NewMessage("odd.and_more", what, more)
	}
	return &tooManyError{what, &supplier.Error{Kind: supplier.KindProtocol, Op: "list products", Detail: what.String(), Mend: wording.English.Say("odd.way")}}
}

// tooManyError is a list of which too many products could not be read.
type tooManyError struct {
	what wording.Message
	err  *supplier.Error
}

func (e *tooManyError) Error() string { return e.err.Error() }

// Hint is the mend.
func (e *tooManyError) Hint() string { return e.err.Hint() }

// Failure is that of the list.
func (e *tooManyError) Failure() failure.Kind { return e.err.Failure() }

// Say is the error and the mend in a language.
func (e *tooManyError) Say(l wording.Language) (what, way string) {
	return e.err.Op + ": " + e.what.In(l), l.Say("odd.way")
}

func (e *tooManyError) Unwrap() error { return e.err }

// CheckReadable is the error with which feeds refuse a list of so many products of which
// these could not be read, nil where they may be left out. allowed is as in
// Options.Unreadable.
func CheckReadable(allowed history.Share, odd []supplier.Unreadable, products int64) error {
	o := oddities{allowed: allowed}
	if err := o.note(&supplier.ProductPage{Unreadable: odd}, products, products); err != nil {
		return err
	}
	return o.check(products)
}
