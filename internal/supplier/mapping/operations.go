package mapping

import (
	"errors"

	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/orderbody"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/wire"
)

// CreateOp is the compiled creation of an order.
type CreateOp struct {
	Path           string
	ReplayedHeader string
	Body           *orderbody.Body
	Encoding       wire.Encoding // of the body as it is sent
	Then           *ThenOp       // the second step, nil: there is one
	headers        []string      // names of the headers that a request carries, for people
	token          string        // where the token goes, for people
	Answer         OrderAnswer
	sentID         []jsonread.Path // where an encoded body has the external id, nil where jq makes it
	canonical      string          // all of the mapping that matters for orders, see fingerprint.go
}

// ThenOp hands in an order that the first step has made.
type ThenOp struct {
	Path     string // with IDMark
	Body     []byte // JSON, nil: none is sent
	Encoding wire.Encoding
	Answer   *OrderAnswer // nil: what it answers is not read
}

// IDMark stands in a path for the supplier's id of an order.
const IDMark = "{id}"

// ErrNoCreation says that a service takes no orders from us.
var ErrNoCreation = errors.New("the mapping has no create_order: orders cannot be posted with it")

// SentExternalID is the external id in a body, "" where it is not known: another mapping
// may have made the body.
func (o *CreateOp) SentExternalID(body string) string {
	if o.sentID == nil || jsonread.Check(body) != nil {
		return ""
	}
	sent, _ := jsonread.FirstText(o.sentID, body) // of sound JSON it cannot fail
	return sent
}

// FindOp is the operation that gives one order by the client's own number.
type FindOp struct {
	Path   string // with ExternalIDMark, "" where the service has none
	Answer OrderAnswer
}

// ExternalIDMark stands in a path for the client's own number of an order.
const ExternalIDMark = "{external_id}"

// ListOp is a compiled operation that reads records.
type ListOp[T any] struct {
	Endpoint
	Op     string // for errors: what is being done
	Method string
	Path   string            // "" where the service does not have the operation
	Query  map[string]string // by the model's name of the filter
	Batch  int               // how many external ids go into one request
	Paging Paging
	Kind   RecordKind[T]
	page   jsonread.Reader[Page[T]] // a whole page
	peek   jsonread.Reader[Page[T]] // what stands around the records, which are only counted
	List   string                   // where the records are, for errors
	ending string                   // the list's name where the cursor can stand behind it, see PeekNext; "": it is not looked for there
	tells  bool                     // whether the answer says if a page follows
	Joins  []int                    // the lookups that have to be read first
	Apart  []int                    // those that are asked for each record of a page
	Newest bool                     // the first record is the newest one
	Linked bool                     // whether the answer says if there is a next page
	Times  jsonread.Times           // in queries
}

// Paging is how a list is cut into pages.
type Paging struct {
	Kind      string // none, page, offset, cursor, last_id or link
	Page      string // query names
	PerPage   string
	Offset    string
	Cursor    string
	LastID    string
	First     int
	Size      int
	Max       int
	Inclusive bool   // whether the record with the last id comes again
	End       string // what ends a list of unknown length: empty, short or not_found
}

// The kinds of paging, and what ends a list of unknown length.
const (
	PagingNone   = "none"
	PagingPage   = "page"
	PagingOffset = "offset"
	PagingCursor = "cursor"
	PagingLastID = "last_id"
	PagingLink   = "link"

	endEmpty    = "empty"
	EndShort    = "short"
	EndNotFound = "not_found"
)
