package overview

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// story gathers all that the journal knows of an order.
func (b *Board) story(ctx context.Context, o state.Order) (*Story, error) {
	links, err := b.Journal.OrderLinks(ctx, o.ID)
	if err != nil {
		return nil, fmt.Errorf("read the files of order %s: %w", told.OneLine(o.ExternalID), err)
	}
	attempts, err := b.Journal.Attempts(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	decisions, err := b.Journal.Decisions(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	s := b.decidable(o, links, decisions)
	for _, a := range attempts {
		s.Attempts = append(s.Attempts, StoryAttempt{Kind: a.Kind, Began: a.Began, Ended: a.Ended, State: a.State, Code: a.Code,
			Message: a.Message.In(b.Language()), RequestID: a.RequestID, OrderID: a.RemoteID})
	}
	if o.State == state.Ready && len(state.ToDecide(links)) == 0 {
		s.Way = b.waitsFor(ctx, o).In(b.Language())
	}
	return s, nil
}

// decidable is the story of an order as far as it is needed to decide something about it: it
// lacks the attempts, and what an order that is to be sent waits for.
func (b *Board) decidable(o state.Order, links []state.FileLink, decisions []state.Decision) *Story {
	language := b.Language()
	s := &Story{Files: []StoryFile{}, Attempts: []StoryAttempt{}, Parcels: append([]state.Parcel{}, o.Parcels...), Decisions: []StoryDecision{},
		Status: o.RemoteStatus, StatusAt: o.RemoteAt, NotBefore: o.NotBefore, ForgottenAt: o.ForgottenAt}
	if err := json.Unmarshal(o.Content, &s.Understood); err != nil {
		b.Log.Warn("the order is not readable in the journal", "external_id", o.ExternalID, "err", err)
	}
	for _, l := range links {
		v := result.Show(l.Link, language)
		s.Files = append(s.Files, StoryFile{File: told.OneLine(l.File.Name), Source: l.File.Source, Rows: l.Rows, Status: v.Status, Code: v.Code, Message: v.Message,
			Result: l.File.Result, At: l.File.CreatedAt, Says: says(l), Open: l.ClashOpen(), ID: l.File.ID})
	}
	for _, d := range decisions {
		s.Decisions = append(s.Decisions, StoryDecision{At: d.At, Person: d.Person, Kind: d.Kind, Value: d.Value,
			Words: state.DecisionWord(d.Kind, d.Value).In(language), UndoneAt: d.UndoneAt, UndoneBy: d.UndoneBy})
	}
	open := state.ToDecide(links)
	s.Actions, s.Way = state.Actions(o, open), state.Ways(o, open).In(language)
	if undoable(o, decisions) {
		s.Actions = append(s.Actions, state.DecidedUndo)
	}
	return s
}

// Rows are some rows of a file, by the journal's number of it, as they stand in its private copy.
func (b *Board) Rows(ctx context.Context, file int64, rows []int) (orderfile.Written, error) {
	files, err := b.Journal.Files(ctx, state.FileQuery{Account: b.Config.Account, ID: file})
	if err != nil || len(files) == 0 {
		return orderfile.Written{}, cmp.Or(err, errNoFile)
	}
	return b.ReadWritten(ctx, files[0], rows)
}

// errNoFile is a file that the journal does not have, or that is another account's.
var errNoFile = errors.New("the journal has no such file")

// says is an order as a file has it, nil where that is as the journal holds it or the file
// only calls it off.
func says(l state.FileLink) *supplier.NewOrder {
	var content supplier.NewOrder
	if len(l.Content) == 0 || !l.Differs || json.Unmarshal(l.Content, &content) != nil {
		return nil
	}
	return &content
}

// waitsFor says of an order that is to be sent why it was not yet, and until when it waits.
func (b *Board) waitsFor(ctx context.Context, o state.Order) wording.Message {
	number := told.Typed(o.ExternalID)
	if o.NotBefore.After(b.Config.Now()) {
		return wording.NewMessage("way.waits_until", told.Second(o.NotBefore), number)
	}
	way := b.fixFirst(o, state.Ways(o, nil))
	problems, err := b.allProblems(ctx)
	if err != nil {
		return way
	}
	for _, name := range []string{told.ProblemJournal, told.ProblemApproval, told.ProblemSupplier, told.ProblemLookup, told.ProblemPosting} {
		for _, p := range problems {
			if p.Name == name {
				return wording.NewMessage("way.waits", number, p.Text)
			}
		}
	}
	return way
}

// undoable reports whether the last decision about an order may be taken back, as far as
// the order itself tells.
func undoable(o state.Order, decisions []state.Decision) bool {
	at := slices.IndexFunc(decisions, func(d state.Decision) bool { return d.UndoneAt.IsZero() })
	if at < 0 {
		return false
	}
	last := decisions[at]
	if last.At.Before(o.ForgottenAt) {
		return false
	}
	if last.Made != 0 { // whether the order that it made was sent is looked at when it is taken back
		return o.ID != last.Made || o.UnsentSince(o.Attempts)
	}
	switch last.Kind {
	case state.DecidedNotPosted, state.DecidedRetry, state.DecidedAs:
		if last.Kind == state.DecidedNotPosted && o.State == state.Rejected {
			return o.Attempts == last.Before.Attempts
		}
		return o.UnsentSince(o.Attempts - last.Before.Attempts)
	}
	return true
}
