package overview

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Board tells what the journal knows, and the problems of all importers that share it.
type Board struct {
	*desk.Desk
	owner  *folder.Owner
	lately *lateList
}

// NewBoard is the board of the importer with that name.
func NewBoard(d *desk.Desk, owner *folder.Owner) *Board {
	return &Board{Desk: d, owner: owner, lately: &lateList{}}
}

// In is the same board, which tells in that language.
func (b *Board) In(l wording.Language) *Board {
	d := &desk.Desk{Config: b.Config, Supplier: b.Supplier, Journal: b.Journal, Log: b.Log, Problems: b.Problems, Reader: b.Reader}
	d.Config.Language = l
	return &Board{Desk: d, owner: b.owner, lately: b.lately}
}

// Status is what the journal knows, for the status command and the page.
type Status struct {
	Account  string         `json:"account"`
	Findings []Finding      `json:"findings"` // what needs a person, the most harmful first
	Files    []FileStatus   `json:"files"`    // the newest first
	Orders   []OrderStatus  `json:"orders"`   // the last changed first
	Counts   StatusCounts   `json:"counts"`
	Recent   []OrderStatus  `json:"recent"` // the same as Orders
	Problems []told.Problem `json:"problems"`
	// Conflicts is how many orders wait for a decision.
	Conflicts int `json:"conflicts"`
}

// StatusCounts are the rows and orders of a query, whether they are listed or not.
type StatusCounts struct {
	Rows   map[string]int      `json:"rows"`   // of files, by status
	Orders map[state.State]int `json:"orders"` // by state
}

// FileStatus is one dropped file.
type FileStatus struct {
	Name   string          `json:"name"`
	Source string          `json:"source"`
	SHA256 string          `json:"sha256"`
	State  state.FileState `json:"state"`
	Placed state.Placed    `json:"placed"`
	Result string          `json:"result"`
	// Rejected is the path of the file of refused rows.
	Rejected string       `json:"rejected,omitempty"`
	Counts   state.Counts `json:"counts"` // rows by status
	Reason   string       `json:"reason,omitempty"`
	At       time.Time    `json:"at"`
	// Note says what happened to the original where that is not as usual.
	Note string `json:"note,omitempty"`

	// CameAt is when it was taken first.
	CameAt time.Time `json:"-"`

	id int64 // of the file in the journal
}

// OrderStatus is one order.
type OrderStatus struct {
	Source      string      `json:"source"`
	ExternalID  string      `json:"external_id"`
	State       state.State `json:"state"`
	OrderID     string      `json:"order_id"`
	OrderStatus string      `json:"order_status"`
	Waybills    []string    `json:"waybills"`
	Code        string      `json:"code,omitempty"`
	Message     string      `json:"message,omitempty"`
	File        string      `json:"file,omitempty"` // that brought it
	At          time.Time   `json:"at"`
	Story       *Story      `json:"story,omitempty"` // where one order was asked for
}

// StatusQuery narrows what Query tells. Zero fields do not restrict.
type StatusQuery struct {
	Number string // one order, with its story
	Source string // InboxItself: none
	State  string // of orders or rows, see ParseState
	Since  time.Time
	File   string // the name of a file as it was dropped
}

// Zero reports whether everything is asked for.
func (q StatusQuery) Zero() bool { return q == StatusQuery{} }

// States are the words that StatusQuery.State may be.
func States() []string {
	return []string{"ready", "sending", "pending", "accepted", "handed_over", "rejected", "unknown", "conflict", "duplicate", "skipped"}
}

const (
	statusRows   = 20   // recent files and orders shown
	filteredRows = 1000 // where they were asked for
)

// NoteProblems begins the names of the notes in which running importers keep their
// open problems, so that another process can show them.
const NoteProblems = "problems."

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

// sources are those of a query, nil for all.
func (q StatusQuery) sources() []string {
	switch q.Source {
	case "":
		return nil
	case state.InboxItself:
		return []string{""}
	}
	return []string{q.Source}
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
		shown := OrderStatus{Source: o.Source, ExternalID: o.ExternalID, State: o.Shown(), OrderID: o.RemoteID,
			OrderStatus: o.RemoteStatus, Waybills: append([]string{}, o.AllWaybills()...), Code: o.Code, Message: o.Message.In(b.Language()), File: names[o.File], At: o.ChangedAt}
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
		out.Files = append(out.Files, FileStatus{Name: told.OneLine(f.Name), Source: f.Source, SHA256: f.SHA256, State: f.State,
			Placed: f.Placed, Result: f.Result, Rejected: result.RejectedPath(f), Counts: f.Counts, Reason: f.Reason, At: f.ChangedAt, CameAt: f.CreatedAt, Note: placeNote(f, b.Config.Language), id: f.ID})
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
	case "pending":
		return []state.State{state.Ready, state.Sending}, nil
	case "conflict":
		return []state.State{state.Conflict}, []state.Relation{state.Clash}
	case "duplicate":
		return nil, []state.Relation{state.Duplicate}
	case "skipped":
		return nil, []state.Relation{state.Skips}
	}
	return []state.State{state.State(word)}, nil
}

// allProblems are ours, and those that other running importers noted.
func (b *Board) allProblems(ctx context.Context) ([]told.Problem, error) {
	notes, err := b.Journal.Notes(ctx, b.Config.Account)
	if err != nil {
		return nil, fmt.Errorf("read the problems: %w", err)
	}
	out := append([]told.Problem{}, b.Problems.List()...)
	for name, text := range notes {
		owner, found := strings.CutPrefix(name, NoteProblems)
		if !found || owner == b.owner.Name || b.owner.Dead(owner) {
			continue
		}
		var theirs []told.Problem
		if json.Unmarshal([]byte(text), &theirs) == nil {
			out = append(out, theirs...)
		}
	}
	slices.SortFunc(out, func(a, b told.Problem) int { return strings.Compare(a.Name, b.Name) })
	return slices.CompactFunc(out, func(a, b told.Problem) bool { return a.Name == b.Name && a.Text == b.Text }), nil
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
