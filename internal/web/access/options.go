package access

import (
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/coreos/go-oidc/v3/oidc"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// User is somebody who logs in with a password.
type User struct {
	Name  string
	Role  Role
	Stamp string // changes with the password
}

// Users are those who log in with a password. Changes of them count at once.
type Users interface {
	// Check is the user of that name with that password. It takes as long where there is none.
	Check(name, password string) (User, bool)
	// Find is the user of that name.
	Find(name string) (User, bool)
	// Any reports whether there is one at all.
	Any() bool
}

// Programs are known by keys. Changes of them count at once.
type Programs interface {
	// Admits is the name of the program with that key, which may look.
	Admits(key string) (name string, ok bool)
}

// Proxy names the visitors that it lets through, in a header.
type Proxy struct {
	Header string         // such as X-Remote-User; "": it names nobody
	From   []netip.Prefix // the addresses at which it is believed
	Roles  Roles
}

// Options says how visitors are known.
type Options struct {
	Users    Users    // nil: nobody has a password
	Programs Programs // nil: none has a key
	Proxy    Proxy    // without a header: none
	Issuer   *Issuer  // nil: none
	Sessions string   // the file that keeps sessions over a restart; "": they end with the program

	Language func(*http.Request) wording.Language // of the page to log in; nil: what the browser prefers
	Now      func() time.Time                     // nil: time.Now
	Logger   *slog.Logger                         // nil: none
}

// Access knows visitors. Use New.
type Access struct {
	Options
	secret   []byte // signs forms and journeys to the issuer; it lives as long as sessions do
	sessions *sessions
	throttle *throttle
	checking chan struct{} // one place for each password that is checked at a time
}

// longestName is how many bytes a visitor's name has at most.
const longestName = 128

// plain reports whether a name is one that can be shown and logged: not empty or long, and
// without what steers a terminal or turns text round.
func plain(name string) bool {
	return name != "" && len(name) <= longestName && utf8.ValidString(name) && strings.TrimSpace(name) == name &&
		!strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}

// Issuer is where people log in by OpenID Connect, and who of them is let in.
type Issuer struct {
	URL      string // the issuer, as its documents name it
	ClientID string
	Secret   string // "": the client is a public one
	Redirect string // the address of BackPath on this server, as the issuer has it
	Claim    string // which claim is the visitor's name; "": email, which must be verified
	Roles    Roles  // by that name
	Client   *http.Client

	mu       sync.Mutex
	provider *oidc.Provider // nil until it was reached
	failed   error
	asked    time.Time
}
