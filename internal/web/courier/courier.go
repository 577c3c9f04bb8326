package courier

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/intake"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Counter takes files in and says what became of them. *intake.Counter is one.
type Counter interface {
	Take(ctx context.Context, source, name string, content io.Reader) (intake.Receipt, error)
	Find(ctx context.Context, l wording.Language, source, name string) (intake.Outcome, error)
	List(ctx context.Context, l wording.Language, source string, since time.Time) (list []intake.Outcome, complete bool, err error)
	Open(o intake.Outcome) (*os.File, error)
}

// Keys say which key is for which source.
type Keys interface {
	MayDrop(source, key string) (name string, ok bool) // for this one
	Drops(key string) bool                             // for any
}

// Options says what stands behind the addresses. All of it is needed but Here.
type Options struct {
	Counter  Counter
	Here     func(context.Context) error // a *refusal.Refusal where another process has the inbox; nil: this one has
	Keys     Keys
	Access   *access.Access // makes whoever guesses keys wait
	Language func(*http.Request) wording.Language
	Type     func(name string) string // the media type of a file, by its ending
	Logger   *slog.Logger
}

// itself stands in addresses for the inbox itself.
const itself = "-"

// Handles reports whether a request is for New's handler: it is for a file of the inbox, or for
// what is below a source of the results. Those directly in the folder of results are people's.
func Handles(r *http.Request) bool {
	below, results := strings.CutPrefix(r.URL.Path, "/results/")
	return strings.HasPrefix(r.URL.Path, "/inbox/") || results && strings.Contains(below, "/")
}

// courier is what stands behind the routes.
type courier struct{ Options }

// InboxOf is where the files of a source are put, "" for the inbox itself; their names follow it.
func InboxOf(source string) string { return "/inbox/" + url.PathEscape(cmp.Or(source, itself)) + "/" }

// New is the handler of what Handles reports. It knows whoever asks
// by the key alone, never by a session, so that no other site can have a browser send a file.
func New(o Options) http.Handler {
	c, mux := &courier{o}, http.NewServeMux()
	mux.HandleFunc("/inbox/{source}/{name}", c.only(c.take, http.MethodPut))
	mux.HandleFunc("/results/{source}/{name}", c.only(c.show, http.MethodGet, http.MethodHead))
	mux.HandleFunc("/results/{source}/{$}", c.only(c.list, http.MethodGet, http.MethodHead))
	return mux
}

// errand is a request that may be done.
type errand struct {
	w            http.ResponseWriter
	r            *http.Request
	source, name string // "" is the inbox itself; "" is no name
	by           string // whose key it is
	language     wording.Language
}

// only has an errand done that comes by one of the methods and with a key of its source.
func (c *courier) only(do func(errand), methods ...string) http.HandlerFunc {
	allowed := strings.Join(methods, ", ")
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "private, no-store")
		e := errand{w: w, r: r, source: r.PathValue("source"), name: r.PathValue("name"), language: c.Language(r)}
		if e.source == itself {
			e.source = ""
		}
		if !c.admit(&e) {
			return
		}
		if !slices.Contains(methods, r.Method) {
			w.Header().Set("Allow", allowed)
			e.refuse(http.StatusMethodNotAllowed, "method", allowed)
			return
		}
		if c.Here != nil {
			if err := c.Here(r.Context()); err != nil {
				c.fail(e, err)
				return
			}
		}
		do(e)
	}
}

// shownKey is the key of a request: that of a program, or the password of HTTP Basic.
func shownKey(r *http.Request) string {
	if key := access.Bearer(r); key != "" {
		return key
	}
	_, key, _ := r.BasicAuth()
	return key
}

// admit finds out whose key is shown, and answers where it does not fit. Whoever has a key of
// one source does not learn which others there are.
func (c *courier) admit(e *errand) bool {
	key := shownKey(e.r)
	if key == "" {
		e.askKey()
		return false
	}
	foreign := false
	by, wait := c.Access.Show(e.r, func() (string, bool) {
		name, ok := c.Keys.MayDrop(e.source, key)
		foreign = !ok && c.Keys.Drops(key)
		return name, ok || foreign
	})
	switch {
	case wait > 0:
		e.later(wait)
		e.refuse(http.StatusTooManyRequests, "guessing")
	case foreign:
		e.refuse(http.StatusForbidden, "other_source")
	case by == "":
		e.askKey()
	}
	e.by = by
	return by != "" && !foreign
}

// askKey answers that a key is needed.
func (e *errand) askKey() {
	e.w.Header().Add("WWW-Authenticate", `Bearer realm="dropbridge"`)
	e.w.Header().Add("WWW-Authenticate", `Basic realm="dropbridge", charset="UTF-8"`)
	e.refuse(http.StatusUnauthorized, "no_key")
}

// later tells when to ask again.
func (e *errand) later(wait time.Duration) {
	e.w.Header().Set("Retry-After", strconv.FormatInt(int64((wait+time.Second-1)/time.Second), 10))
}

// fail answers an error: a refusal of the file with its own status, one of this process, which
// is not the one to ask, and anything else as what may go away.
// What that says names folders and machines, and is for the log alone.
func (c *courier) fail(e errand, err error) {
	if refused, is := errors.AsType[*intake.Refused](err); is {
		what, way := refused.Say(e.language)
		e.answer(statuses[refused.Why], trouble{Error: problem{string(refused.Why), what, way}})
		return
	}
	if refused, is := errors.AsType[*refusal.Refusal](err); is {
		what, way := refused.Say(e.language)
		e.later(soon)
		e.answer(http.StatusServiceUnavailable, trouble{Error: problem{"elsewhere", what, way}})
		return
	}
	c.Logger.Error("a program's errand was not done", "key", e.by, "path", e.r.URL.Path, "error", err)
	e.later(soon)
	if full(err) {
		e.refuse(http.StatusInsufficientStorage, "disk_full")
		return
	}
	e.refuse(http.StatusServiceUnavailable, "away")
}

// statuses are those of what is refused.
var statuses = map[intake.Why]int{intake.NoSource: http.StatusNotFound, intake.BadName: http.StatusBadRequest, intake.NeverTaken: http.StatusBadRequest,
	intake.TooLarge: http.StatusRequestEntityTooLarge, intake.NameTaken: http.StatusConflict}
