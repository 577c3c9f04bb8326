package importer

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Status is what the journal knows, for the status command and the page.
type Status struct {
	Account  string        `json:"account"`
	Orders   map[State]int `json:"orders"`
	Files    []FileStatus  `json:"files"`  // the newest first
	Recent   []OrderStatus `json:"recent"` // orders, the last changed first
	Problems []Problem     `json:"problems"`
}

// FileStatus is one dropped file.
type FileStatus struct {
	Name   string    `json:"name"`
	Source string    `json:"source"`
	SHA256 string    `json:"sha256"`
	State  FileState `json:"state"`
	Placed Placed    `json:"placed"`
	Result string    `json:"result"`
	// Rejected is the path of the file of refused rows.
	Rejected string    `json:"rejected,omitempty"`
	Counts   Counts    `json:"counts"` // rows by status
	Reason   string    `json:"reason,omitempty"`
	At       time.Time `json:"at"`
	// Note says what happened to the original where that is not as usual.
	Note string `json:"note,omitempty"`
}

// OrderStatus is one order.
type OrderStatus struct {
	Source      string    `json:"source"`
	ExternalID  string    `json:"external_id"`
	State       State     `json:"state"`
	OrderID     string    `json:"order_id"`
	OrderStatus string    `json:"order_status"`
	Waybills    []string  `json:"waybills"`
	Message     string    `json:"message,omitempty"`
	File        string    `json:"file,omitempty"` // that brought it, where it is one of the newest
	At          time.Time `json:"at"`
}

const statusRows = 20 // recent files and orders shown

// noteProblems begins the names of the notes in which running importers keep their
// open problems, so that another process can show them.
const noteProblems = "problems."

// Status reads the journal and the problems of all importers that share it.
func (im *Importer) Status(ctx context.Context) (Status, error) {
	out := Status{Account: im.config.Account, Files: []FileStatus{}, Recent: []OrderStatus{}}
	var err error
	if out.Orders, err = im.journal.Counts(ctx, im.config.Account); err != nil {
		return out, fmt.Errorf("count the orders: %w", err)
	}
	files, err := im.journal.Files(ctx, FileQuery{Account: im.config.Account, Newest: true, Limit: statusRows})
	if err != nil {
		return out, fmt.Errorf("list the files: %w", err)
	}
	names := map[int64]string{}
	for _, f := range files {
		names[f.ID] = oneLine(f.Name)
		out.Files = append(out.Files, FileStatus{Name: oneLine(f.Name), Source: f.Source, SHA256: f.SHA256, State: f.State,
			Placed: f.Placed, Result: f.Result, Rejected: f.RejectedPath(), Counts: f.Counts, Reason: f.Reason, At: f.ChangedAt, Note: f.note(im.config.Language)})
	}
	orders, err := im.journal.Orders(ctx, OrderQuery{Account: im.config.Account, Newest: true, Limit: statusRows})
	if err != nil {
		return out, fmt.Errorf("list the orders: %w", err)
	}
	for _, o := range orders {
		out.Recent = append(out.Recent, OrderStatus{Source: o.Source, ExternalID: o.ExternalID, State: o.State, OrderID: o.RemoteID,
			OrderStatus: o.RemoteStatus, Waybills: append([]string{}, o.AllWaybills()...), Message: o.Message.In(im.config.Language), File: names[o.File], At: o.ChangedAt})
	}
	out.Problems, err = im.allProblems(ctx)
	return out, err
}

// allProblems are ours, and those that other running importers noted.
func (im *Importer) allProblems(ctx context.Context) ([]Problem, error) {
	notes, err := im.journal.Notes(ctx, im.config.Account)
	if err != nil {
		return nil, fmt.Errorf("read the problems: %w", err)
	}
	out := append([]Problem{}, im.problems.list()...)
	for name, text := range notes {
		owner, found := strings.CutPrefix(name, noteProblems)
		if !found || owner == im.owner.name || im.owner.dead(owner) {
			continue
		}
		var theirs []Problem
		if json.Unmarshal([]byte(text), &theirs) == nil {
			out = append(out, theirs...)
		}
	}
	slices.SortFunc(out, func(a, b Problem) int { return strings.Compare(a.Name, b.Name) })
	return slices.CompactFunc(out, func(a, b Problem) bool { return a.Name == b.Name && a.Text == b.Text }), nil
}

// shareProblems notes the open problems where they changed, and forgets those of
// importers that ended.
func (im *Importer) shareProblems(ctx context.Context) error {
	text := ""
	if open := im.problems.list(); len(open) > 0 {
		data, err := json.Marshal(open)
		if err != nil {
			return err
		}
		text = string(data)
	}
	if !im.problems.news(text) {
		return nil
	}
	if err := im.journal.SetNote(ctx, im.config.Account, noteProblems+im.owner.name, text); err != nil {
		im.problems.news("") // tell it again later
		im.log.Error("cannot note the problems", "err", err)
	}
	return nil
}
