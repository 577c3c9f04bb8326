package daemon

import (
	"cmp"
	"context"
	"io"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// shop is the daemon as the pages see it.
type shop struct{ *Daemon }

// pages are the pages for people.
func (d *Daemon) pages() http.Handler {
	return page.New(page.Options{Shop: shop{d}, Name: d.Config.Shop.Name, URL: d.Config.HTTP.URL, Visitor: d.visitor,
		Token: func(r *http.Request) string { return access.Token(r.Context()) }, Language: d.Config.Spoken(), Now: time.Now, Logger: d.Logger, Effects: d.effects})
}

// visitor is who looks at the pages.
func (d *Daemon) visitor(r *http.Request) page.Visitor {
	v := access.Of(r.Context())
	shown := page.Visitor{Name: v.Name, Sees: v.Sees(), Acts: v.Acts()}
	switch {
	case v.LoggedIn():
		shown.Logout = "/logout"
	case d.access.Configured() && v.Name == "":
		shown.Login = "/login"
	}
	return shown
}

// Standing implements page.Shop.
func (s shop) Standing(ctx context.Context, l wording.Language) (standing.Snapshot, error) {
	return s.spoken[l].Snapshot(ctx)
}

// Find implements page.Shop.
func (s shop) Find(ctx context.Context, l wording.Language, source, number string) ([]overview.OrderStatus, error) {
	return s.Orders.In(l).Find(ctx, cmp.Or(source, state.InboxItself), number)
}

// Search implements page.Finder.
func (s shop) Search(ctx context.Context, l wording.Language, q state.SearchQuery) (found page.Found, err error) {
	found.Orders, found.Next, found.Complete, err = s.Orders.In(l).Search(ctx, q)
	return found, err
}

// Written implements page.Finder.
func (s shop) Written(ctx context.Context, file int64, rows []int) (orderfile.Written, error) {
	return s.Orders.Rows(ctx, file, rows)
}

// Files implements page.Finder.
func (s shop) Files(ctx context.Context, l wording.Language, q overview.FilesQuery) (overview.FilesPage, error) {
	return s.Orders.In(l).ListFiles(ctx, q)
}

// Decidable implements page.Shop.
func (s shop) Decidable(ctx context.Context, l wording.Language, about []standing.Subject) ([]overview.OrderStatus, error) {
	return s.Orders.In(l).Decidable(ctx, about)
}

// Requests implements page.Shop.
func (s shop) Requests(context.Context) ([]mapping.DryRun, error) {
	var all []mapping.DryRun
	for _, one := range s.Config.Suppliers() {
		m, err := one.Mapping()
		if err != nil {
			return nil, err
		}
		runs, err := m.DryRun()
		if err != nil {
			return nil, err
		}
		all = append(all, runs...)
	}
	return all, nil
}

// Suppliers implements page.Shop.
func (s shop) Suppliers() []string { return s.Config.SupplierNames() }

// Sources implements page.Shop.
func (s shop) Sources() []string { return slices.Sorted(maps.Keys(s.Config.Inbox.Sources)) }

// Upload implements page.Shop.
func (s shop) Upload(ctx context.Context, a page.Action, name string, content io.Reader) (page.Effect, error) {
	if err := s.inboxHere(ctx); err != nil {
		return page.Effect{}, err
	}
	taken, err := s.Orders.Upload(a.Values["source"], name, content)
	if err == nil {
		a.Values["file"] = taken
		s.acted(ctx, a)
	}
	return page.Effect{Text: wording.NewMessage("page.uploaded", oneline.Unbroken(taken)).In(a.Language)}, err
}
