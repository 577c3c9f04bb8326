package dialect

import (
	"maps"
	"net/url"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// clock is how a dialect writes points in time.
type clock struct {
	layout string // of package time
	zone   *time.Location
}

// stamp is one of the contract's times in the dialect's form; null stays null.
func (c clock) stamp(v any) any {
	at, err := time.Parse(time.RFC3339Nano, shape.Text(v))
	if err != nil {
		return nil
	}
	return at.In(c.zone).Format(c.layout)
}

// read turns times of a query, in place, into those of the contract. The names are
// the contract's by the dialect's.
func (c clock) read(filters url.Values, names map[string]string) error {
	for name, ours := range names {
		text := filters.Get(ours)
		if text == "" {
			continue
		}
		at, err := time.ParseInLocation(c.layout, text, c.zone)
		if err != nil {
			return wrongParameter(name, "invalid_format", "%s must be a time such as %s", name, time.Unix(0, 0).In(c.zone).Format(c.layout))
		}
		filters.Set(ours, at.UTC().Format(time.RFC3339Nano))
	}
	return nil
}

// pageQuery reads filters, those of times among them, and the parameters page and
// limit.
func (x *exchange) pageQuery(names, times map[string]string, c clock, otherwise, most int) (filters url.Values, number, size int, err error) {
	all := maps.Clone(names)
	if all == nil {
		all = map[string]string{}
	}
	maps.Copy(all, times)
	if filters, err = x.filters(all, "page", "limit"); err != nil {
		return nil, 0, 0, err
	}
	if err = c.read(filters, times); err != nil {
		return nil, 0, 0, err
	}
	if number, err = x.whole("page", 1, 1, 1_000_000); err != nil {
		return nil, 0, 0, err
	}
	size, err = x.whole("limit", otherwise, 1, most)
	return filters, number, size, err
}
