package service

import (
	"maps"
	"net/url"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// Clock is how a dialect writes points in time.
type Clock struct {
	Layout string // of package time
	Zone   *time.Location
}

// Stamp is one of the contract's times in the dialect's form; null stays null.
func (c Clock) Stamp(v any) any {
	at, err := time.Parse(time.RFC3339Nano, shape.Text(v))
	if err != nil {
		return nil
	}
	return at.In(c.Zone).Format(c.Layout)
}

// Read turns times of a query, in place, into those of the contract. The names are
// the contract's by the dialect's.
func (c Clock) Read(filters url.Values, names map[string]string) error {
	for name, ours := range names {
		text := filters.Get(ours)
		if text == "" {
			continue
		}
		at, err := time.ParseInLocation(c.Layout, text, c.Zone)
		if err != nil {
			return WrongParameter(name, "invalid_format", "%s must be a time such as %s", name, time.Unix(0, 0).In(c.Zone).Format(c.Layout))
		}
		filters.Set(ours, at.UTC().Format(time.RFC3339Nano))
	}
	return nil
}

// PageQuery reads filters, those of times among them, and the parameters page and
// limit.
func (x *Exchange) PageQuery(names, times map[string]string, c Clock, otherwise, most int) (filters url.Values, number, size int, err error) {
	all := maps.Clone(names)
	if all == nil {
		all = map[string]string{}
	}
	maps.Copy(all, times)
	if filters, err = x.Filters(all, "page", "limit"); err != nil {
		return nil, 0, 0, err
	}
	if err = c.Read(filters, times); err != nil {
		return nil, 0, 0, err
	}
	if number, err = x.Whole("page", 1, 1, 1_000_000); err != nil {
		return nil, 0, 0, err
	}
	size, err = x.Whole("limit", otherwise, 1, most)
	return filters, number, size, err
}
