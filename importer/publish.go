package importer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
)

// publish makes a file's result show what the journal knows, moves the original once
// everything was posted, and closes the file once nothing will change. Doing it again
// does nothing new, so it is also what finishes a file after a crash. report may be
// nil; the private copy is then read again where that is needed.
func (im *Importer) publish(ctx context.Context, file state.File, report *orderfile.Report) (state.File, error) {
	var shown result.Standing
	return im.publishShown(ctx, file, report, &shown)
}

// publishShown is publish that tells what the result shows, where it was read for that.
func (im *Importer) publishShown(ctx context.Context, file state.File, report *orderfile.Report, shown *result.Standing) (state.File, error) {
	if doubt, ok := errors.AsType[*told.Doubt](im.Trusted(ctx)); ok && doubt.Hides() {
		return file, nil // the results may know more than the journal
	}
	if file.State == state.FileRefused {
		return im.putAway(ctx, file)
	}
	now, err := result.ReadStanding(ctx, im.Desk, file.ID, report)
	if err != nil {
		return file, fmt.Errorf("read the orders of %s: %w", told.OneLine(file.Name), err)
	}
	before, _ := result.SplitDigest(file.Digest)
	if now.Digest == before && !im.Missing(file.Result) {
		*shown = now
		return im.advance(ctx, file, now)
	}
	if file.State == state.FileFinal && im.Missing(file.Spool) {
		return im.putAway(ctx, file) // it was closed long ago: what it shows stays, or went when it was old enough
	}
	if report == nil {
		if report, err = im.ReadRows(ctx, file); err != nil {
			return file, err
		}
		now, err = im.standing(ctx, file, report)
	} else {
		now, err = im.joinedStanding(ctx, file, report, now)
	}
	if err != nil {
		return file, err
	}
	next := file
	next.Counts = now.Rows.Counts()
	refused, err := im.writeResult(ctx, next, file.Counts, report, now.Rows)
	if err != nil {
		return file, err
	}
	next.Digest = refused.Join(now.Digest)
	if file, err = im.swapFile(ctx, next); errors.Is(err, state.ErrStale) {
		return file, errors.Join(err, im.showAgain(ctx, file.ID))
	}
	if err != nil {
		return file, err
	}
	*shown = now
	return im.advance(ctx, file, now)
}

// showAgain has a file's result written once more: another process wrote it at the same
// time, and nobody knows whose stands there, that of the newer knowledge or the other.
func (im *Importer) showAgain(ctx context.Context, id int64) error {
	const tries = 5
	for range tries {
		files, err := im.Journal.Files(ctx, state.FileQuery{Account: im.Config.Account, ID: id})
		if err != nil || len(files) == 0 {
			return err
		}
		_, refused := result.SplitDigest(files[0].Digest)
		files[0].Digest = refused.Join("")
		if files[0].State == state.FileFinal {
			files[0].State = state.FileSettled // a later run would not look at it
		}
		if _, err = im.swapFile(ctx, files[0]); !errors.Is(err, state.ErrStale) {
			im.behind.add(id)
			desk.Wake(im.wakeShow)
			return err
		}
	}
	return nil
}

// advance moves the file on as far as its orders allow, once its result is written.
func (im *Importer) advance(ctx context.Context, file state.File, now result.Standing) (state.File, error) {
	if now.Posted && (file.Placed == state.PlacedInbox || file.Placed == state.PlacedStuck) {
		var err error
		if file, err = im.putAway(ctx, file); err != nil {
			return file, err
		}
	}
	next := file
	switch {
	case now.Final:
		next.State = state.FileFinal
	case now.Decided:
		next.State = state.FileSettled
	default: // a person had an order of it sent again
		next.State = state.FileOpen
	}
	if next.State == file.State {
		return file, nil
	}
	return im.swapFile(ctx, next)
}

// swapFile treats a file that another process changed as that process's: what it
// wrote comes from the same journal.
func (im *Importer) swapFile(ctx context.Context, next state.File) (state.File, error) {
	next.ChangedAt = im.Config.Now()
	file, err := im.Journal.SwapFile(ctx, next)
	if err != nil {
		return next, fmt.Errorf("note the state of %s: %w", told.OneLine(next.Name), err)
	}
	return file, nil
}

