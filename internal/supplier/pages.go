package supplier

import "github.com/dropbridge/dropbridge/internal/wording"

// Fill completes what the body says by what the headers say.
func (e *Envelope) Fill(said Envelope) {
	for _, count := range []struct{ into, from *Opt[int64] }{{&e.Total, &said.Total}, {&e.TotalPages, &said.TotalPages}, {&e.Size, &said.Size}} {
		if !count.into.Known {
			*count.into = *count.from
		}
	}
	if e.Cursor == "" {
		e.Cursor = said.Cursor
	}
	if e.Next == "" {
		e.Next = said.Next
	}
}

// Envelope is what stands around the records of a page.
type Envelope struct {
	Total      Opt[int64] // records over all pages
	TotalPages Opt[int64]
	More       Opt[bool]  // whether a page follows, where the service says so beside a cursor
	Cursor     string     // of the next page, "" after the last one
	Next       string     // address of the next page, "" after the last one
	Size       Opt[int64] // records of a page, as the service applied it
	From       string     // where the next page begins by the kind of paging: the cursor, the address or the last id
	Count      int        // records of this page as the service counts them: before jq and variants
	Facets     []Facet
	Ledger     LedgerMeta
}

// RawPage is one page of a list as it came, not decoded yet.
type RawPage struct {
	Index  int // from 0, in the list's order
	body   string
	Around Envelope // what the answer's headers say
	Beside any      // what was asked for its records one by one, for whoever decodes it

	Texts   any    // memory of whoever decodes it, which goes back with that of the body
	release func() // gives the memory of the body back, nil: it is the page's own
}

// NewRawPage makes a page of an answer that was kept, for ProductPages.Decode. A body of
// nothing is a page without records: a number behind the last page's.
func NewRawPage(index int, body string) *RawPage { return &RawPage{Index: index, body: body} }

// LendRawPage makes a page in memory that release takes back.
func LendRawPage(index int, body string, release func()) *RawPage {
	return &RawPage{Index: index, body: body, release: release}
}

// Release gives the page's memory back to whoever lent it. From then on nobody may look at the
// body or at a text that was decoded of it: the next page is read over them. Whoever keeps
// something of a page lets it be, and the garbage collector has it.
func (r *RawPage) Release() {
	if r.release != nil {
		r.release()
		r.body, r.release = "", nil
	}
}

// Body is the answer as it came: the service's JSON, which holds no token.
func (r *RawPage) Body() string { return r.body }

// ReadAgain is how often a list that was not complete is read again from its beginning:
// pages move while a supplier's data changes, and another reading is mostly whole.
const ReadAgain = 2

// ListResult is what became of reading a list.
type ListResult struct {
	Pages    int        // that were read
	Items    int        // distinct ones
	Repeated int        // items that came again and were dropped
	Unread   int        // products that could not be read, beside the items
	Total    Opt[int64] // as the service announced it with its last page
	Complete bool       // the end was reached, and nothing is missing of Total where that is known
	Problem  string     // why the list is not complete, one line in English

	Said wording.Message // the problem in each language, where it is known
}

// Why is the problem for people.
func (r *ListResult) Why() wording.Message {
	if r.Said.IsZero() {
		return wording.Literal(r.Problem)
	}
	return r.Said
}

// ProductPage is one decoded page. It can be used again for another page: the
// slices in its products are overwritten then, while the strings stay as they are.
type ProductPage struct {
	Products []Product
	Proved   bool // whoever decoded it has proved all texts of the products to be UTF-8
	// Unreadable are the records of the page that could not be read, in the list's order.
	Unreadable []Unreadable
	// Twice are the keys that products of the page have twice, with the same value.
	Twice []RepeatedKey
	// Lacking is what products of the page do not have because a further list lacks them.
	Lacking []Lacking
	// Repeated are the products of the page that an earlier page has, in the list's order. Whoever
	// admits the page finds them, by Arrivals.
	Repeated []Repeated
	// Outdone are the products of the page that are left to another supplier, in the list's order.
	Outdone []Outdone
	// Remarks are on the list as a whole. Those of a page are complete when it was admitted.
	Remarks []Remark
	// Border is how many products at the front of the page are those that the page before
	// ended with, as a service sends them twice that pages by an id. It is set by Admit.
	Border int
	Index  int
	Around Envelope
}
