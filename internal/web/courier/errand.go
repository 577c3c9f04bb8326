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
	"strconv"
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

// courier is what stands behind the routes.
type courier struct{ Options }

// InboxOf is where the files of a source are put, "" for the inbox itself; their names follow it.
func InboxOf(source string) string { return "/inbox/" + url.PathEscape(cmp.Or(source, itself)) + "/" }

// errand is a request that may be done.
type errand struct {
	w            http.ResponseWriter
	r            *http.Request
	source, name string // "" is the inbox itself; "" is no name
	by           string // whose key it is
	language     wording.Language
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
