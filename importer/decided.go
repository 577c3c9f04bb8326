package importer

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/importer/posting"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/sorting"
)

// decided lets the results and whoever posts know of decisions.
func (im *Importer) decided(ctx context.Context, all ...state.Ruling) error {
	var ids []int64
	for _, r := range all {
		if r.Decision.Kind == state.DecidedRetry {
			if p := im.postingOf(r.Order); p != nil {
				p.TryNow()
			}
			if err := im.NoteRetry(ctx); err != nil {
				return err
			}
		}
		ids = append(ids, r.Order.ID)
		if r.Made != nil {
			ids = append(ids, r.Made.ID)
		}
	}
	im.KeepDecisions(ctx)
	for _, id := range ids {
		im.changed(id)
	}
	im.wake()
	if im.Config.ShownByOthers {
		return nil
	}
	files, err := im.filesOf(ctx, ids)
	if err != nil {
		return fmt.Errorf("list the files of order %s: %w", told.OneLine(all[0].Order.ExternalID), err)
	}
	return im.show(ctx, files)
}

// NoteRetry has whichever process posts wait no longer for a supplier.
func (im *Importer) NoteRetry(ctx context.Context) error {
	if err := im.Journal.SetNote(ctx, im.Config.Account, posting.NoteRetry, im.Config.Now().UTC().Format(time.RFC3339Nano)); err != nil {
		return fmt.Errorf("note that orders are to be tried now: %w", err)
	}
	return nil
}

// filesAsked is how many orders' files are asked for at once.
const filesAsked = 500

// filesOf are the files of some orders, each once, by their ID.
func (im *Importer) filesOf(ctx context.Context, orders []int64) (all []state.File, err error) {
	for ids := range slices.Chunk(orders, filesAsked) {
		files, err := im.Journal.Files(ctx, state.FileQuery{Account: im.Config.Account, Orders: ids})
		if err != nil {
			return nil, err
		}
		all = append(all, files...)
	}
	sorting.Func(all, func(a, b state.File) int { return cmp.Compare(a.ID, b.ID) })
	return slices.CompactFunc(all, func(a, b state.File) bool { return a.ID == b.ID }), nil
}
