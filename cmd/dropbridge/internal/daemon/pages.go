package daemon

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// shop is the daemon as the pages see it.
type shop struct{ *Daemon }

// pages are the pages for people.
func (d *Daemon) pages() http.Handler {
	return page.New(page.Options{Shop: shop{d}, Name: d.Config.Shop.Name, Language: d.Config.Spoken(), Now: time.Now, Logger: d.Logger})
}

// Standing implements page.Shop.
func (s shop) Standing(ctx context.Context, _ wording.Language) (standing.Snapshot, error) {
	return s.Snapshot(ctx)
}

// deeds are what can be done on the pages, by the kind of the action. Each is what a command does.
var deeds = map[string]func(shop, context.Context, page.Action) (page.Effect, error){}

// Do implements page.Shop.
func (s shop) Do(ctx context.Context, a page.Action) (page.Effect, error) {
	do, found := deeds[a.Kind]
	if !found {
		return page.Effect{}, fmt.Errorf("%w: %q", page.ErrUnknownAction, a.Kind)
	}
	return do(s, ctx, a)
}
