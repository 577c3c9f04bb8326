package mapping

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
)

// Auth is where requests carry the token: in one of header, query and body.
type Auth struct {
	Header string
	Query  string
	Body   []jsonread.Step // of a POST
	Prefix string          // before the token
	Login  *Login          // where the token comes from, nil: it is the one of the options
}

// Login is the call that gives the token.
type Login struct {
	Path     string
	Body     []LoginMember
	User     bool // whether the body names the user
	Token    []jsonread.Path
	Lifetime time.Duration // 0: until a request is refused
}

// LoginMember is a value of the login's body; {user} and {secret} stand for those.
type LoginMember struct {
	Steps []jsonread.Step
	Value Constant
}
