package importer

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/correlation"
)

// drop is a file on its way in.
type drop struct {
	copied folder.Copied
	source string // the folder it was dropped in
	name   string
	origin string // the original, where it is ours to move

	earlier int // drops of the same file that the journal knows
}

// record makes a file that was read as a whole durable, with all its orders. From
// here on nothing of it can be lost; nothing was posted yet.
func (im *Importer) record(ctx context.Context, d drop, report *orderfile.Report) (file state.File, err error) {
	now := im.Config.Now()
	file = state.File{Account: im.Config.Account, Source: d.source, SHA256: d.copied.SHA, Name: d.name, Origin: d.origin, Drops: d.earlier,
		Mark: d.copied.Mark, State: state.FileOpen, CreatedAt: now, ChangedAt: now}
	if d.origin != "" {
		file.Placed = state.PlacedInbox
	}
	orders, skips := 0, []state.Draft(nil)
	if problem, bad := desk.Refused(report); bad {
		file.State, file.Reason = state.FileRefused, problem.Code+": "+problem.Keep()
	} else {
		skips = im.Skips(report.Skipped, d.source, now)
		orders = len(report.Orders) + len(skips)
		if file.Result, err = im.resultPath(ctx, file, report); err != nil {
			return state.File{}, err
		}
		defer im.claims.release(file.Result)
	}
	if file.Spool, err = im.Keep(d.copied, d.source, d.name); err != nil {
		return state.File{}, err
	}
	draft := func(n int) (state.Draft, error) {
		if n < len(report.Orders) {
			return im.Draft(report.Orders[n], d.source, now)
		}
		return skips[n-len(report.Orders)], nil
	}
	if file, err = im.Journal.Record(ctx, file, orders, draft); err != nil {
		return state.File{}, fmt.Errorf("note the file %s: %w", told.OneLine(d.name), err)
	}
	if err := im.SignAttempt(); err != nil {
		im.Log.Warn("the file is not posted yet", "err", err)
	}
	im.dropped.Store(true)
	im.Log.InfoContext(correlation.With(ctx, correlation.File(file.ID)), "file taken", "file", told.OneLine(d.name), "source", d.source, "orders", orders, "state", file.State)
	return file, nil
}

// resultPath is where the file's result goes: the place it has already, or a free one,
// which it claims until the file is recorded.
func (im *Importer) resultPath(ctx context.Context, file state.File, report *orderfile.Report) (string, error) {
	name := folder.ResultName(file.Name, file.SHA256, "."+report.ResultExt())
	ext := filepath.Ext(name)
	for n := 1; ; n++ {
		path := filepath.Join(im.Config.Results, name)
		if n > 1 {
			path = filepath.Join(im.Config.Results, fmt.Sprintf("%s (%d)%s", name[:len(name)-len(ext)], n, ext))
		}
		if !im.claims.claim(path, file.Source+"/"+file.Name+"/"+file.SHA256) {
			continue
		}
		holders, err := im.Journal.Files(ctx, state.FileQuery{Account: file.Account, Result: path})
		if err != nil {
			im.claims.release(path)
			return "", fmt.Errorf("find a free name for the result of %s: %w", told.OneLine(file.Name), err)
		}
		others := slices.DeleteFunc(holders, func(h state.File) bool {
			return im.IsAdopted(ctx, h, file) || h.Source == file.Source && h.Name == file.Name && h.SHA256 == file.SHA256
		})
		if len(others) == 0 {
			return path, nil
		}
		im.claims.release(path)
	}
}
