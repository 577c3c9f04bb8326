package dialect

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Dialect is a family of services: how its requests and answers look.
type Dialect struct {
	// Name is what Wrap takes.
	Name string
	// Description says in one line what the family is like.
	Description string
	// Document is where it serves a description of itself, such as /openapi.json; "": nowhere.
	Document string

	// routes makes the dialect's operations, once for each Wrap.
	routes func(*service) routes
	// refuse writes a refusal in the dialect's form.
	refuse func(*exchange, *problem)
}

// routes are operations by the patterns of http.ServeMux, such as "GET /v1/products".
type routes struct {
	// authorize finds the sandbox's token in a request and sets exchange.token.
	authorize func(*exchange) error
	guarded   map[string]operation // need a token
	open      map[string]operation // do not: documents, logins
}

// operation answers one request: it writes with exchange.json or exchange.text, or
// returns an error. A *problem is written by the dialect's refuse.
type operation func(*exchange) error

// Options configure a dialect. The zero value will do.
type Options struct {
	// Now is the clock, time.Now where nil.
	Now func() time.Time
	// Seed decides what a dialect does by chance.
	Seed int64
	// TokenLife is how long a token lives where a dialect's tokens end, an hour
	// where 0.
	TokenLife time.Duration
}

// service is a dialect at work.
type service struct {
	Options
	dialect Dialect
	inner   http.Handler
	mux     *http.ServeMux
}

func newService(d Dialect, inner http.Handler, o Options) *service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.TokenLife == 0 {
		o.TokenLife = time.Hour
	}
	s := &service{Options: o, dialect: d, inner: inner, mux: http.NewServeMux()}
	routes := d.routes(s)
	for pattern, op := range routes.open {
		s.handle(pattern, op)
	}
	for pattern, op := range routes.guarded {
		s.handle(pattern, func(x *exchange) error {
			if err := routes.authorize(x); err != nil {
				return err
			}
			return op(x)
		})
	}
	return s
}

func (s *service) handle(pattern string, op operation) {
	s.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, op) })
}

// ServeHTTP implements http.Handler.
func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, pattern := s.mux.Handler(r); pattern != "" {
		s.mux.ServeHTTP(w, r)
		return
	}
	x := &exchange{s: s, w: w, r: r}
	switch {
	case s.otherMethod(r):
		s.dialect.refuse(x, &problem{Status: http.StatusMethodNotAllowed, Code: "method_not_allowed",
			Detail: fmt.Sprintf("%s is not a method of %s", r.Method, r.URL.Path)})
	case ofContract(r.URL.Path):
		s.dialect.refuse(x, notFound("there is no %s %s here", r.Method, r.URL.Path))
	default:
		s.inner.ServeHTTP(w, r)
	}
}

// otherMethod reports whether the path is the dialect's and only the method is not.
func (s *service) otherMethod(r *http.Request) bool {
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		other := r.WithContext(r.Context())
		other.Method = method
		if _, pattern := s.mux.Handler(other); pattern != "" {
			return true
		}
	}
	return false
}

// ofContract reports whether a path is one of the contract, which a dialect must not
// show: a client could otherwise pass by the dialect and nobody would notice.
func ofContract(path string) bool {
	return strings.HasPrefix(path, "/api/") || path == "/openapi.json" || path == "/docs" || strings.HasPrefix(path, "/docs/")
}

func (s *service) serve(w http.ResponseWriter, r *http.Request, op operation) {
	x := &exchange{s: s, w: w, r: r}
	err := op(x)
	var p *problem
	var foreign *foreignAnswer
	switch {
	case err == nil:
	case errors.As(err, &foreign):
		foreign.write(w)
	case errors.As(err, &p):
		s.dialect.refuse(x, p)
	default:
		s.dialect.refuse(x, &problem{Status: http.StatusInternalServerError, Code: "internal", Detail: err.Error()})
	}
}
