package importer

import (
	"context"
	"errors"
	"fmt"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/pulse"
)

// showAll brings every file up to date that is not closed.
func (im *Importer) showAll(ctx context.Context) error {
	if err := im.strangers(ctx); err != nil {
		return err
	}
	im.dirty.take()
	open, err := im.Journal.Files(ctx, state.FileQuery{Account: im.Config.Account, States: []state.FileState{state.FileOpen, state.FileSettled}})
	if err != nil {
		return fmt.Errorf("list the open files: %w", err)
	}
	lying, err := im.Journal.Files(ctx, state.FileQuery{Account: im.Config.Account, States: []state.FileState{state.FileFinal, state.FileRefused},
		Placed: []state.Placed{state.PlacedInbox, state.PlacedStuck}})
	if err != nil {
		return fmt.Errorf("list the files that are to be moved: %w", err)
	}
	if err := im.show(ctx, append(open, lying...)); err != nil {
		return err
	}
	return im.clearRejected(ctx)
}

// showChanged brings the files up to date of whose orders something became known, and
// those that came in.
func (im *Importer) showChanged(ctx context.Context) error {
	ids := im.dirty.take()
	var files []state.File
	for len(ids) > 0 {
		batch := ids[:min(len(ids), filesAsked)]
		ids = ids[len(batch):]
		changed, err := im.Journal.Files(ctx, state.FileQuery{Account: im.Config.Account, Orders: batch})
		if err != nil {
			for _, id := range append(batch, ids...) {
				im.dirty.add(id)
			}
			return fmt.Errorf("list the files whose orders changed: %w", err)
		}
		files = append(files, changed...)
	}
	for _, id := range im.behind.take() {
		behind, err := im.Journal.Files(ctx, state.FileQuery{Account: im.Config.Account, ID: id})
		if err != nil {
			im.behind.add(id)
			return fmt.Errorf("list the files that two wrote at once: %w", err)
		}
		files = append(files, behind...)
	}
	fresh, err := im.Journal.Files(ctx, state.FileQuery{Account: im.Config.Account, Placed: []state.Placed{state.PlacedInbox}})
	if err != nil {
		return fmt.Errorf("list the files that came in: %w", err)
	}
	if err := im.show(ctx, append(files, fresh...)); err != nil {
		return err
	}
	return im.clearRejected(ctx)
}

// show publishes files; one that fails does not keep the others from it.
func (im *Importer) show(ctx context.Context, files []state.File) error {
	done := map[int64]bool{}
	for _, file := range files {
		if done[file.ID] {
			continue
		}
		done[file.ID] = true
		pulse.Tick(ctx)
		_, err := im.publish(ctx, file, nil)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, state.ErrStale):
			continue // another process, or the next round, shows the same
		}
		im.Problems.Set(im.Config.Now(), told.ProblemResult+told.Title(file.Source, file.Name), err)
	}
	return nil
}
