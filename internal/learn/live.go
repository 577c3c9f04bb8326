package learn

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// usualPaths are tried where nothing names the path of a list.
var usualPaths = map[role]lexicon.Set{
	products: lexicon.UsualProducts, orders: lexicon.UsualOrders, shipments: lexicon.UsualShipments, ledger: lexicon.UsualLedger,
}

// askFor is how many records a list is asked for.
const askFor = 20

// readLists reads each list of the service once: at the paths that are given, those of
// the document, or usual ones.
func (f *fetcher) readLists(ctx context.Context, s *service, paths map[string]string) error {
	documented := classify(s, f.words)
	read := 0
	for _, r := range listRoles {
		var tries []*operation
		given := paths[string(r.role)]
		switch l := documented.lists[r.role]; {
		case given != "":
			tries = []*operation{s.at(given)}
		case l != nil && l.op.known:
			if l.op.real || l.op.method != http.MethodGet {
				continue // read already with another role, or by a POST, which is never sent here
			}
			tries = []*operation{l.op}
		case len(paths) == 0 && !s.fromDocument():
			for _, path := range f.words.Words(usualPaths[r.role]) {
				tries = append(tries, s.at(path))
			}
		}
		ok, err := f.tryList(ctx, s, r.role, tries, given != "")
		if err != nil {
			return err
		}
		if ok {
			read++
		}
	}
	if read == 0 {
		return &supplier.Error{Kind: supplier.KindNotFound, Op: "learn from " + clean(f.base.Redacted(), 120), Detail: "no list was found there",
			Hint: "name the paths with --products, --orders, --shipments and --ledger; is the version part of the address?"}
	}
	return nil
}

// tryList reads the first of the operations that gives a list. A refused token ends the
// work: the others would only say the same.
func (f *fetcher) tryList(ctx context.Context, s *service, r role, tries []*operation, given bool) (bool, error) {
	for _, o := range tries {
		err := f.readList(ctx, o)
		kind := supplier.KindOf(err)
		switch {
		case err == nil:
			if !slices.Contains(s.operations, o) {
				s.operations = append(s.operations, o)
			}
			return true, nil
		case ctx.Err() != nil, kind == supplier.KindUnauthorized, kind == supplier.KindTransient, given:
			return false, err
		}
		if s.fromDocument() {
			s.notes = append(s.notes, fmt.Sprintf("%s could not be read: %s", r, clean(err.Error(), 200)))
		}
	}
	return false, nil
}

// at is the operation of a path, a new one where the document has none.
func (s *service) at(path string) *operation {
	path, query, _ := strings.Cut(path, "?")
	for _, o := range s.operations {
		if o.method == http.MethodGet && o.path == path {
			return o
		}
	}
	o := &operation{method: http.MethodGet, path: "/" + strings.TrimPrefix(path, "/"), source: "the service", known: true}
	if values, err := url.ParseQuery(query); err == nil {
		for _, name := range sortedKeys(values) {
			o.params = append(o.params, parameter{name, "query", &shape{fallback: values.Get(name)}})
		}
	}
	return o
}

func (s *service) fromDocument() bool {
	return slices.ContainsFunc(s.operations, func(o *operation) bool { return o.known && o.source != "the service" })
}

// readList reads one page of a list.
func (f *fetcher) readList(ctx context.Context, o *operation) error {
	u := f.base.JoinPath(o.path)
	query := u.Query()
	p := guessPaging(o, nil, f.words)
	if p.perPage != "" {
		query.Set(p.perPage, fmt.Sprint(askFor))
	}
	for _, q := range o.params {
		if q.in == "query" && query.Get(q.name) == "" && q.shape != nil && q.fallback != "" && o.source == "the service" {
			query.Set(q.name, q.fallback)
		}
	}
	u.RawQuery = query.Encode()
	a, err := f.get(ctx, u)
	if err == nil {
		err = a.refused(u)
	}
	if err != nil {
		return err
	}
	v, err := decodeJSON(a.body)
	if err != nil {
		return &supplier.Error{Kind: supplier.KindProtocol, Op: "learn from " + clean(u.Redacted(), 120), Detail: "the answer is no JSON",
			Hint: "is that the address of the API, and not of a page?"}
	}
	o.takeSample(v, a.header, f.words)
	if len(o.listings()) == 0 {
		return &supplier.Error{Kind: supplier.KindProtocol, Op: "learn from " + clean(u.Redacted(), 120), Detail: "the answer holds no list of records"}
	}
	return nil
}
