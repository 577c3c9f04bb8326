package channel

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/notify/letter"
	"github.com/dropbridge/dropbridge/internal/oneline"
)

// Channel is where letters go.
type Channel interface {
	Name() string     // mail, telegram, webhook or that of a hook
	Describe() string // where letters go, for people, without secrets
	// Idempotent reports whether the receiver can tell a letter that comes twice by its id.
	Idempotent() bool
	// Send sends a letter, in one attempt, and tells what was answered. repeat says that an
	// earlier attempt may have got through. Its errors are of type *SendError.
	Send(ctx context.Context, l *letter.Letter, repeat bool) (answer string, err error)
	// Check finds out whether letters could be sent, and sends none.
	Check(ctx context.Context) (answer string, err error)
}

// SendError is that a letter was not taken.
type SendError struct {
	Err  error
	Wait time.Duration // that is asked for before the next attempt, 0 where none is
	Lost bool          // the answer was lost after all was sent: it may have got through
}

func (e *SendError) Error() string { return e.Err.Error() }

func (e *SendError) Unwrap() error { return e.Err }

// Hint is that of what it wraps: which key of the config to look at, whoever has the config knows.
func (e *SendError) Hint() string { return "" }

// Failure is that of what it wraps.
func (e *SendError) Failure() failure.Kind { return failure.Unknown }

const (
	sendPatience = 30 * time.Second // how long an attempt may take
	mostAnswer   = 300              // characters of an answer that are told
)

// RetryIn is how long to wait after a number of failed attempts: a minute, doubled each time
// up to an hour; or as long as was asked for, within the same hour.
func RetryIn(tries int, err error) time.Duration {
	wait := min(time.Minute<<min(max(tries-1, 0), 6), time.Hour)
	if failure, ok := errors.AsType[*SendError](err); ok && failure.Wait > 0 {
		wait = min(failure.Wait, time.Hour)
	}
	return wait
}

// Lost reports whether an error leaves open if the letter got through.
func Lost(err error) bool {
	failure, ok := errors.AsType[*SendError](err)
	return ok && failure.Lost
}

// client is what webhooks and bots are called by. A redirect is an answer like any other:
// to follow one would send the letter to an address that nobody wrote down.
func client() *http.Client {
	return &http.Client{Timeout: sendPatience, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// asked is the wait that the header Retry-After asks for, 0 for none (RFC 9110, 10.2.3).
func asked(header http.Header, now time.Time) time.Duration {
	text := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, err := strconv.ParseInt(text, 10, 32); err == nil {
		return max(0, time.Duration(seconds)*time.Second)
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

// Said is a foreign answer on one line.
func Said(text string) string { return oneline.Clean(text, mostAnswer) }