// writeResult replaces the result file whole, and the rejected rows beside it.
func (im *Importer) writeResult(ctx context.Context, file state.File, before state.Counts, report *orderfile.Report, rows *result.ShownRows) (refused result.RefusedRows, err error) {
	if err := im.FetchCopy(file); err != nil {
		return refused, err
	}
	im.SignResult(file)
	var notes []string
	err = im.WriteShared(file.Result, func(w io.Writer) (err error) {
		notes, err = orderfile.WriteResult(w, file.Spool, report, rows.Result)
		return err
	})
	if err != nil {
		return refused, fmt.Errorf("write the result %s: %w", file.Result, err)
	}
	for _, note := range notes {
		im.Log.Warn(note, "result", file.Result)
	}
	if _, refused = result.SplitDigest(file.Digest); file.Counts.Pending > 0 {
		return refused, nil
	}
	toCorrect := result.ToCorrect(rows)
	// A correction only takes rows out. The file may be with a person who corrects the others.
	fresh := refused.Rows == "" || file.Counts.Rejected > before.Rejected
	return im.writeRejected(file, report, toCorrect, fresh)
}

// putAway moves an original out of the inbox: to the archive, or to the failed files
// with its reason beside it. It never overwrites. An original that cannot be moved is
// remembered, so that it is not taken as a new one; one that somebody replaced is left
// alone, and its content comes from the private copy.
func (im *Importer) putAway(ctx context.Context, file state.File) (state.File, error) {
	if file.Placed != state.PlacedInbox && file.Placed != state.PlacedStuck {
		return file, nil
	}
	next := file
	var moveErr error
	if im.stillThere(file) {
		next.Placed, moveErr = im.move(ctx, file)
	} else {
		var to string
		to, next.Placed, moveErr = im.replaced(file)
		if moveErr == nil && to != "" && file.State == state.FileRefused && im.Missing(to+result.ReasonSuffix) {
			moveErr = result.WriteReason(ctx, im.Desk, to, file)
		}
	}
	im.Problems.Set(im.Config.Now(), told.ProblemOriginal+told.Title(file.Source, file.Name), im.Trouble(moveErr, "trouble.original", told.OneLine(file.Name)))
	if next.Placed == file.Placed {
		return file, nil
	}
	return im.swapFile(ctx, next)
}

func (im *Importer) stillThere(file state.File) bool {
	info, err := im.Config.Disk.Look(file.Origin)
	return err == nil && folder.Mark(info) == file.Mark
}

func (im *Importer) move(ctx context.Context, file state.File) (state.Placed, error) {
	dir, placed := im.Config.Archive, state.PlacedArchive
	if file.State == state.FileRefused {
		dir, placed = im.Config.Failed, state.PlacedFailed
	}
	im.removeDone(file.Origin)
	to, err := im.Config.Disk.Move(file.Origin, dir, folder.CleanName(file.Name))
	if err != nil {
		return state.PlacedStuck, im.Trouble(err, "trouble.stuck", dir)
	}
	if info, err := im.Config.Disk.Look(to); err == nil && folder.Mark(info) != file.Mark && im.Config.Disk.SHA(to) != file.SHA256 {
		return im.moveBack(to, file) // it was replaced just now
	}
	im.Share(to)
	im.moved.add(im.Config.Disk, to, file.Origin, im.Config.Now())
	if placed == state.PlacedFailed {
		return placed, result.WriteReason(ctx, im.Desk, to, file)
	}
	return placed, nil
}

// moveBack brings what took an original's place in the last moment into the inbox again,
// where it is a file of its own. The original comes from the private copy in the next round.
func (im *Importer) moveBack(moved string, file state.File) (state.Placed, error) {
	dir, name := filepath.Split(file.Origin)
	if _, err := im.Config.Disk.Move(moved, dir, name); err != nil {
		return state.PlacedStuck, im.Trouble(err, "trouble.replaced", told.OneLine(moved))
	}
	return state.PlacedInbox, nil
}
