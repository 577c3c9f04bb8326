package dispatch

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// quiet is a logger's handler that passes on warnings and errors alone, and each of them once in a
// while: River tells each job, and while the database is away each queue every second.
type quiet struct {
	slog.Handler
	told *told
}

// told is when what was said last.
type told struct {
	mu   sync.Mutex
	last map[string]time.Time
}

// silence is how long the same is not said again.
const silence = time.Minute

func newQuiet(h slog.Handler) *slog.Logger {
	return slog.New(quiet{h, &told{last: map[string]time.Time{}}})
}

// Enabled implements slog.Handler.
func (q quiet) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && q.Handler.Enabled(ctx, level)
}

// Handle implements slog.Handler.
func (q quiet) Handle(ctx context.Context, r slog.Record) error {
	q.told.mu.Lock()
	last, known := q.told.last[r.Message]
	again := known && r.Time.Sub(last) < silence
	if !again {
		q.told.last[r.Message] = r.Time
	}
	q.told.mu.Unlock()
	if again {
		return nil
	}
	return q.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (q quiet) WithAttrs(attrs []slog.Attr) slog.Handler {
	return quiet{q.Handler.WithAttrs(attrs), q.told}
}

// WithGroup implements slog.Handler.
func (q quiet) WithGroup(name string) slog.Handler { return quiet{q.Handler.WithGroup(name), q.told} }
