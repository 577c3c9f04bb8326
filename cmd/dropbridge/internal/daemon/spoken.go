package daemon

import (
	"context"
	"time"

	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// inLanguage is the daemon as a source that tells in a language.
type inLanguage struct {
	*Daemon
	language wording.Language
}

// Snapshot implements web.Source.
func (s inLanguage) Snapshot(ctx context.Context) (standing.Snapshot, error) {
	return s.snapshot(ctx, s.language)
}

// shareSpoken shares a snapshot among all who look at the pages in one language.
func (d *Daemon) shareSpoken() {
	d.spoken = map[wording.Language]*web.Shared{}
	for _, l := range []wording.Language{wording.Ukrainian, wording.English} {
		d.spoken[l] = web.Share(inLanguage{d, l}, sharedFor, time.Now)
	}
}

// forget makes the next page and the next answer show what was just done.
func (d *Daemon) forget() {
	d.shared.Forget()
	for _, s := range d.spoken {
		s.Forget()
	}
}
