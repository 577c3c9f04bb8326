package sheets

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/told"
)

// takenNote is what the journal remembers of a sheet.
type takenNote struct {
	Sheet  string `json:"sheet"`  // which one: another one begins anew
	Prints string `json:"prints"` // of the groups, in base64
}

// takeNew takes the groups into the inbox that are settled and were not taken as they stand.
func (w *watcher) takeNew(ctx context.Context, seen *look) error {
	taken, err := w.taken(ctx)
	if err != nil {
		return err
	}
	fresh, waiting := w.sort(seen, taken)
	w.shown.Waiting = waiting
	present := map[string]bool{}
	for _, of := range seen.groups {
		if taken[of.print] {
			present[of.print] = true
		}
	}
	if len(fresh) == 0 {
		if len(present) == len(taken) {
			return nil
		}
		return w.remember(ctx, present) // rows are gone: when they come back they are taken again
	}
	text, err := w.file(ctx, seen, fresh, waiting)
	if err != nil || text == nil {
		return err
	}
	receipt, err := w.counter.Take(ctx, w.source, fileName(w.Config.Now()), bytes.NewReader(text))
	if err != nil {
		return err
	}
	w.Log.Info("orders taken from the sheet", "source", w.source, "orders", len(fresh), "file", receipt.File)
	w.shown.File, w.shown.TakenAt = receipt.File, w.shown.At
	for _, of := range fresh {
		present[of.print] = true
	}
	return w.remember(ctx, present)
}

// sort finds the groups that are to be taken, and how many others wait until they are settled.
func (w *watcher) sort(seen *look, taken map[string]bool) (fresh []*group, waiting int) {
	now, since := w.Config.Now(), map[string]time.Time{}
	for _, of := range seen.groups {
		began, known := w.since[of.print]
		if !known {
			began = now
		}
		since[of.print] = began
		switch {
		case taken[of.print]:
		case now.Sub(began) >= w.plan.Settle:
			fresh = append(fresh, of)
		default:
			waiting++
		}
	}
	w.since = since
	return fresh, waiting
}

// file is the file of some groups: the part of the table with their rows. Where the part does not
// say of them what the whole table says, as people write things for all rows at once, it is the
// whole table, once all of it is settled; nil until then.
func (w *watcher) file(ctx context.Context, seen *look, fresh []*group, waiting int) ([]byte, error) {
	others := map[int]bool{}
	for _, line := range seen.report.Lines() {
		others[line.Row] = true
	}
	for _, of := range fresh {
		for _, row := range of.rows {
			delete(others, row)
		}
	}
	text, report, err := w.read(ctx, seen.rows, func(row int) bool { return !others[row] })
	if err != nil {
		return nil, err
	}
	alike, err := sayAlike(seen, report, fresh)
	switch {
	case err != nil || alike:
		return text, err
	case waiting > 0:
		w.shown.Waiting += len(fresh)
		return nil, nil
	}
	return textFile(seen.rows, func(int) bool { return true })
}

// sayAlike reports whether the part of a table says the same of some groups as the whole of it.
func sayAlike(seen *look, part *orderfile.Report, groups []*group) (bool, error) {
	if _, bad := desk.Refused(part); bad {
		return false, nil
	}
	whole, err := byRow(seen.report)
	if err != nil {
		return false, err
	}
	said, err := byRow(part)
	if err != nil {
		return false, err
	}
	for _, of := range groups {
		for _, row := range of.rows {
			if whole[row] != said[row] {
				return false, nil
			}
		}
	}
	return true, nil
}

// byRow is what each row of an order is understood to say.
func byRow(report *orderfile.Report) (map[int]string, error) {
	said, err := sayings(report)
	rows := map[int]string{}
	for _, line := range report.Lines() {
		rows[line.Row] = line.ExternalID + saying(line) + said[line.ExternalID]
	}
	return rows, err
}

// taken are the prints of the groups that were taken; other processes may have taken more meanwhile.
func (w *watcher) taken(ctx context.Context) (map[string]bool, error) {
	notes, err := w.Journal.Notes(ctx, w.Config.Account)
	if err != nil {
		return nil, fmt.Errorf("read what was taken from the sheet: %w", err)
	}
	prints := map[string]bool{}
	var note takenNote
	if text := notes[noteTaken+w.source]; text == "" || json.Unmarshal([]byte(text), &note) != nil || note.Sheet != w.name() {
		return prints, nil
	}
	all, err := base64.RawStdEncoding.DecodeString(note.Prints)
	if err != nil {
		return prints, nil // what nobody can read any more is taken again, and known by its numbers
	}
	for ; len(all) >= printBytes; all = all[printBytes:] {
		prints[string(all[:printBytes])] = true
	}
	return prints, nil
}

// remember notes the prints of all groups that were taken.
func (w *watcher) remember(ctx context.Context, prints map[string]bool) error {
	var all []byte
	for _, print := range slices.Sorted(maps.Keys(prints)) {
		all = append(all, print...)
	}
	text, err := json.Marshal(takenNote{Sheet: w.name(), Prints: base64.RawStdEncoding.EncodeToString(all)})
	if err == nil {
		err = w.Journal.SetNote(ctx, w.Config.Account, noteTaken+w.source, string(text))
	}
	return told.Doing("note what was taken from the sheet", err)
}

// name tells the sheet from others.
func (w *watcher) name() string { return w.sheet.Link().Address() + " " + w.plan.Tab }
