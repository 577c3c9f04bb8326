package notify

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/notify/channel"
	"github.com/dropbridge/dropbridge/internal/notify/letter"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// rig is a notifier with a source, a clock and channels of the test's own.
type rig struct {
	t       *testing.T
	now     time.Time
	options Options
	n       *Notifier

	findings []standing.Finding
	events   []Event
	results  []letter.Result
	blind    error // the source cannot tell what stands
}

// noon is in a quiet minute of no day of changed clocks.
func noon() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

func newRig(t *testing.T, channels ...channel.Channel) *rig {
	t.Helper()
	r := &rig{t: t, now: noon()}
	r.options = Options{File: filepath.Join(t.TempDir(), "notify.json"), Channels: channels, Source: r, Urgent: []string{"token_refused", "outcome_unknown", "disk_low", EventCancelled},
		Schedule: Schedule{Zone: time.UTC, Digest: 9 * time.Hour}, Every: time.Minute, Hooks: map[string]channel.Channel{},
		Voice: letter.Voice{Shop: "Shop", Language: "en", Zone: time.UTC}, Now: func() time.Time { return r.now }, Logger: slog.New(slog.DiscardHandler)}
	r.start()
	return r
}

// start starts the notifier, or starts it again after a crash.
func (r *rig) start() {
	r.t.Helper()
	if r.n != nil {
		require.NoError(r.t, r.n.lock.Close())
	}
	var err error
	r.n, err = New(r.options)
	require.NoError(r.t, err)
	require.NoError(r.t, r.n.own(r.t.Context()))
	r.t.Cleanup(func() { r.n.lock.Close() })
}

// pass lets time go by, looks, and sends what is to be sent.
func (r *rig) pass(d time.Duration) {
	r.t.Helper()
	r.now = r.now.Add(d)
	require.ErrorIs(r.t, r.n.look(r.t.Context()), r.blind)
	for name := range r.n.all {
		r.n.deliver(r.t.Context(), name)
	}
}

func (r *rig) Findings(context.Context) ([]standing.Finding, error)          { return r.findings, r.blind }
func (r *rig) Happened(context.Context, time.Time) ([]Event, error)          { return r.events, r.blind }
func (r *rig) Completed(context.Context, time.Time) ([]letter.Result, error) { return r.results, nil }

// box is a channel that keeps what it takes, and fails as it is told.
type box struct {
	name       string
	idempotent bool
	fail       error
	taken      func() // called when a letter was taken

	mu      sync.Mutex
	letters []letter.Letter
	repeats int
	tries   int
}

func (b *box) Name() string                          { return b.name }
func (b *box) Describe() string                      { return "a box" }
func (b *box) Idempotent() bool                      { return b.idempotent }
func (b *box) Check(context.Context) (string, error) { return "", nil }

func (b *box) Send(_ context.Context, l *letter.Letter, repeat bool) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tries++
	if b.fail != nil && !channel.Lost(b.fail) {
		return "", b.fail
	}
	b.letters = append(b.letters, *l)
	if repeat {
		b.repeats++
	}
	if b.taken != nil {
		b.taken()
	}
	return "ok", b.fail
}

// told is what the box was told so far, an item a line, and forgets it.
func (b *box) told() (lines []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, l := range b.letters {
		for _, item := range l.Items {
			lines = append(lines, fmt.Sprintf("%s %s %s %d", l.Kind, item.News, item.Code, item.Count))
		}
	}
	b.letters = nil
	return lines
}

func unknown(numbers ...string) standing.Finding {
	return standing.Finding{Level: standing.Attention, Code: "outcome_unknown", Text: "an unknown outcome", Orders: numbers}
}

var errDown = &channel.SendError{Err: errors.New("connection refused")}
