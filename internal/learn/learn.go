package learn

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

// MaxTime bounds one proposal, the requests included.
const MaxTime = time.Minute

// Options say what to learn from.
type Options struct {
	Sources []string          // files, or addresses of documents and pages
	Name    string            // of the mapping
	BaseURL string            // the service itself, "" is not asked
	Live    bool              // read the lists even where the document has shapes
	Token   supplier.Secret   // goes to the base address only
	Auth    string            // where the token goes: bearer, header:NAME or query:NAME; "" takes the document's way
	Paths   map[string]string // of products, orders, shipments and ledger, where the user knows them
	Client  *http.Client      // nil is the usual one

	Templates templates.Set // whose words of learn are used; the zero value is the built-in ones
}

// Proposal is a mapping with what speaks for each of its lines.
type Proposal struct {
	Operations []*Operation   `json:"operations"`
	Sanity     []Test         `json:"sanity"`
	OrderBody  map[string]any `json:"order_body"` // nil where no way to create an order is known
	Mapping    string         `json:"mapping"`
	Sources    []string       `json:"sources"` // what each list was taken from
	Notes      []string       `json:"notes"`
	LookAt     []string       `json:"look_at"`  // what was guessed, or is not there
	BaseURL    string         `json:"base_url"` // as the document says it, "" where it does not
}

// Complete reports whether nothing that the mapping needs is left for a person to fill in.
func (p *Proposal) Complete() bool {
	for _, o := range p.Operations {
		if len(o.Missing) > 0 {
			return false
		}
	}
	return true
}

// Propose reads the sources, and the service where it is named, and proposes a mapping.
// Nothing but GET is ever sent.
func Propose(ctx context.Context, options Options) (*Proposal, error) {
	ctx, cancel := context.WithTimeout(ctx, MaxTime)
	defer cancel()
	words, err := lexicon.Load(options.Templates)
	if err != nil {
		return nil, err
	}
	f, err := newFetcher(options, words)
	if err != nil {
		return nil, err
	}
	s, samples, err := readSources(ctx, f, options)
	if err != nil {
		return nil, err
	}
	s.join(samples, options.Paths, words)
	if f.base != nil && (options.Live || !s.hasShapes(words)) {
		if err := f.readLists(ctx, s, options.Paths); err != nil {
			return nil, err
		}
	}
	found := classify(s, words)
	if len(found.lists) == 0 && found.operations[createOrder] == nil {
		return nil, &Error{Source: s.source, Message: "no list of products, orders, shipments or ledger entries was found in it",
			hint: "is it the right document or answer? an answer must hold a list of records; name the paths with --products, --orders, --shipments and --ledger"}
	}
	return propose(s, found, options), nil
}

// readSources turns each source into a service or a sample.
func readSources(ctx context.Context, f *fetcher, options Options) (*service, []*operation, error) {
	var s *service
	var samples []*operation
	for _, name := range options.Sources {
		in, err := f.source(ctx, name)
		if err != nil {
			return nil, nil, err
		}
		switch {
		case in.service != nil && s != nil:
			return nil, nil, &Error{Source: name, Message: "this is a second document", hint: "give one document, and sample answers beside it"}
		case in.service != nil:
			s = in.service
		default:
			samples = append(samples, in.sample)
		}
	}
	if s == nil && len(samples) == 0 && f.base != nil && len(options.Paths) == 0 {
		s = f.usualDocument(ctx)
	}
	if s == nil {
		s = &service{source: strings.Join(options.Sources, ", ")}
		if len(options.Sources) == 0 {
			s.source = options.BaseURL
		}
	}
	if options.Auth != "" {
		s.auth = f.auth
	} else {
		f.auth = s.auth
	}
	return s, samples, nil
}

// hasShapes reports whether a list of products or orders is known by its records.
func (s *service) hasShapes(words *lexicon.Lexicon) bool {
	found := classify(s, words)
	for _, l := range found.lists {
		if len(l.record.members) > 0 {
			return true
		}
	}
	return false
}

// join gives the samples to the document's operations of the same role, which keep
// their paths and descriptions; a sample of another role stays an operation of its own.
func (s *service) join(samples []*operation, paths map[string]string, words *lexicon.Lexicon) {
	documented := classify(s, words)
	seen := classify(&service{operations: samples}, words)
	for _, sample := range samples {
		own := role("")
		for _, r := range listRoles { // the main roles come first
			if l := seen.lists[r.role]; l != nil && l.op == sample {
				own = r.role
				break
			}
		}
		if l := documented.lists[own]; l != nil {
			l.op.takeSample(sample.sample, nil, words)
			l.op.source += " and " + sample.source
			continue
		}
		if path := paths[string(own)]; path != "" {
			sample.method, sample.path, sample.known = http.MethodGet, path, true
		}
		s.operations = append(s.operations, sample)
	}
}

// takeSample lays a real answer over what a document says of it.
func (o *operation) takeSample(sample any, header http.Header, words *lexicon.Lexicon) {
	seen := shapeOf(sample, words)
	seen.describe(o.answer, 0)
	o.answer, o.sample, o.header, o.real = seen, sample, header, true
}

