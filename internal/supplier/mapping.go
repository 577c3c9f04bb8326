package supplier

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Mapping is a compiled mapping: all that is special to one supplier's service. It
// is safe for concurrent use and never changes.
type Mapping struct {
	name        string
	auth        authFile
	idempotency Idempotency
	keyHeader   string
	statuses    map[int]Kind
	problem     read[problem]

	products  listOp[Product]
	search    listOp[Product]
	orders    listOp[Order]
	shipments listOp[Shipment]
	ledger    listOp[LedgerEntry]
	create    createOp
}

// Name is what the mapping calls itself.
func (m *Mapping) Name() string { return m.name }

// Idempotency is what a supplier promises about the creation of an order that is sent twice.
type Idempotency struct {
	// Kind is none; external_id: an order with the same external id is made once;
	// key: a request with the same Idempotency-Key is carried out once.
	Kind string
	// Lifetime is how long the supplier remembers, 0 for ever.
	Lifetime time.Duration
}

// Kinds of idempotency.
const (
	IdempotencyNone       = "none"
	IdempotencyExternalID = "external_id"
	IdempotencyKey        = "key"
)

// listOp is a compiled operation that reads records.
type listOp[T any] struct {
	op     string // for errors: what is being done
	path   string
	query  map[string]string // by the model's name of the filter
	batch  int               // how many external ids go into one request
	paging paging
	kind   kindOf[T]
	page   read[answerPage[T]] // a whole page
	peek   read[answerPage[T]] // what stands around the records, which are only counted
	list   string              // where the records are, for errors
	linked bool                // whether the answer says if there is a next page
	layout string              // of times in queries
}

// createOp is the compiled creation of an order.
type createOp struct {
	path           string
	replayedHeader string
	body           *bodyObject[NewOrder]
	order          read[Order]  // of the answer
	sentID         read[string] // the external id of an encoded body
}

// paging is how a list is cut into pages.
type paging struct {
	kind    string // none, page, cursor
	page    string // query names
	perPage string
	cursor  string
	first   int
	size    int
	max     int
}

const (
	pagingNone   = "none"
	pagingPage   = "page"
	pagingCursor = "cursor"
)

// CompileMapping reads a mapping's YAML. A mistake is an error of type
// *strictyaml.Error that names the line and, for an unknown name, the nearest known one.
func CompileMapping(file string, data []byte) (*Mapping, error) {
	var written mappingFile
	if err := strictyaml.Decode(file, data, &written); err != nil {
		return nil, err
	}
	c := &compiler{file: file, written: &written}
	return c.compile()
}

// compiler turns a written mapping into a compiled one.
type compiler struct {
	file    string
	written *mappingFile
	layout  string // for reading times
}

// wrong is a mistake at a place of the file.
func (c *compiler) wrong(at position, format string, args ...any) error {
	return &strictyaml.Error{File: c.file, Line: at.line, Column: at.column, Message: fmt.Sprintf(format, args...)}
}

// first is where a list of fields begins.
func (c *compiler) first(specs fieldSpecs) position {
	if len(specs) == 0 {
		return position{}
	}
	return specs[0].pos
}

// unknown is a name that is not among the known ones.
func (c *compiler) unknown(at position, what, name string, known []string) error {
	hint := "known are: " + strings.Join(known, ", ")
	if near := strictyaml.Nearest(name, known); near != "" {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	return &strictyaml.Error{File: c.file, Line: at.line, Column: at.column,
		Message: fmt.Sprintf("unknown %s %q", what, name), Hint: hint}
}

func (c *compiler) choice(w word, what string, known ...string) error {
	if slices.Contains(known, w.text) {
		return nil
	}
	return c.unknown(w.position, what, w.text, known)
}

func (c *compiler) compile() (*Mapping, error) {
	w := c.written
	if w.Kind != "supplier" || w.Format != "json" {
		return nil, c.wrong(position{}, "want kind: supplier and format: json, got %q and %q", w.Kind, w.Format)
	}
	if err := c.choice(w.Times, "way to write times", "rfc3339"); err != nil {
		return nil, err
	}
	c.layout = time.RFC3339
	if w.Auth.Header.text == "" {
		return nil, c.wrong(position{}, "auth: header is missing: the name of the header that carries the token")
	}
	m := &Mapping{name: w.Name, auth: w.Auth}
	if err := c.promises(m); err != nil {
		return nil, err
	}
	if err := c.lists(m); err != nil {
		return nil, err
	}
	return m, c.creation(m)
}

// promises compiles what holds for all operations: idempotency and errors.
func (c *compiler) promises(m *Mapping) error {
	idempotency := c.written.Idempotency
	if err := c.choice(idempotency.Kind, "kind of idempotency", IdempotencyNone, IdempotencyExternalID, IdempotencyKey); err != nil {
		return err
	}
	m.idempotency = Idempotency{Kind: idempotency.Kind.text, Lifetime: idempotency.Lifetime}
	m.keyHeader = idempotency.KeyHeader.text
	if m.idempotency.Kind == IdempotencyKey && m.keyHeader == "" {
		return c.wrong(idempotency.Kind.position, "idempotency by key needs key_header, the name of the header")
	}
	refusal, err := compileObject(c, "errors", c.written.Errors, problemFields())
	if err != nil {
		return err
	}
	m.problem = refusal.read
	m.statuses, err = c.kinds()
	return err
}

// kinds compiles what a refusing status means where it is not what HTTP says.
func (c *compiler) kinds() (map[int]Kind, error) {
	words := map[string]Kind{"rejected": KindRejected, "conflict": KindConflict, "not_found": KindNotFound,
		"unauthorized": KindUnauthorized, "throttled": KindThrottled}
	known := []string{"rejected", "conflict", "not_found", "unauthorized", "throttled"}
	out := map[int]Kind{}
	for _, spec := range c.written.Statuses {
		var status int
		if _, err := fmt.Sscanf(spec.name, "%d", &status); err != nil || status < 400 || status > 499 || status == http.StatusRequestTimeout {
			// A 5xx or 408 leaves open whether the request was carried out; no mapping can change that.
			return nil, c.wrong(spec.pos, "status %s: only a status from 400 to 499 but 408 can be given a meaning", spec.name)
		}
		if err := c.choice(spec.path, "kind of error", known...); err != nil {
			return nil, err
		}
		out[status] = words[spec.path.text]
	}
	return out, nil
}

// lists compiles the operations that read.
func (c *compiler) lists(m *Mapping) (err error) {
	w := c.written
	if m.products, err = compileList(c, "products", "list products", w.Products, productFields(), productKind(), "updated_since"); err != nil {
		return err
	}
	if w.Search.Fields == nil { // what is found are products
		w.Search.Fields = w.Products.Fields
	}
	if m.search, err = compileList(c, "search", "search products", w.Search, productFields(), productKind(), "text", "category_id", "brand",
		"availability", "price_min", "price_max", "price_field", "attr", "sort"); err != nil {
		return err
	}
	if m.orders, err = compileList(c, "orders", "list orders", w.Orders, orderFields(), orderKind(), "external_id", "status",
		"updated_since", "created_from", "created_to"); err != nil {
		return err
	}
	if m.shipments, err = compileList(c, "shipments", "list shipments", w.Shipments, shipmentFields(), shipmentKind(), "updated_since"); err != nil {
		return err
	}
	m.ledger, err = compileList(c, "ledger", "list ledger entries", w.Ledger, ledgerFields(), ledgerKind(), "from", "to", "kind")
	return err
}
