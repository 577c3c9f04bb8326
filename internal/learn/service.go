package learn

import (
	"net/http"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
)

// service is the neutral description of a foreign service, whatever it was learned from.
type service struct {
	source     string // what was read, for people
	base       string // the address that the document names
	auth       authFound
	operations []*operation
	notes      []string // what was left out, and why
}

// authFound is how the token goes to the service.
type authFound struct {
	header, prefix, query string
	evidence              string
}

// operation is one request that the service takes.
type operation struct {
	method, path string
	id, summary  string // of a document
	source       string // the file or page that it was found in
	known        bool   // whether method and path are known, or only an answer
	params       []parameter
	answer       *shape // of a success
	refusal      *shape
	request      *shape // the body
	sample       any    // a whole answer: real, or the document's example
	real         bool   // whether sample was given by the service
	header       http.Header
	headerNames  []string // that the document promises for an answer
	replies      map[string]string
}

// parameter is a query parameter or a header of a request.
type parameter struct {
	name, in string
	*shape
}

func (o *operation) words() string {
	return lexicon.Phrase(o.path) + " " + lexicon.Phrase(o.id) + " " + lexicon.PhraseOfText(o.summary)
}

func (o *operation) String() string {
	if !o.known {
		return o.source
	}
	return o.method + " " + o.path
}

// last is the last segment of the path, its words.
func (o *operation) last() string {
	segments := strings.Split(strings.Trim(o.path, "/"), "/")
	return lexicon.Phrase(segments[len(segments)-1])
}

// hasHole reports whether the path needs a value, such as /orders/{id}.
func (o *operation) hasHole() bool { return strings.Contains(o.path, "{") }

// query is the parameter of the request line or, for a list that is read by POST, the
// member of its body.
func (o *operation) query() []parameter {
	var out []parameter
	for _, p := range o.params {
		if p.in == "query" {
			out = append(out, p)
		}
	}
	if o.method == http.MethodPost && o.request != nil {
		for _, m := range o.request.members {
			out = append(out, parameter{m.name, "body", m.shape})
		}
	}
	return out
}

func (o *operation) hasHeader(name string) bool {
	if o.header.Get(name) != "" {
		return true
	}
	for _, header := range o.headerNames {
		if strings.EqualFold(header, name) {
			return true
		}
	}
	return false
}
