package reading

import (
	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Ahead is what the first pages of a list say of an export or an import that would read it.
type Ahead struct {
	Detail   wording.Message
	Hint     wording.Message // what to do about a doubt, or to read a product; zero without one
	Doubtful bool            // it works, and a person should look at it
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
	said, out := wording.List{wording.NewMessage("ahead.rows", pages.Records)}, Ahead{}
	for i := range pages.Unreadable {
		said = append(said, wording.NewMessage("check_text.left_out", pages.Unreadable[i].String()))
		out.Hint = wording.Literal(pages.Unreadable[i].Mend)
	}
	if pages.AtOnce && pages.Total == 0 && isPageSize(pages.Records) {
		out.Doubtful = true
		said = append(said, wording.NewMessage("ahead.round"))
		out.Hint = wording.NewMessage("ahead.round_way")
	}
	out.Detail = said.Message()
	return out, nil
}

// isPageSize reports whether a number of records is one that pages usually have.
func isPageSize(records int) bool {
	return records >= 20 && (records%50 == 0 || records%20 == 0)
}
