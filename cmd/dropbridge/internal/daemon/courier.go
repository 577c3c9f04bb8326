package daemon

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/dropbridge/dropbridge/importer/intake"
	"github.com/dropbridge/dropbridge/internal/web"
	"github.com/dropbridge/dropbridge/internal/web/courier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// courier is what programs hand order files to and fetch results from.
func (d *Daemon) courier() http.Handler {
	return courier.New(courier.Options{Counter: counter{intake.New(d.Orders.Desk), d}, Keys: d.keys, Access: d.access,
		Language: d.access.Language, Type: web.ContentType, Logger: d.Logger})
}

// counter is an intake.Counter that sends whoever asks to the process that has the inbox, where
// this one does not see it.
type counter struct {
	*intake.Counter
	daemon *Daemon
}

// Take implements courier.Counter.
func (c counter) Take(ctx context.Context, source, name string, content io.Reader) (intake.Receipt, error) {
	if err := c.daemon.inboxHere(ctx); err != nil {
		return intake.Receipt{}, err
	}
	return c.Counter.Take(ctx, source, name, content)
}

// Find implements courier.Counter.
func (c counter) Find(ctx context.Context, l wording.Language, source, name string) (intake.Outcome, error) {
	if err := c.daemon.inboxHere(ctx); err != nil {
		return intake.Outcome{}, err
	}
	return c.Counter.Find(ctx, l, source, name)
}

// List implements courier.Counter.
func (c counter) List(ctx context.Context, l wording.Language, source string, since time.Time) ([]intake.Outcome, bool, error) {
	if err := c.daemon.inboxHere(ctx); err != nil {
		return nil, false, err
	}
	return c.Counter.List(ctx, l, source, since)
}
