package reading

import (
	"fmt"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
)

// Ahead is what the first pages of a list say of an export or an import that would read it.
type Ahead struct {
	Detail   string
	Hint     string // what to do about a doubt, "" without one
	Doubtful bool   // it works, and a person should look at it
}

// LookAhead judges the first pages of a list: its error is the one with which an export or an
// import would stop, or would leave most of the list out in silence. allowed is which part of
// the products may be unreadable.
func LookAhead(pages *client.FirstPages, allowed history.Share) (Ahead, error) {
	if pages.Err != nil {
		return Ahead{}, pages.Err
	}
	if pages.Beyond != "" {
		return Ahead{}, failure.Mistake("write into the mapping how the list is cut into pages: paging: {kind: page, …} or {kind: offset, …}",
			"the list is said to come at once, and with %s it gives other records: all but the first %d would be missing", pages.Beyond, pages.Records)
	}
	if err := exporter.CheckReadable(allowed, pages.Unreadable, max(pages.Total, int64(pages.Records))); err != nil {
		return Ahead{}, err
	}
	out := Ahead{Detail: fmt.Sprintf("%d rows read as an export or an import reads them", pages.Records)}
	if pages.Records == 1 {
		out.Detail = "1 row read as an export or an import reads it"
	}
	for i := range pages.Unreadable {
		out.Detail += "; left out of feeds, since it cannot be read: " + pages.Unreadable[i].String()
		out.Hint = pages.Unreadable[i].Mend
	}
	if pages.AtOnce && pages.Total == 0 && isPageSize(pages.Records) {
		out.Doubtful = true
		out.Detail += "; the number is round, as that of a page is, and the mapping says that there are no others"
		out.Hint = "compare it with the supplier's cabinet; where there are more, write their paging into the mapping"
	}
	return out, nil
}

// isPageSize reports whether a number of records is one that pages usually have.
func isPageSize(records int) bool {
	return records >= 20 && (records%50 == 0 || records%20 == 0)
}
