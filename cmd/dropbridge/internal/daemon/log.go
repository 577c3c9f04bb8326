package daemon

import (
	"context"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/web/page"
)

// logged notes what a person has done in the log of actions. It is done already: where it
// cannot be noted the program's own log has it.
func (s shop) logged(ctx context.Context, a page.Action, kind state.ActionKind, about, detail string) {
	action := state.Action{Account: s.Orders.Config.Account, At: time.Now(), Person: a.Person, Kind: kind, Source: a.Values["source"], About: about, Detail: detail, Origin: a.From}
	if err := s.Orders.Journal.Act(context.WithoutCancel(ctx), action); err != nil {
		s.Logger.Error("what a person did is not in the log of actions", "action", kind, "person", a.Person, "about", about, "detail", detail, "error", err)
	}
}

// Actions implements page.Shop.
func (s shop) Actions(ctx context.Context, before int64, most int) ([]state.Action, error) {
	return s.Orders.Journal.Actions(ctx, state.ActionQuery{Account: s.Orders.Config.Account, Before: before, Limit: most})
}
