package access

import "context"

// Role is what a visitor may do; each may do what those before it may.
type Role int

// The roles.
const (
	Stranger Role = iota // sees levels and counts
	Looker               // sees everything
	Actor                // sees everything and acts
)

// roleNames are the roles as the config and the commands name them.
var roleNames = [...]string{Stranger: "none", Looker: "look", Actor: "act"}

// ParseRole reads a role that somebody can be given: look or act.
func ParseRole(text string) (Role, bool) {
	for role := Looker; role <= Actor; role++ {
		if roleNames[role] == text {
			return role, true
		}
	}
	return Stranger, false
}

// String is the role as the config names it.
func (r Role) String() string { return roleNames[r] }

// Roles says which role each name has.
type Roles struct {
	Named  map[string]Role
	Others Role // of every name that is not among them
}

// Of is the role of a name.
func (r Roles) Of(name string) Role {
	if role, named := r.Named[name]; named {
		return role
	}
	return r.Others
}

// Visitor is who is asking.
type Visitor struct {
	Name string // as people know them; "" for a stranger and for whoever uses this machine
	Role Role
	Via  Via
}

// Via is by what a visitor is known.
type Via string

// The ways.
const (
	ByNothing  Via = ""
	ByMachine  Via = "machine"  // the request comes from this machine itself
	ByPassword Via = "password" // a session that began with a password
	ByProxy    Via = "proxy"
	ByIssuer   Via = "oidc"
	ByKey      Via = "key" // of a program
)

// Sees reports whether the visitor sees names, numbers and texts.
func (v Visitor) Sees() bool { return v.Role >= Looker }

// Acts reports whether the visitor may change something.
func (v Visitor) Acts() bool { return v.Role >= Actor }

// LoggedIn reports whether the visitor has a session that can be ended.
func (v Visitor) LoggedIn() bool { return v.Via == ByPassword || v.Via == ByIssuer }

// asking is what a request's context holds of who is asking.
type asking struct {
	Visitor
	token func() string
}

type contextKey struct{}

// Of is who is asking; a stranger where nobody has looked.
func Of(ctx context.Context) Visitor {
	a, _ := ctx.Value(contextKey{}).(asking)
	return a.Visitor
}

// With is a context in which that visitor asks, for tests of what is shown to whom.
func With(ctx context.Context, v Visitor) context.Context {
	return context.WithValue(ctx, contextKey{}, asking{Visitor: v})
}

// Token is what a form of this answer carries in its field TokenField, or a script in the
// header TokenHeader, to be taken. It may set a cookie, so it is asked before the answer's
// first byte; it is "" where Wrap was not passed.
func Token(ctx context.Context) string {
	if a, _ := ctx.Value(contextKey{}).(asking); a.token != nil {
		return a.token()
	}
	return ""
}
