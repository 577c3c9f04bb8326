package importer

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/durable"
)

// tidy removes the copies of files that were final for long, and what crashes left. It
// reports whether it came to it: not while a file is being taken, whose copy is in no
// journal yet.
func (im *Importer) tidy(ctx context.Context) (bool, error) {
	if !im.intake.TryLock() {
		return false, nil
	}
	err := im.tidySpool(ctx)
	im.intake.Unlock()
	if err != nil {
		return true, err
	}
	if err := durable.RemoveStale(im.Config.Results, im.Config.Now()); err != nil {
		return true, fmt.Errorf("tidy the results: %w", err)
	}
	if err := im.TidyWaybills(im.Config.Now()); err != nil {
		return true, err
	}
	return true, im.sweepOwners(ctx)
}

// tidySometimes tidies where it was done long ago.
func (im *Importer) tidySometimes(ctx context.Context) error {
	now := im.Config.Now()
	if now.Sub(time.Unix(0, im.tidied.Load())) < tidyEvery {
		return nil
	}
	done, err := im.tidy(ctx)
	if done {
		im.tidied.Store(now.UnixNano())
	}
	return err
}

func (im *Importer) tidySpool(ctx context.Context) error {
	entries, err := im.Config.Disk.List(im.Config.Spool)
	if err != nil {
		return fmt.Errorf("list the spool: %w", err)
	}
	files, err := im.Journal.Files(ctx, state.FileQuery{Account: im.Config.Account})
	if err != nil {
		return fmt.Errorf("list the files: %w", err)
	}
	now := im.Config.Now()
	needed := map[string]bool{}
	for _, file := range files {
		closed := file.State == state.FileFinal || file.State == state.FileRefused
		if !closed || now.Sub(file.ChangedAt) < im.Config.Keep {
			needed[filepath.Base(file.Spool)] = true
		}
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || needed[entry.Name()] || now.Sub(info.ModTime()) < leftoverAge {
			continue
		}
		if strings.HasSuffix(entry.Name(), ".copy") || strings.HasPrefix(entry.Name(), durable.TempPrefix) {
			if err := im.Config.Disk.Remove(filepath.Join(im.Config.Spool, entry.Name())); err != nil {
				return fmt.Errorf("tidy the spool: %w", err)
			}
		}
	}
	return nil
}

const tidyEvery = time.Hour

// leftoverAge: what is younger may belong to a copy that another process is making.
const leftoverAge = 24 * time.Hour

// sweepOwners forgets the importers that died, once none of their orders is left in
// sending: first what they said, then the file that shows their death.
func (im *Importer) sweepOwners(ctx context.Context) error {
	sending, err := im.Journal.Orders(ctx, state.OrderQuery{Account: im.Config.Account, States: []state.State{state.Sending}})
	if err != nil {
		return fmt.Errorf("read the orders that were being sent: %w", err)
	}
	named := map[string]bool{}
	for _, order := range sending {
		named[order.Owner] = true
	}
	notes, err := im.Journal.Notes(ctx, im.Config.Account)
	if err != nil {
		return fmt.Errorf("read the problems: %w", err)
	}
	fences, err := im.Fences(ctx)
	if err != nil {
		return err
	}
	for name := range notes {
		owner, found := strings.CutPrefix(name, overview.NoteProblems)
		if !found {
			owner, found = strings.CutPrefix(name, overview.NoteWatch)
		}
		if found && (fences[owner] || im.owner.Dead(owner)) {
			if err := im.Journal.SetNote(ctx, im.Config.Account, name, ""); err != nil {
				return fmt.Errorf("forget the problems of an importer that ended: %w", err)
			}
		}
	}
	return told.Doing("tidy the spool", im.owner.Sweep(named))
}
