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
	Login  *login          // where the token comes from, nil: it is the one of the options
}

// login is the call that gives the token.
type login struct {
	Path     string
	Body     []loginMember
	User     bool // whether the body names the user
	Token    []jsonread.Path
	Lifetime time.Duration // 0: until a request is refused
}

// loginMember is a value of the login's body; {user} and {secret} stand for those.
type loginMember struct {
	Steps []jsonread.Step
	Value constant
}
