package overview

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// recentLoose is how many files are looked through for rows that no order came of.
const recentLoose = 30

// addLoose tells of rows under a number that no order came of, as they were refused while
// they were read or are not to be sent: the journal knows nothing of them.
func (b *Board) addLoose(ctx context.Context, q StatusQuery, out *Status) error {
	files, err := b.Journal.Files(ctx, state.FileQuery{Account: b.Config.Account, Newest: true, Limit: result.LookBack})
	if err != nil {
		return fmt.Errorf("list the files: %w", err)
	}
	read := 0
	for _, f := range files {
		if f.Counts.Rejected+f.Counts.Skipped == 0 || !b.readable(f) || q.Source != "" && q.Source != cmp.Or(f.Source, state.InboxItself) {
			continue
		}
		if read++; read > recentLoose {
			return nil
		}
		left, err := b.leftOut(ctx, f)
		if err != nil {
			b.Log.Warn("a file is not looked through", "err", err)
			continue
		}
		if found, ok := looseRows(f, left, q.Number); ok {
			out.tellLoose(f, result.RejectedPath(b.Desk, f), q.Number, found, b.Language())
		}
	}
	return nil
}

// readable reports whether a file's private copy is there and its source is still known.
func (b *Board) readable(f state.File) bool {
	_, known := b.Config.Sources[f.Source]
	return (known || f.Source == "") && !b.Gone(f.Spool)
}

// leftOut reads what a file has left out, or takes what is kept of that.
func (b *Board) leftOut(ctx context.Context, f state.File) (leftOut, error) {
	b.leftOuts.mu.Lock()
	defer b.leftOuts.mu.Unlock()
	key := leftOutKey{f.ID, f.Drops, b.Config.Language}
	if known, found := b.leftOuts.kept[key]; found {
		return known, nil
	}
	report, err := b.ReadRows(ctx, f)
	if err != nil {
		return leftOut{}, err
	}
	left := leftOut{language: report.Language}
	for _, line := range report.Lines() {
		if line.Refused || line.Skipped {
			left.lines = append(left.lines, line)
		}
	}
	if len(b.leftOuts.kept) >= 4*recentLoose { // older files and other languages
		clear(b.leftOuts.kept)
	}
	b.leftOuts.kept[key] = left
	return left, nil
}

// looseRows are the rows of a number that were refused or left out while the file was read.
func looseRows(f state.File, left leftOut, number string) (found StoryFile, ok bool) {
	found = StoryFile{File: told.OneLine(f.Name), Source: f.Source, Result: f.Result, At: f.CreatedAt, ID: f.ID}
	var lines []orderfile.Line
	for _, line := range left.lines {
		if line.ExternalID == number {
			lines, found.Rows = append(lines, line), append(found.Rows, line.Row)
		}
	}
	if len(lines) == 0 {
		return found, false
	}
	because := map[string]bool{} // what the rows say that are not at fault themselves
	for _, row := range found.Rows {
		because[wording.NewMessage("order_refused.because_of_row", row).In(left.language)] = true
	}
	at := max(0, slices.IndexFunc(lines, func(l orderfile.Line) bool { return !because[l.Message] }))
	found.Status, found.Code, found.Message = state.RowRejected, lines[at].Code, lines[at].Message
	if !lines[at].Refused {
		found.Status = state.RowSkipped
	}
	return found, true
}

// tellLoose adds rows to the order of the number, or to one that stands for them.
func (s *Status) tellLoose(f state.File, rejected, number string, found StoryFile, language wording.Language) {
	shown := slices.ContainsFunc(s.Files, func(file FileStatus) bool { return file.SHA256 == f.SHA256 && file.Name == told.OneLine(f.Name) })
	if !shown {
		s.Files = append(s.Files, FileStatus{Name: told.OneLine(f.Name), Source: f.Source, SHA256: f.SHA256, State: f.State, Placed: f.Placed,
			Result: f.Result, Rejected: rejected, Counts: f.Counts, Reason: f.Why(language), At: f.ChangedAt, id: f.ID})
	}
	at := slices.IndexFunc(s.Orders, func(o OrderStatus) bool { return o.Source == f.Source })
	if at < 0 {
		way := wording.NewMessage("way.refused_row", cmp.Or(rejected, f.Result))
		if found.Status == state.RowSkipped {
			way = wording.NewMessage("way.skipped_row")
		}
		s.Orders = append(s.Orders, OrderStatus{Source: f.Source, ExternalID: number, State: state.State(found.Status), Waybills: []string{}, Code: found.Code,
			Message: found.Message, File: found.File, At: found.At, Story: &Story{Files: []StoryFile{}, Attempts: []StoryAttempt{}, Parcels: []state.Parcel{},
				Decisions: []StoryDecision{}, Actions: []state.DecisionKind{}, Way: way.In(language)}})
		at = len(s.Orders) - 1
	}
	story := s.Orders[at].Story
	if slices.ContainsFunc(story.Files, func(known StoryFile) bool {
		return known.Result == found.Result && slices.Equal(known.Rows, found.Rows)
	}) {
		return // a skipped row of an order that is held
	}
	story.Files = append(story.Files, found)
	sorting.StableFunc(story.Files, func(a, b StoryFile) int { return b.At.Compare(a.At) })
}
