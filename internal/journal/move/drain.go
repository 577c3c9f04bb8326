package move

import (
	"context"
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal"
)

// drainPoll is how often attempts that are on their way are looked at, and drainLimit how long
// at most: no lease of theirs is longer.
const (
	drainPoll  = 200 * time.Millisecond
	drainLimit = 10 * time.Minute
)

// sending is the state of orders that are on their way as SQL has it. It stands in statements as it
// is: triggers take no arguments.
const sending = "'" + string(state.Sending) + "'"

// drainWait awaits the attempts to post that are on their way in a journal.
type drainWait struct {
	db    *journal.Database
	idle  bool // nobody works with it: there are none
	now   func() time.Time
	after func(time.Duration) <-chan time.Time
}

func (w drainWait) run(ctx context.Context) error {
	for end := w.now().Add(drainLimit); !w.idle; {
		var under int
		now := w.now()
		err := w.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM orders WHERE state = "+sending+" AND lease_until > $1", now.UnixNano()).Scan(&under)
		if err != nil {
			return fmt.Errorf("look for attempts to post that are on their way: %w", err)
		}
		if under == 0 || now.After(end) {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-w.after(drainPoll):
		}
	}
	return nil
}
