package importer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/internal/durable"
)

// publish makes a file's result show what the journal knows, moves the original once
// everything was posted, and closes the file once nothing will change. Doing it again
// does nothing new, so it is also what finishes a file after a crash. report may be
// nil; the private copy is then read again where that is needed.
func (im *Importer) publish(ctx context.Context, file File, report *orderfile.Report) (File, error) {
	if doubt, ok := errors.AsType[*Doubt](im.Trusted(ctx)); ok && doubt.hides() {
		return file, nil // the results may know more than the journal
	}
	if file.State == FileRefused {
		return im.putAway(ctx, file)
	}
	now, err := im.standing(ctx, file.ID, nil)
	if err != nil {
		return file, fmt.Errorf("read the orders of %s: %w", oneLine(file.Name), err)
	}
	before, _ := splitDigest(file.Digest)
	if now.digest == before && !missing(file.Result) {
		return im.advance(ctx, file, now)
	}
	if report == nil {
		if report, err = im.readRows(ctx, file); err != nil {
			return file, err
		}
	}
	if now, err = im.standing(ctx, file.ID, report); err != nil {
		return file, fmt.Errorf("read the orders of %s: %w", oneLine(file.Name), err)
	}
	next := file
	next.Counts = now.rows.counts()
	refused, err := im.writeResult(ctx, next, report, now.rows)
	if err != nil {
		return file, err
	}
	if err := im.fail(pointPublished); err != nil {
		return file, err
	}
	next.Digest = refused.join(now.digest)
	if file, err = im.swapFile(ctx, next); err != nil {
		return file, err
	}
	if err := im.fail(pointNoted); err != nil {
		return file, err
	}
	return im.advance(ctx, file, now)
}

// advance moves the file on as far as its orders allow, once its result is written.
func (im *Importer) advance(ctx context.Context, file File, now standing) (File, error) {
	if now.posted && (file.Placed == PlacedInbox || file.Placed == PlacedStuck) {
		var err error
		if file, err = im.putAway(ctx, file); err != nil {
			return file, err
		}
	}
	next := file
	switch {
	case now.final:
		next.State = FileFinal
	case now.decided:
		next.State = FileSettled
	}
	if next.State == file.State {
		return file, nil
	}
	file, err := im.swapFile(ctx, next)
	return file, errors.Join(err, im.fail(pointShown))
}

// swapFile treats a file that another process changed as that process's: what it
// wrote comes from the same journal.
func (im *Importer) swapFile(ctx context.Context, next File) (File, error) {
	next.ChangedAt = im.config.Now()
	file, err := im.journal.SwapFile(ctx, next)
	if err != nil {
		return next, fmt.Errorf("note the state of %s: %w", oneLine(next.Name), err)
	}
	return file, nil
}

// writeResult replaces the result file whole, and the rejected rows beside it.
func (im *Importer) writeResult(ctx context.Context, file File, report *orderfile.Report, rows *shownRows) (refused refusedRows, err error) {
	im.signResult(file)
	var notes []string
	err = durable.WriteFile(file.Result, func(w io.Writer) (err error) {
		notes, err = orderfile.WriteResult(w, file.Spool, report, rows.result)
		return err
	})
	if err != nil {
		return refused, fmt.Errorf("write the result %s: %w", file.Result, err)
	}
	for _, note := range notes {
		im.log.Warn(note, "result", file.Result)
	}
	if _, refused = splitDigest(file.Digest); file.Counts.Pending > 0 {
		return refused, nil
	}
	toCorrect, err := im.toCorrect(ctx, file, rows)
	if err != nil {
		return refused, err
	}
	return im.writeRejected(file, report, toCorrect, true)
}

func missing(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// putAway moves an original out of the inbox: to the archive, or to the failed files
// with its reason beside it. It never overwrites. An original that cannot be moved is
// remembered, so that it is not taken as a new one; one that somebody replaced is left alone.
func (im *Importer) putAway(ctx context.Context, file File) (File, error) {
	if file.Placed != PlacedInbox && file.Placed != PlacedStuck {
		return file, nil
	}
	next := file
	var moveErr error
	if stillThere(file) {
		next.Placed, moveErr = im.move(file)
	} else {
		next.Placed = PlacedGone
		if file.State == FileRefused {
			moveErr = im.explainEarlier(file)
		}
	}
	if err := im.fail(pointPlaced); err != nil {
		return file, err
	}
	im.problems.set(im.config.Now(), "original of "+oneLine(file.Name), wrapUnlessNil(oneLine(file.Name), moveErr))
	if next.Placed == file.Placed {
		return file, nil
	}
	file, err := im.swapFile(ctx, next)
	return file, errors.Join(err, im.fail(pointMoved))
}

func stillThere(file File) bool {
	info, err := os.Lstat(file.Origin)
	return err == nil && mark(info) == file.Mark
}

func (im *Importer) move(file File) (Placed, error) {
	dir, placed := im.config.Archive, PlacedArchive
	if file.State == FileRefused {
		dir, placed = im.config.Failed, PlacedFailed
	}
	im.removeDone(file.Origin)
	to, err := durable.Move(file.Origin, dir, cleanName(file.Name))
	if err != nil {
		return PlacedStuck, fmt.Errorf("it was dealt with and is not posted again, but stays in the inbox; give the program the right to write there and in %s: %w",
			dir, err)
	}
	im.moved.add(to, file.Origin, im.config.Now())
	if placed == PlacedFailed {
		return placed, im.writeReason(to, file)
	}
	return placed, nil
}

// explainEarlier writes the reason of a file that was moved just before a crash.
func (im *Importer) explainEarlier(file File) error {
	moved := im.config.Failed + string(os.PathSeparator) + cleanName(file.Name)
	if missing(moved) || !missing(moved+reasonSuffix) {
		return nil
	}
	return im.writeReason(moved, file)
}

const reasonSuffix = ".reason.txt"

func (im *Importer) writeReason(moved string, file File) error {
	err := durable.WriteFile(moved+reasonSuffix, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s was not read: nothing of it was posted.\n%s\n", oneLine(file.Name), file.Reason)
		return err
	})
	return wrapUnlessNil("write the reason beside "+moved, err)
}
