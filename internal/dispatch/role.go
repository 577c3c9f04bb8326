package dispatch

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Role is a part of the work that a process can have.
type Role string

// The roles.
const (
	Post   Role = "post"   // posts orders, and looks up what became of them
	Follow Role = "follow" // asks for statuses and waybills
	Inbox  Role = "inbox"  // takes order files, writes results
	Feeds  Role = "feeds"  // builds feeds
	Books  Role = "books"  // closes months
	HTTP   Role = "http"   // serves the page and the feeds, tells people
)

// AllRoles are the roles, in the order in which people are told of them.
var AllRoles = Roles{Post, Follow, Inbox, Feeds, Books, HTTP}

// Roles are those of one process.
type Roles []Role

// ParseRoles reads words with commas between, such as post,follow; "" stands for all roles. An
// unknown word is an error that lists the known ones.
func ParseRoles(text string) (Roles, error) {
	if strings.TrimSpace(text) == "" {
		return AllRoles, nil
	}
	var out Roles
	for word := range strings.SplitSeq(text, ",") {
		role := Role(strings.TrimSpace(word))
		if !AllRoles.Has(role) {
			return nil, &UnknownRoleError{Word: string(role)}
		}
		if !out.Has(role) {
			out = append(out, role)
		}
	}
	return out, nil
}

// UnknownRoleError is a word that is no role.
type UnknownRoleError struct{ Word string }

// Error names the word and the roles that there are, in English.
func (e *UnknownRoleError) Error() string { what, _ := e.Say(wording.English); return what }

// Hint is none: Error lists the roles.
func (e *UnknownRoleError) Hint() string { return "" }

// Failure is one of usage.
func (e *UnknownRoleError) Failure() failure.Kind { return failure.Usage }

// Say is Error in a language, and no way out.
func (e *UnknownRoleError) Say(l wording.Language) (what, way string) {
	return wording.NewMessage("roles_unknown", e.Word, AllRoles.String()).In(l), ""
}

// Has reports whether a role is among them.
func (r Roles) Has(role Role) bool { return slices.Contains(r, role) }

// All reports whether no role is missing.
func (r Roles) All() bool {
	return !slices.ContainsFunc(AllRoles, func(role Role) bool { return !r.Has(role) })
}

// String is the roles as ParseRoles reads them.
func (r Roles) String() string { return strings.Join(r.Words(), ",") }

// Words are the roles one by one.
func (r Roles) Words() []string {
	words := make([]string, len(r))
	for i, role := range r {
		words[i] = string(role)
	}
	return words
}
