package service

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

	// Routes makes the dialect's operations, once for each Wrap.
	Routes func(*Service) Routes
	// Refuse writes a refusal in the dialect's form.
	Refuse func(*Exchange, *Problem)
}

// Routes are operations by the patterns of http.ServeMux, such as "GET /v1/products".
type Routes struct {
	// Authorize finds the sandbox's token in a request and sets Exchange.Token.
	Authorize func(*Exchange) error
	Guarded   map[string]Operation // need a token
	Open      map[string]Operation // do not: documents, logins
}

// Operation answers one request: it writes with Exchange.JSON or Exchange.Text, or
// returns an error. A *Problem is written by the dialect's Refuse.
type Operation func(*Exchange) error

// Options configure a dialect. The zero value will do.
type Options struct {
	// Now is the clock, time.Now where nil.
	Now func() time.Time
	// Seed decides what a dialect does by chance.
	Seed int64
	// TokenLife is how long a token lives where a dialect's tokens end, an hour
	// where 0.
	TokenLife time.Duration
	// Tokens are tokens of the sandbox. A dialect that checks signatures has to know them:
	// they are the keys, which no request carries.
	Tokens []string
}

// Service is a dialect at work.
type Service struct {
	Options
	dialect Dialect
	inner   http.Handler
	mux     *http.ServeMux
}

// New puts a dialect in front of inner.
func New(d Dialect, inner http.Handler, o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.TokenLife == 0 {
		o.TokenLife = time.Hour
	}
	s := &Service{Options: o, dialect: d, inner: inner, mux: http.NewServeMux()}
	routes := d.Routes(s)
	for pattern, op := range routes.Open {
		s.handle(pattern, op)
	}
	for pattern, op := range routes.Guarded {
		s.handle(pattern, func(x *Exchange) error {
			if err := routes.Authorize(x); err != nil {
				return err
			}
			return op(x)
		})
	}
	return s
}

func (s *Service) handle(pattern string, op Operation) {
	s.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, op) })
}

// ServeHTTP implements http.Handler.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, pattern := s.mux.Handler(r); pattern != "" {
		s.mux.ServeHTTP(w, r)
		return
	}
	x := &Exchange{Service: s, Writer: w, Request: r}
	switch {
	case s.otherMethod(r):
		s.dialect.Refuse(x, &Problem{Status: http.StatusMethodNotAllowed, Code: "method_not_allowed",
			Detail: fmt.Sprintf("%s is not a method of %s", r.Method, r.URL.Path)})
	case ofContract(r.URL.Path):
		s.dialect.Refuse(x, NotFound("there is no %s %s here", r.Method, r.URL.Path))
	default:
		s.inner.ServeHTTP(w, r)
	}
}

// otherMethod reports whether the path is the dialect's and only the method is not.
func (s *Service) otherMethod(r *http.Request) bool {
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

func (s *Service) serve(w http.ResponseWriter, r *http.Request, op Operation) {
	x := &Exchange{Service: s, Writer: w, Request: r}
	err := op(x)
	var p *Problem
	var foreign *foreignAnswer
	switch {
	case err == nil:
	case errors.As(err, &foreign):
		foreign.write(w)
	case errors.As(err, &p):
		s.dialect.Refuse(x, p)
	default:
		s.dialect.Refuse(x, &Problem{Status: http.StatusInternalServerError, Code: "internal", Detail: err.Error()})
	}
}
