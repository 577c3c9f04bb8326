package daemon

import (
	"context"
	"net"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/web/page"
)

// noteAction notes what a person has done that has no source.
func (s shop) noteAction(ctx context.Context, a page.Action, kind state.ActionKind, about, detail string) {
	s.keepAction(ctx, a, state.Action{Kind: kind, About: about, Detail: detail})
}

// keepAction notes what a person has done in the log of actions. It is done already: where it
// cannot be noted the program's own log has it.
func (s shop) keepAction(ctx context.Context, a page.Action, done state.Action) {
	done.Account, done.At, done.Person, done.Origin = s.Orders.Config.Account, time.Now(), a.Person, origin(a)
	if err := s.Orders.Journal.Act(context.WithoutCancel(ctx), done); err != nil {
		s.Logger.Error("what was done is not in the log of actions", "action", done.Kind, "person", a.Person, "about", done.About, "detail", done.Detail, "error", err)
	}
}

// Actions implements page.Shop.
func (s shop) Actions(ctx context.Context, before int64, most int) ([]state.Action, error) {
	return s.Orders.Journal.Actions(ctx, state.ActionQuery{Account: s.Orders.Config.Account, Before: before, Limit: most})
}

// origin is the address from which a person acts, without its port.
func origin(a page.Action) string {
	if host, _, err := net.SplitHostPort(a.From); err == nil {
		return host
	}
	return a.From
}

// Figures implements page.Diary.
func (s shop) Figures(ctx context.Context, from, to time.Time) (state.Figures, error) {
	return s.Orders.Journal.Figures(ctx, s.Orders.Config.Account, from, to)
}
