package importer

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// writeRejected brings the rejected-rows file up to date: the rows that are still to be
// corrected, or no file where there are none. It waits until everything is posted, and
// leaves alone what a person has begun to correct. fresh says that rows may have been
// refused since it was written; else one that was taken away is not written again.
func (im *Importer) writeRejected(file state.File, report *orderfile.Report, rows map[int]orderfile.Result, fresh bool) (result.RefusedRows, error) {
	path := result.RejectedPlace(file.Result)
	_, before := result.SplitDigest(file.Digest)
	now := result.RefusedRows{Rows: result.DigestRows(rows)}
	switch {
	case path == "" || now.Rows == before.Rows:
		return before, nil
	case now.Rows == "":
		return now, told.Doing("remove the rejected rows, none is refused any more", im.Config.Disk.Remove(path))
	case !fresh && im.Missing(path):
		return now, nil
	case before.Content != "" && !im.Missing(path) && result.ContentOf(im.Desk, path) != before.Content:
		im.Log.Warn("the rejected rows were changed by a person and are left as they are; the result has them all", "file", path)
		now.Content = before.Content
		return now, nil
	}
	var notes []string
	hash := sha256.New()
	err := im.WriteShared(path, func(w io.Writer) (err error) {
		notes, err = orderfile.WriteRejected(io.MultiWriter(w, hash), file.Spool, report, rows)
		return err
	})
	if err != nil {
		return before, fmt.Errorf("write the rejected rows %s: %w", path, err)
	}
	for _, note := range notes {
		im.Log.Warn(note, "file", path)
	}
	now.Content = hex.EncodeToString(hash.Sum(nil)[:8])
	return now, nil
}

// joinCorrected links the rows of a file that were refused to the orders that later files made
// of them, and reports whether there are any. A row that could be read by now, as somebody said
// what its words mean, is linked by no order of its own file either.
func (im *Importer) joinCorrected(ctx context.Context, file state.File, report *orderfile.Report, shown *result.ShownRows) (joined bool, err error) {
	refused := map[string]*state.Link{}
	var keys []state.OrderKey
	for _, line := range report.Lines() {
		if !line.Refused && !shown.Unrecorded(line.Row) || line.ExternalID == "" {
			continue
		}
		link := refused[line.ExternalID]
		if link == nil {
			link = &state.Link{Relation: state.Past, Code: line.Code, Message: wording.Literal(line.Message)}
			refused[line.ExternalID] = link
			for _, id := range im.IDs() {
				keys = append(keys, state.OrderKey{Account: file.Account, Source: file.Source, Supplier: id, ExternalID: line.ExternalID})
			}
		}
		link.Rows = append(link.Rows, line.Row)
	}
	var links []state.Link
	for batch := range slices.Chunk(keys, filesAsked) {
		orders, err := im.Journal.Orders(ctx, state.OrderQuery{Keys: batch})
		if err != nil {
			return false, fmt.Errorf("look for orders that were corrected: %w", err)
		}
		for _, order := range orders {
			if link := refused[order.ExternalID]; order.File > file.ID {
				link.Order = order
				links = append(links, *link)
			}
		}
	}
	if len(links) == 0 {
		return false, nil
	}
	return true, told.Doing("note which orders were corrected", im.Journal.Join(ctx, file.ID, links))
}

// standing is what the journal knows of a file's orders, row by row, once the rows that were
// corrected in later files are linked to their orders.
func (im *Importer) standing(ctx context.Context, file state.File, report *orderfile.Report) (result.Standing, error) {
	now, err := result.ReadStanding(ctx, im.Desk, file.ID, report)
	if err != nil {
		return now, fmt.Errorf("read the orders of %s: %w", told.OneLine(file.Name), err)
	}
	return im.joinedStanding(ctx, file, report, now)
}

// joinedStanding is standing where the orders were read already.
func (im *Importer) joinedStanding(ctx context.Context, file state.File, report *orderfile.Report, now result.Standing) (result.Standing, error) {
	joined, err := im.joinCorrected(ctx, file, report, now.Rows)
	if err != nil || !joined {
		return now, err
	}
	if now, err = result.ReadStanding(ctx, im.Desk, file.ID, report); err != nil {
		return now, fmt.Errorf("read the orders of %s: %w", told.OneLine(file.Name), err)
	}
	return now, nil
}

// clearRejected takes the rows that were corrected and dropped again out of the
// rejected-rows files of the earlier files, once after each drop. From then on these files
// follow the orders as they are now.
func (im *Importer) clearRejected(ctx context.Context) error {
	if !im.dropped.Swap(false) {
		return nil
	}
	files, err := im.Journal.Files(ctx, state.FileQuery{Account: im.Config.Account, Newest: true, Limit: result.LookBack})
	if err != nil {
		return fmt.Errorf("list the files with rejected rows: %w", err)
	}
	sorting.Func(files, func(a, b state.File) int { return cmp.Compare(a.ID, b.ID) })
	for _, file := range files {
		if _, refused := result.SplitDigest(file.Digest); refused.Rows == "" || im.Missing(file.Spool) {
			continue
		}
		if err := im.clearRejectedOf(ctx, file); err != nil && !errors.Is(err, state.ErrStale) {
			return err
		}
	}
	return nil
}

func (im *Importer) clearRejectedOf(ctx context.Context, file state.File) error {
	report, err := im.ReadRows(ctx, file)
	if err != nil {
		return err
	}
	if _, err := im.standing(ctx, file, report); err != nil {
		return err
	}
	_, err = im.publish(ctx, file, report)
	return err
}
