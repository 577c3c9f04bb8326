package doubt

import (
	"cmp"
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/pattern"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// allSources are the inbox itself and the folders in it.
func (t *Trust) allSources() []string {
	return append([]string{""}, slices.Sorted(maps.Keys(t.Config.Sources))...)
}

// readResult reads a result file as each source that it may be of. Where the private copy
// of its original is there still, its name tells the source.
func (t *Trust) readResult(ctx context.Context, file oldResult, out *Adoption) ([]readResult, bool) {
	if len(file.sources) > 1 {
		if source, known := t.spooledSource(file); known {
			file.sources = []string{source}
		}
	}
	var read []readResult
	var reason string
	for _, source := range file.sources {
		report, err := t.readWithResults(ctx, filepath.Join(t.Config.Results, file.name), file.name, source)
		if err != nil {
			reason = told.OneLine(err.Error())
			continue
		}
		if problem, bad := desk.Refused(report); bad {
			reason = problem.Code + ": " + problem.Message
			continue
		}
		one := readResult{file: file, source: source}
		t.fillDrafts(&one, report, out, len(read) == 0)
		read = append(read, one)
	}
	if len(read) == 0 {
		out.Unread = append(out.Unread, UnreadResult{File: file.name, Reason: reason})
		return nil, false
	}
	read = withoutSame(read)
	if len(read) > 1 {
		guess := GuessedSources{File: file.name}
		for _, one := range read {
			guess.Sources = append(guess.Sources, one.source)
		}
		out.Guessed = append(out.Guessed, guess)
	}
	return read, true
}

// withoutSame is for a file that each source reads: they differ in the key at least.
func withoutSame(read []readResult) []readResult {
	return slices.DeleteFunc(read, func(r readResult) bool { return len(r.drafts)+len(r.late) == 0 && len(read) > 1 })
}

func (t *Trust) readWithResults(ctx context.Context, path, name, source string) (*orderfile.Report, error) {
	s := t.Source(source)
	if s.Profile == nil {
		s = t.Config.Default // the config names the source no more
	}
	return orderfile.Read(ctx, path, told.OneLine(name), orderfile.Options{Profile: s.Profile, ExternalIDPrefix: s.Prefix,
		Carrier: s.Carrier, PaymentMethod: s.PaymentMethod, Columns: s.Columns, Route: s.Route, Language: t.Config.Language, Results: true})
}

// fillDrafts makes drafts of the orders that a result file tells of. Those whose rows are
// refused today, and were not at their time, are known by their numbers alone.
func (t *Trust) fillDrafts(one *readResult, report *orderfile.Report, out *Adoption, tell bool) {
	whole := t.placesOf(report)
	seen := map[string]int{}
	var drafts []state.AdoptDraft
	for _, line := range report.Lines() {
		cells, said := report.ResultOf(line.Row)
		if said && cells.Status == string(state.RowSkipped) && line.Cancelled && len(one.file.sources) == 1 {
			out.keptCancelled(state.OrderKey{Account: one.file.account, Source: one.source, ExternalID: line.ExternalID}, cells.OrderID, cells.OrderStatus)
		}
		if !said || cells.Status == "" || cells.Status == string(state.RowSkipped) {
			continue
		}
		if line.ExternalID == "" {
			if tell && cells.OrderID != "" {
				out.Unread = append(out.Unread, UnreadResult{File: one.file.name, Row: line.Row, Reason: line.Code + ": " + line.Message})
			}
			continue
		}
		place, sure := whole.of(line)
		if !sure {
			if tell {
				out.Unread = append(out.Unread, UnreadResult{File: one.file.name, Row: line.Row, Reason: wording.NewMessage("adopt.of_several").In(t.Language())})
			}
			continue
		}
		key := line.ExternalID
		if place > 0 {
			key += "\x00" + report.Orders[place-1].Supplier
		}
		if n := seen[key]; n > 0 {
			drafts[n-1].Rows = append(drafts[n-1].Rows, line.Row)
			continue
		}
		draft, ok := t.draftOf(one, report, place, line, cells)
		if !ok {
			continue
		}
		drafts = append(drafts, draft)
		seen[key] = len(drafts)
	}
	for _, draft := range drafts {
		if draft.Relation == state.Clash {
			one.late = append(one.late, draft)
		} else {
			one.drafts = append(one.drafts, draft)
		}
	}
}

// places are the orders of a report, each by one more than where it stands.
type places struct {
	numbers map[string]int // by number, where there is but one supplier
	rows    map[int][]int  // else by row
}

func (t *Trust) placesOf(report *orderfile.Report) (p places) {
	if !t.Several() {
		p.numbers = map[string]int{}
		for n, order := range report.Orders {
			p.numbers[order.ExternalID] = n + 1
		}
		return p
	}
	p.rows = map[int][]int{}
	for n, order := range report.Orders {
		for _, row := range order.Rows {
			p.rows[row] = append(p.rows[row], n+1)
		}
	}
	return p
}

// of is the place of a row's order, 0 where it cannot be read any more; sure is false where
// nobody can tell whose of several suppliers it is.
func (p places) of(line orderfile.Line) (place int, sure bool) {
	if p.rows == nil {
		return p.numbers[line.ExternalID], true
	}
	if len(p.rows[line.Row]) != 1 {
		return 0, false
	}
	return p.rows[line.Row][0], true
}

// draftOf is the order of a row. place is one more than where the report has it, 0 where
// it cannot be read any more.
func (t *Trust) draftOf(one *readResult, report *orderfile.Report, place int, line orderfile.Line, cells orderfile.Result) (state.AdoptDraft, bool) {
	now := t.Config.Now()
	d := state.AdoptDraft{Relation: state.Own}
	d.Order = state.Order{OrderKey: state.OrderKey{Account: one.file.account, Source: one.source, ExternalID: line.ExternalID}, State: state.Ready, CreatedAt: now, ChangedAt: now}
	if place > 0 {
		made, err := t.Draft(report.Orders[place-1], one.source, now)
		if err == nil {
			d.Order = made.Order
			d.Account = one.file.account
			d.Key = state.IdempotencyKey(d.Order)
		}
	}
	d.Rows = []int{line.Row}
	code, message := splitError(cells.Error)
	d.Code = code
	switch state.RowStatus(cells.Status) {
	case state.RowAccepted, state.RowHandedOver, state.RowDuplicate:
		if cells.OrderID == "" {
			return d, false
		}
		d.State, d.Sure, d.Order.Code, d.Message = state.Accepted, true, code, message
		d.RemoteID, d.RemoteStatus, d.Waybills = cells.OrderID, cells.OrderStatus, splitWaybills(cells.Waybills)
		if state.RowStatus(cells.Status) == state.RowDuplicate {
			d.Relation = state.Duplicate
		}
	case state.RowConflict:
		d.Relation, d.State, d.Order.Code, d.Message = state.Clash, state.Conflict, cmp.Or(code, "order_conflict"), message
		if code == state.CodeCancelled {
			d.Hash, d.Content = state.HashCancelled, nil
		}
	case state.RowRejected:
		if line.Refused {
			return d, false // it says so by itself
		}
		d.State, d.Order.Code, d.Message = state.Rejected, cmp.Or(code, "rejected"), message
	case state.RowUnknown:
		d.State, d.Doubtful, d.Attempts, d.Sure = state.Unknown, true, 1, true
		d.Order.Code, d.Message = cmp.Or(code, "outcome_unknown"), message
	case state.RowPending:
		if place == 0 || len(d.Body) == 0 {
			return d, false // there is nothing that could be sent
		}
	default:
		return d, false
	}
	return d, true
}

// splitError takes an error cell apart again.
func splitError(cell string) (code string, message wording.Message) {
	code, text, found := strings.Cut(cell, ": ")
	if !found || strings.ContainsAny(code, " ") {
		return "", wording.Literal(cell)
	}
	return code, wording.Literal(text)
}

func splitWaybills(cell string) []string {
	var out []string
	for _, waybill := range strings.Split(cell, ";") {
		if waybill = strings.TrimSpace(waybill); waybill != "" {
			out = append(out, waybill)
		}
	}
	return out
}

// spooledSource finds the source of a result by the name of its original's private copy,
// which is made of account, source and name.
func (t *Trust) spooledSource(file oldResult) (string, bool) {
	copies, _ := filepath.Glob(filepath.Join(t.Config.Spool, file.sha+"*.copy")) // the pattern is ours
	for _, path := range copies {
		for _, source := range t.allSources() {
			for _, ext := range []string{".csv", ".xlsx", ".txt", ".tsv", ".xlsm", ""} {
				name := filepath.Base(path)
				if strings.HasSuffix(name, folder.SpoolMark(file.account, source, file.stem+ext)+".copy") {
					return source, true
				}
			}
		}
	}
	return "", false
}

// copyNumber is what a free name in the archive ends with, and that of a content which was replaced.
var copyNumber = pattern.Lazy(` \(\d+\)$|\.[0-9a-f]{8}$`)

// mayBeOriginal compares the name of a file with the stem of a result's name.
func mayBeOriginal(name, stem string) bool {
	own := strings.TrimSuffix(name, filepath.Ext(name))
	clean := folder.CleanStem(own)
	return clean == stem || folder.CleanStem(copyNumber().ReplaceAllString(own, "")) == stem
}
