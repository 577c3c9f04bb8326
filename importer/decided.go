package importer

import (
	"context"
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
)

// decided lets the results and whoever posts know of a decision.
func (im *Importer) decided(ctx context.Context, r state.Ruling) error {
	if r.Decision.Kind == state.DecidedRetry {
		im.gate.open()
		if err := im.Journal.SetNote(ctx, im.Config.Account, noteRetry, im.Config.Now().UTC().Format(time.RFC3339Nano)); err != nil {
			return fmt.Errorf("note that order %s is to be tried now: %w", told.OneLine(r.Order.ExternalID), err)
		}
	}
	im.KeepDecisions(ctx)
	ids := []int64{r.Order.ID}
	if r.Made != nil {
		ids = append(ids, r.Made.ID)
	}
	for _, id := range ids {
		im.changed(id)
	}
	desk.Wake(im.wakePost)
	files, err := im.Journal.Files(ctx, state.FileQuery{Account: im.Config.Account, Orders: ids})
	if err != nil {
		return fmt.Errorf("list the files of order %s: %w", told.OneLine(r.Order.ExternalID), err)
	}
	return im.show(ctx, files)
}