func newSample(source string, sample any, words *lexicon.Lexicon) *operation {
	o := &operation{method: http.MethodGet, source: source}
	o.takeSample(sample, nil, words)
	return o
}

// propose builds the proposal of a service whose roles are known.
func propose(s *service, found found, options Options) *Proposal {
	b := &builder{words: found.words, service: s, found: found, times: findTimes(found), root: &node{}}
	for _, r := range []role{products, search, orders, findOrder, createOrder, shipments, ledger} {
		l := found.lists[r]
		switch {
		case r == products && l != nil:
			b.products(l)
		case r == search && found.operations[search] != nil:
			b.search(found.operations[search])
		case r == orders && l != nil:
			b.records(r, l, lexicon.Order, lexicon.OrderQuery)
		case r == orders && (found.operations[createOrder] != nil || found.operations[findOrder] != nil):
			b.lacksOrders()
		case r == findOrder && found.operations[findOrder] != nil:
			b.findOrder(found.operations[findOrder])
		case r == createOrder && found.operations[createOrder] != nil:
			b.createOrder(found.operations[createOrder])
		case r == shipments && l != nil:
			b.records(r, l, lexicon.Shipment, lexicon.ShipmentQuery)
		case r == ledger && l != nil:
			b.records(r, l, lexicon.Entry, lexicon.LedgerQuery)
		}
	}
	if found.lists[products] == nil {
		b.root.remark("missing: products: no list of products was found, and a mapping needs one")
		b.report = append(b.report, &Operation{Operation: "products", Fields: []Field{}, Missing: []string{"products: no list of them was found"}})
	}
	p := &Proposal{Operations: b.report, Sanity: b.tests, Notes: s.notes, BaseURL: s.base, Sources: sourcesOf(found)}
	p.Sanity = append([]Test{}, p.Sanity...)
	p.Notes = append([]string{}, p.Notes...)
	p.Mapping = b.mapping(options)
	if found.operations[createOrder] != nil {
		var refused string
		if p.OrderBody, refused = sentBody(p.Mapping); p.OrderBody == nil {
			p.OrderBody = b.exampleBody(found.operations[createOrder])
		}
		if refused != "" {
			b.lookAt("create_order: as it stands every order is refused: %s", clean(refused, 160))
		}
	}
	p.LookAt = append([]string{}, b.look...)
	return p
}

func sourcesOf(found found) []string {
	out := []string{}
	for _, r := range listRoles {
		if l := found.lists[r.role]; l != nil {
			out = append(out, fmt.Sprintf("%s: %s in %s, %d rows", r.role, clean(l.root.String(), 60), clean(l.op.String(), 120), len(l.rows)))
		}
	}
	return out
}

// lacksOrders says that orders can be sent and not read back, which no mapping may do.
func (b *builder) lacksOrders() {
	b.root.missing(string(orders), "{request: GET /PATH, paging: {kind: none}, answer: {list: PATH}, fields: {id: PATH, status: PATH}}",
		"no list of orders was found, and creating or finding one needs it")
	b.report = append(b.report, &Operation{Operation: string(orders), Fields: []Field{}, Missing: []string{"orders: no list of them was found"}})
}

func (b *builder) search(o *operation) {
	s := b.section(string(search), o.String())
	s.at.add("request", o.String(), "its products look like those of products")
	s.filters(o, lexicon.SearchQuery)
	if l := b.found.lists[products]; l == nil || l.op == o {
		return
	}
	lists := o.listings()
	if len(lists) == 0 {
		return
	}
	best := 0
	for i := range lists { // what stands where the products do is them, and not the facets
		if lists[i].root.String() == b.found.lists[products].root.String() {
			best = i
		}
	}
	s.list(&lists[best])
}

func (b *builder) findOrder(o *operation) {
	s := b.section(string(findOrder), "")
	open := strings.LastIndexByte(o.path, '{')
	s.Request = o.method + " " + o.path[:open] + "{external_id}"
	s.at.add("request", quoted(s.Request), "by the client's own number")
	at := "."
	if o.answer != nil && b.found.lists[orders] != nil {
		record := b.found.lists[orders].record
		for _, m := range o.answer.members {
			if m.has(isObject) && len(m.members) > 2 && record.member(m.members[0].name) != nil {
				at = scalar(place{{name: m.name}}.String())
			}
		}
	}
	s.at.add("order", at, "")
}

// readFile reads a bounded regular file.
func readFile(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("learn from %s: %w", name, err)
	}
	if !info.Mode().IsRegular() {
		return nil, &Error{Source: name, Message: "it is not a regular file", hint: "name a file, or an address"}
	}
	if info.Size() > MaxDocument {
		return nil, &Error{Source: name, Message: "it is larger than 32 MB", hint: "save one page of the list, or the document alone"}
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("learn from %s: %w", name, err)
	}
	return data, nil
}
