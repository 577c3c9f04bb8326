package daemon

import (
	"context"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
)

// Figures implements page.Diary.
func (s shop) Figures(ctx context.Context, from, to time.Time) (state.Figures, error) {
	return s.Orders.Journal.Figures(ctx, s.Orders.Config.Account, from, to)
}
