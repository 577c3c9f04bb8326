package overview

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

const (
	statusRows   = 20   // recent files and orders shown
	filteredRows = 1000 // where they were asked for
)

// NoteProblems begins the names of the notes in which running importers keep their
// open problems, so that another process can show them.
const NoteProblems = "problems."

// NoteWatch begins the names of the notes of the importers that watch an inbox with this journal.
const NoteWatch = "watch."

// Status tells everything: the journal and the problems of all importers that share it.
func (b *Board) Status(ctx context.Context) (Status, error) { return b.Query(ctx, StatusQuery{}) }

// Query tells what the journal knows of some orders and files.
func (b *Board) Query(ctx context.Context, q StatusQuery) (out Status, err error) {
	out = Status{Account: b.Config.Account, Findings: []Finding{}, Files: []FileStatus{}, Orders: []OrderStatus{}}
	if out.Problems, err = b.allProblems(ctx); err != nil {
		return out, err
	}
	found, err := b.queryOrders(ctx, q, &out)
	if err != nil {
		return out, err
	}
	if out.Sheets, err = b.sheets(ctx, q); err != nil {
		return out, err
	}
	s, err := b.survey(ctx, q, found)
	if err != nil {
		return out, err
	}
	for _, n := range s.kept.Conflicts {
		out.Conflicts += n
	}
	findings, err := b.findings(ctx, s)
	if err != nil {
		return out, err
	}
	for _, p := range out.Problems {
		if !p.Minor {
			out.Findings = append(out.Findings, ProblemFinding(p))
		}
	}
	out.Findings = append(out.Findings, findings...)
	for _, p := range out.Problems {
		if p.Minor {
			out.Findings = append(out.Findings, ProblemFinding(p))
		}
	}
	if !q.Zero() {
		out.Findings = slices.DeleteFunc(out.Findings, func(f Finding) bool { return !out.about(f, q) })
	}
	return out, nil
}

// OldestPending is since when the order waits that has waited for the longest, of those that are not
// at the supplier yet or of which that is not known; zero where none waits.
func (b *Board) OldestPending(ctx context.Context) (time.Time, error) {
	orders, err := b.Journal.Orders(ctx, state.OrderQuery{Account: b.Config.Account, States: []state.State{state.Ready, state.Sending, state.Unknown}, Bare: true, Limit: 1})
	if err != nil || len(orders) == 0 {
		return time.Time{}, err
	}
	return orders[0].CreatedAt, nil
}

// Find gives the orders of a source, InboxItself for none, that have or had a number, each with
// its story: what Query tells of them without asking what else is to be told.
func (b *Board) Find(ctx context.Context, source, number string) ([]OrderStatus, error) {
	var out Status
	_, err := b.queryOrders(ctx, StatusQuery{Source: source, Number: number}, &out)
	return out.Orders, err
}

// OrderFindings are the findings that are made of orders and files, not of problems.
func (s Status) OrderFindings() []Finding {
	return slices.DeleteFunc(slices.Clone(s.Findings), func(f Finding) bool { return f.problem })
}

// about reports whether a finding concerns an order that is told, or a file where files are asked for.
func (s *Status) about(f Finding, q StatusQuery) bool {
	files := q.Number == ""
	for _, a := range f.about {
		switch {
		case a.file == 0 && slices.ContainsFunc(s.Orders, func(o OrderStatus) bool { return o.Source == a.source && o.ExternalID == a.number }),
			a.file != 0 && files && slices.ContainsFunc(s.Files, func(file FileStatus) bool { return file.id == a.file }):
			return true
		}
	}
	return f.problem && files && (q.Source != "" && slices.Contains(f.Files, q.Source) || slices.ContainsFunc(s.Files, func(file FileStatus) bool {
		return slices.Contains(f.Files, told.Title(file.Source, file.Name))
	}))
}

// queryOrders lists and counts the orders and files of a query, and returns the orders.
func (b *Board) queryOrders(ctx context.Context, q StatusQuery, out *Status) (found []state.Order, err error) {
	orders, files, err := b.queries(ctx, q)
	if err != nil {
		return nil, err
	}
	if out.Counts.Orders, err = b.Journal.CountOrders(ctx, orders); err != nil {
		return nil, fmt.Errorf("count the orders: %w", err)
	}
	orders.Bare = q.Number == "" // no story is told
	if found, err = b.Journal.Orders(ctx, orders); err != nil {
		return nil, fmt.Errorf("list the orders: %w", err)
	}
	if q.Number != "" { // the files that it came in
		files.Orders = []int64{0}
		for _, o := range found {
			files.Orders = append(files.Orders, o.ID)
		}
	}
	names, err := b.queryFiles(ctx, q, files, out)
	if err != nil {
		return nil, err
	}
	for _, o := range found {
		shown := b.orderStatus(o, names[o.File])
		if q.Number != "" {
			if shown.Story, err = b.story(ctx, o); err != nil {
				return nil, err
			}
		}
		out.Orders = append(out.Orders, shown)
	}
	if q.Number != "" {
		if err := b.addLoose(ctx, q, out); err != nil {
			return nil, err
		}
		out.Counts.Rows = out.storyRows()
	}
	out.Recent = out.Orders
	return found, nil
}

// orderStatus is an order that a file of that name brought, without its story.
func (b *Board) orderStatus(o state.Order, file string) OrderStatus {
	return OrderStatus{Source: o.Source, Supplier: b.NameOf(o.Supplier), SupplierID: o.Supplier, ExternalID: o.ExternalID, State: o.Shown(), OrderID: o.RemoteID, OrderStatus: o.RemoteStatus,
		Waybills: append([]string{}, o.AllWaybills()...), Code: o.Code, Message: o.Message.In(b.Language()), File: file, At: o.ChangedAt}
}

