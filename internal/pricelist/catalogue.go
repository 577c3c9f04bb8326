package pricelist

import (
	"context"
	"errors"
	"sync"

	"github.com/dropbridge/dropbridge/internal/pricelist/form"
	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Catalogue is a supplier's products as its lists have them.
type Catalogue struct {
	Options

	mu   sync.Mutex
	seen map[*Source]*surveyed // the last state of each list, as it was proved whole

	told told
}

// New is the catalogue of these lists.
func New(o Options) *Catalogue { return &Catalogue{Options: o, seen: map[*Source]*surveyed{}} }

// opName is what errors call a reading.
const opName = "read the price list"

// ofSupplier is an error of a reading as those of a supplier are.
func ofSupplier(err error) error {
	fault, ok := errors.AsType[*listfile.Fault](err)
	if !ok {
		return err
	}
	kind := supplier.KindProtocol
	switch fault.Code {
	case listfile.Unreachable:
		kind = supplier.KindTransient
	case listfile.Refused:
		kind = supplier.KindUnauthorized
	}
	return &supplier.Error{Kind: kind, Op: opName, Err: err}
}

// prepare gets all lists, proves each whole and decides their columns.
func (c *Catalogue) prepare(ctx context.Context) ([]*surveyed, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var lists []*surveyed
	for i := range c.Sources {
		one, err := c.surveySource(ctx, &c.Sources[i])
		if err != nil {
			return nil, errors.Join(err, discard(lists))
		}
		lists = append(lists, one)
	}
	if err := c.decide(lists); err != nil {
		return nil, errors.Join(err, discard(lists))
	}
	for _, one := range lists {
		if one.place != nil {
			if err := one.place.keep(one.fetched); err != nil {
				return nil, err
			}
		}
		c.seen[one.source] = one
	}
	return lists, nil
}

// decide settles the columns of lists that were not settled together before.
func (c *Catalogue) decide(lists []*surveyed) error {
	same := true
	var forms []*form.Form
	for _, one := range lists {
		known := c.seen[one.source]
		same = same && known != nil && known.form == one.form
		forms = append(forms, one.form)
	}
	if same {
		return nil
	}
	for i, one := range lists { // what was decided with another state of its fellows is decided anew
		if known := c.seen[one.source]; known != nil && known.form == one.form {
			forms[i] = one.form.Undecided()
			one.form = forms[i]
		}
	}
	return form.Decide(forms)
}

// discard removes copies that are not kept, as their fellows are no lists.
func discard(lists []*surveyed) error {
	var err error
	for _, one := range lists {
		if one.place != nil {
			err = errors.Join(err, one.place.drop(one.fetched))
		}
	}
	return err
}

// TracksChanges is false: a list changes as a whole.
func (c *Catalogue) TracksChanges() bool { return false }

// ProductPages begins to read all products; what the query asks for beyond that a list does
// not know.
func (c *Catalogue) ProductPages(supplier.ProductQuery) supplier.ProductPages {
	return &pages{catalogue: c}
}

// errSearch is the error of a search: a list has none.
func errSearch() error {
	return &supplier.Error{Kind: supplier.KindRejected, Op: "search products", Err: supplier.Unmapped("search: the products are a price list"),
		Mend: "narrow a feed with filter: in place of search:"}
}

// Search finds nothing: a list cannot be searched.
func (c *Catalogue) Search(context.Context, supplier.SearchQuery) (supplier.SearchResult, error) {
	return supplier.SearchResult{}, errSearch()
}

// SearchPages is a reading that fails: a list cannot be searched.
func (c *Catalogue) SearchPages(supplier.SearchQuery) supplier.ProductPages {
	return &pages{catalogue: c, err: errSearch()}
}
