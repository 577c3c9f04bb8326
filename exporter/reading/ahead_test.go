package reading

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
)

// odd are so many products that cannot be read.
func odd(n int) []supplier.Unreadable {
	out := make([]supplier.Unreadable, n)
	for i := range out {
		out[i] = supplier.Unreadable{Name: "A-1", Problem: "rrp: want an amount", Mend: "ask the supplier"}
	}
	return out
}

func TestLookAhead(t *testing.T) {
	broken := errors.New("page 1, item 3")
	for name, c := range map[string]struct {
		pages    client.FirstPages
		allowed  history.Share
		detail   string
		doubtful bool
		err      string
	}{
		"good":                {client.FirstPages{Records: 100, Pages: 2}, history.Share{}, "100 rows read as an export or an import reads them", false, ""},
		"one":                 {client.FirstPages{Records: 1}, history.Share{}, "1 row read as an export or an import reads it", false, ""},
		"broken":              {client.FirstPages{Err: broken}, history.Share{}, "", false, "page 1, item 3"},
		"more beyond":         {client.FirstPages{Records: 100, AtOnce: true, Beyond: "page=2"}, history.Share{}, "", false, "with page=2 it gives other records: all but the first 100 would be missing"},
		"round":               {client.FirstPages{Records: 100, AtOnce: true}, history.Share{}, "100 rows read as an export or an import reads them; the number is round, as that of a page is, and the mapping says that there are no others", true, ""},
		"round, as it counts": {client.FirstPages{Records: 100, Total: 100, AtOnce: true}, history.Share{}, "100 rows read as an export or an import reads them", false, ""},
		"odd":                 {client.FirstPages{Records: 100, Unreadable: odd(1)}, history.Share{}, "100 rows read as an export or an import reads them; left out of feeds, since it cannot be read: A-1: rrp: want an amount", false, ""},
		"too many":            {client.FirstPages{Records: 100, Unreadable: odd(2)}, history.Share{}, "", false, "2 of 100 products cannot be read, and 1 may be left out"},
		"not too many of all": {client.FirstPages{Records: 100, Total: 300, Unreadable: odd(2)[:1]}, history.Share{}, "100 rows read as an export or an import reads them; left out of feeds, since it cannot be read: A-1: rrp: want an amount", false, ""},
		"none are allowed":    {client.FirstPages{Records: 100, Unreadable: odd(1)}, history.Percent(0), "", false, "1 of 100 products cannot be read, and 0 may be left out"},
	} {
		t.Run(name, func(t *testing.T) {
			ahead, err := LookAhead(&c.pages, c.allowed)
			if c.err != "" {
				require.ErrorContains(t, err, c.err)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.detail, ahead.Detail.String())
			require.Equal(t, c.doubtful, ahead.Doubtful)
			require.Equal(t, c.doubtful || len(c.pages.Unreadable) > 0, !ahead.Hint.IsZero())
		})
	}
	_, err := LookAhead(&client.FirstPages{Records: 9, AtOnce: true, Beyond: "page=2"}, history.Share{})
	require.Contains(t, failure.Hint(err), "paging: {kind: page")
}
