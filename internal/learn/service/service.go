package service

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/pattern"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Description is the neutral description of a foreign service, whatever it was learned from.
type Description struct {
	Source     string // what was read, for people
	Base       string // the address that the document names
	About      string // what the document says of the whole service
	Auth       Auth
	Operations []*Operation
	Notes      []wording.Message // what was left out, and why
}

// Auth is how the token goes to the service.
type Auth struct {
	Header, Prefix, Query string
	Basic                 bool // as RFC 7617 has it: the user's name and the token
	Evidence              string
}

// Operation is one request that the service takes.
type Operation struct {
	Method, Path string
	Was          string            // the path as the document has it, where a value was put into it
	Given        map[string]string // values of the config for parameters of the path, by which the service is asked
	ID, Summary  string            // of a document
	Source       string            // the file or page that it was found in
	Known        bool              // whether method and path are known, or only an answer
	Role         string            // that the user named it for, "" where nobody did
	Params       []Parameter
	Answer       *Shape // of a success
	Refusal      *Shape
	Request      *Shape // the body
	Sample       any    // a whole answer: real, or the document's example
	Real         bool   // whether sample was given by the service
	Header       http.Header
	HeaderNames  []string // that the document promises for an answer
	Replies      map[string]string
	Paged        bool            // whether the parameters of its pages were tried on the service
	Tried        map[string]bool // query parameters: whether a list since a time had what was changed since
}

// Parameter is a query parameter or a header of a request.
type Parameter struct {
	Name, In string
	*Shape
}

// Only is the value of a parameter of which the document leaves no choice, or names the
// usual one.
func (p Parameter) Only() (string, bool) {
	switch {
	case p.Shape == nil:
		return "", false
	case p.Fallback != "":
		return p.Fallback, !strings.ContainsAny(p.Fallback, "/{}?# ")
	case len(p.Enum) == 1:
		return p.Enum[0], !strings.ContainsAny(p.Enum[0], "/{}?# ")
	}
	return "", false
}

// Words are those of its path, id and summary.
func (o *Operation) Words() string {
	return lexicon.Phrase(o.Path) + " " + lexicon.Phrase(o.ID) + " " + lexicon.PhraseOfText(o.Summary)
}

// String is the request line, or where a sample comes from.
func (o *Operation) String() string {
	if !o.Known {
		return o.Source
	}
	return o.Method + " " + o.Path
}

// Last is the last segment of the path, its words.
func (o *Operation) Last() string {
	segments := strings.Split(strings.Trim(o.Path, "/"), "/")
	return lexicon.Phrase(segments[len(segments)-1])
}

// HasHole reports whether the path needs a value that nobody gave, such as /orders/{id}.
func (o *Operation) HasHole() bool { return strings.Contains(o.Asked(), "{") }

// Asked is the path by which the service itself is asked: with the values of the config.
func (o *Operation) Asked() string {
	path := o.Path
	for name, value := range o.Given {
		path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(value))
	}
	return path
}

// hole is a parameter of a path, as a mapping can name it.
var hole = pattern.Lazy(`\{([A-Za-z_][A-Za-z0-9_]*)\}`)

// Holes are the names of the parameters in the path, in their order.
func (o *Operation) Holes() []string {
	var names []string
	for _, found := range hole().FindAllStringSubmatch(o.Path, -1) {
		names = append(names, found[1])
	}
	return names
}

// Sayable reports whether a mapping can name all parameters of the path.
func (o *Operation) Sayable() bool {
	return !strings.Contains(hole().ReplaceAllString(o.Path, ""), "{")
}

// Query is the parameter of the request line or, for a list that is read by POST, the
// member of its body.
func (o *Operation) Query() []Parameter {
	var out []Parameter
	for _, p := range o.Params {
		if p.In == "query" {
			out = append(out, p)
		}
	}
	if o.Method == http.MethodPost && o.Request != nil {
		for _, m := range o.Request.Members {
			out = append(out, Parameter{m.Name, "body", m.Shape})
		}
	}
	return out
}

// HasHeader reports whether answers have the header, or are promised to.
func (o *Operation) HasHeader(name string) bool {
	if o.Header.Get(name) != "" {
		return true
	}
	for _, header := range o.HeaderNames {
		if strings.EqualFold(header, name) {
			return true
		}
	}
	return false
}

// TakeSample lays a real answer over what a document says of it.
func (o *Operation) TakeSample(sample any, header http.Header, words *lexicon.Lexicon) {
	seen := ShapeOf(sample, words)
	seen.Describe(o.Answer, 0)
	o.Answer, o.Sample, o.Header, o.Real = seen, sample, header, true
}

// NewSample is an operation of which nothing but an answer is known.
func NewSample(source string, sample any, words *lexicon.Lexicon) *Operation {
	o := &Operation{Method: http.MethodGet, Source: source}
	o.TakeSample(sample, nil, words)
	return o
}

var nextRel = pattern.Lazy(`(?i)rel\s*=\s*"?next\b`)

// LinksOn reports whether answers name the next page in the header Link: as the document
// promises, or by what was read, where it may hold other links.
func (o *Operation) LinksOn() bool {
	if link := o.Header.Values("Link"); len(link) > 0 {
		return nextRel().MatchString(strings.Join(link, ","))
	}
	return o.HasHeader("Link")
}

// Named is the operation that a person names, nil where the description has none: a path,
// or a POST list with its method before the path.
func (s *Description) Named(text string) *Operation {
	method, path := requestLine(text)
	path, _, _ = strings.Cut(path, "?")
	for _, o := range s.Operations {
		if o.Known && o.Method == method && (o.Path == path || o.Was == path) {
			return o
		}
	}
	return nil
}

// requestLine parts a method from the path behind it; alone a path is read by GET.
func requestLine(text string) (method, path string) {
	text = strings.TrimSpace(text)
	if before, after, ok := strings.Cut(text, " "); ok && (before == http.MethodGet || before == http.MethodPost) {
		method, text = before, strings.TrimSpace(after)
	}
	if method == "" {
		method = http.MethodGet
	}
	return method, "/" + strings.TrimPrefix(text, "/")
}

// Take gives an answer of which nothing else is known the request that a person names.
func (o *Operation) Take(text string) {
	o.Method, o.Path = requestLine(text)
	o.Path, _, _ = strings.Cut(o.Path, "?")
	o.Known = true
}

// At is the operation that a person names, a new one where the document has none.
func (s *Description) At(text string) *Operation {
	if o := s.Named(text); o != nil {
		return o
	}
	method, path := requestLine(text)
	path, query, _ := strings.Cut(path, "?")
	o := &Operation{Method: method, Path: path, Source: "the service", Known: true}
	if values, err := url.ParseQuery(query); err == nil {
		for _, name := range slices.Sorted(maps.Keys(values)) {
			o.Params = append(o.Params, Parameter{name, "query", &Shape{Fallback: values.Get(name)}})
		}
	}
	return o
}

// FromDocument reports whether a document tells the paths.
func (s *Description) FromDocument() bool {
	return slices.ContainsFunc(s.Operations, func(o *Operation) bool { return o.Known && o.Source != "the service" })
}