// storyRows are the rows of the orders that are told, by their status: their files may hold
// any number of others.
func (s *Status) storyRows() map[string]int {
	rows := map[string]int{}
	for _, o := range s.Orders {
		for _, f := range o.Story.Files {
			rows[string(f.Status)] += len(f.Rows)
		}
	}
	return rows
}

// queryFiles lists the files of a query, counts their rows, and gives the names by the
// files' own numbers.
func (b *Board) queryFiles(ctx context.Context, q StatusQuery, files state.FileQuery, out *Status) (map[int64]string, error) {
	list, err := b.Journal.Files(ctx, files)
	if err != nil {
		return nil, fmt.Errorf("list the files: %w", err)
	}
	names := map[int64]string{}
	of := rowStatusOf(q.State)
	sum := map[string]int{}
	for _, f := range list {
		names[f.ID] = told.OneLine(f.Name)
		if n := f.Counts.ByStatus()[of]; q.State != "" && n == 0 {
			continue
		} else if q.State != "" {
			sum[of] += n
		}
		out.Files = append(out.Files, b.fileStatus(f))
	}
	if out.Counts.Rows = sum; q.State != "" {
		return names, nil
	}
	rows, err := b.Journal.CountRows(ctx, files)
	if err != nil {
		return nil, fmt.Errorf("count the rows: %w", err)
	}
	out.Counts.Rows = rows.ByStatus()
	return names, nil
}

func (b *Board) fileStatus(f state.File) FileStatus {
	return FileStatus{Name: told.OneLine(f.Name), Source: f.Source, SHA256: f.SHA256, State: f.State, Placed: f.Placed, Result: f.Result,
		Rejected: result.RejectedPath(b.Desk, f), Counts: f.Counts, Reason: f.Why(b.Language()), At: f.ChangedAt, CameAt: f.CreatedAt, Note: placeNote(f, b.Config.Language), DroppedAt: f.DroppedAt, id: f.ID}
}

// rowStatusOf is the status of rows that a word for a state means.
func rowStatusOf(word string) string {
	if word == string(state.Ready) || word == string(state.Sending) {
		return string(state.RowPending)
	}
	return word
}

// queries are the journal's for a query of a person.
func (b *Board) queries(ctx context.Context, q StatusQuery) (state.OrderQuery, state.FileQuery, error) {
	orders := state.OrderQuery{Account: b.Config.Account, Number: q.Number, Since: q.Since, Newest: true, Limit: filteredRows}
	files := state.FileQuery{Account: b.Config.Account, Since: q.Since, Newest: true, Limit: filteredRows}
	if q.Zero() {
		orders.Limit, files.Limit = statusRows, statusRows
	}
	orders.Sources, files.Sources = q.sources(), q.sources()
	if q.Supplier != "" {
		orders.Suppliers = b.idsOf([]string{q.Supplier})
	}
	if q.Number != "" {
		if known, err := b.Journal.CountOrders(ctx, orders); err != nil {
			return orders, files, fmt.Errorf("find order %s: %w", told.OneLine(q.Number), err)
		} else if len(known) == 0 {
			orders.Number, orders.Alias = "", q.Number
		}
		files.Since = time.Time{}
	}
	orders.States, orders.Linked = statesOf(q.State)
	orders.Confirmed = q.State == string(state.Accepted)
	if q.File != "" {
		files.Names = []string{q.File}
		named, err := b.Journal.Files(ctx, files)
		if err != nil {
			return orders, files, fmt.Errorf("find the file %s: %w", told.OneLine(q.File), err)
		}
		orders.Files, orders.Since = []int64{0}, time.Time{}
		for _, f := range named {
			orders.Files = append(orders.Files, f.ID)
		}
	}
	return orders, files, nil
}

// statesOf is what a word for a state means in the journal.
func statesOf(word string) ([]state.State, []state.Relation) {
	switch word {
	case "":
		return nil, nil
	case string(state.RowPending):
		return []state.State{state.Ready, state.Sending}, nil
	case string(state.Conflict):
		return []state.State{state.Conflict}, []state.Relation{state.Clash}
	case string(state.Duplicate):
		return nil, []state.Relation{state.Duplicate}
	case string(state.Skips):
		return nil, []state.Relation{state.Skips}
	}
	return []state.State{state.State(word)}, nil
}

// ShareProblems notes the open problems where they changed, and forgets those of
// importers that ended.
func (b *Board) ShareProblems(ctx context.Context) error {
	text := ""
	if open := b.Problems.List(); len(open) > 0 {
		data, err := json.Marshal(open)
		if err != nil {
			return err
		}
		text = string(data)
	}
	if !b.Problems.News(text) {
		return nil
	}
	if err := b.Journal.SetNote(ctx, b.Config.Account, NoteProblems+b.owner.Name, text); err != nil {
		b.Problems.News("") // tell it again later
		b.Log.Error("cannot note the problems", "err", err)
	}
	return nil
}

// placeNote says what happened to the original of a file, where that is not as usual.
func placeNote(f state.File, language wording.Language) string {
	if f.Placed != state.PlacedCopied || f.State == state.FileRefused {
		return ""
	}
	return wording.NewMessage("placed.copied").In(cmp.Or(language, wording.English))
}
