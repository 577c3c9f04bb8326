package shop

import (
	"net/http"
	"net/url"
	"strconv"
	"sync"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/service"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

type object = shape.Object

// dialect is a webshop at work.
type dialect struct {
	groups service.Grouping
	shelf  shelf
}

// names are a list's filters, by the contract's.
type names map[string]string

// most is how many records a page may have.
const most = 100

// query reads filters and the page.
func query(x *service.Exchange, filters names, others ...string) (read url.Values, number, size int, err error) {
	if read, err = x.Filters(filters, append(others, "page", "per_page")...); err != nil {
		return nil, 0, 0, err
	}
	if number, err = x.Whole("page", 1, 1, 1_000_000); err != nil {
		return nil, 0, 0, err
	}
	size, err = x.Whole("per_page", 10, 1, most)
	return read, number, size, err
}

// page writes records, and in headers how many there are of all.
func page(x *service.Exchange, records any, total, size int) error {
	x.Writer.Header().Set("X-Shop-Total", strconv.Itoa(total))
	x.Writer.Header().Set("X-Shop-TotalPages", strconv.Itoa((total+size-1)/size))
	return x.JSON(http.StatusOK, records)
}

// shelf is where in the contract's list the products stand, by their ids. It is read once,
// since the order of a catalogue does not change.
type shelf struct {
	mu     sync.Mutex
	places map[string]int
}
