package doubt

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// decisionsName is the file beside the results that holds what people have decided, a line
// a decision: the results alone do not tell under which number an order was sent, nor what
// is no conflict any more, and the journal may be lost. It is written whole after each decision.
const decisionsName = ".dropbridge.decisions"

// standingDecisions are those of the journal that were not taken back, the oldest first.
func (t *Trust) standingDecisions(ctx context.Context) ([]keptDecision, error) {
	all, err := t.Journal.AllDecisions(ctx)
	if err != nil {
		return nil, err
	}
	var out []keptDecision
	for _, d := range all {
		if d.UndoneAt.IsZero() {
			out = append(out, keptDecision{At: d.At.UTC(), Person: d.Person, Account: d.Account, Source: d.Before.Source, Supplier: d.Before.Supplier, Number: d.Number, Kind: d.Kind,
				Value: d.Value, Hashes: d.Hashes})
		}
	}
	return out, nil
}

// KeepDecisions writes what was decided beside the results. A journal that is not the one of
// the results leaves them as they are.
func (t *Trust) KeepDecisions(ctx context.Context) {
	if doubt, ok := errors.AsType[*told.Doubt](t.Trusted(ctx)); ok && doubt.Hides() {
		return
	}
	list, err := t.standingDecisions(ctx)
	if err == nil {
		err = writeDecisions(t.Config.Results, list)
	}
	if err == nil {
		err = t.Config.Disk.Bring(filepath.Join(t.Config.Results, decisionsName))
	}
	t.Problems.Set(t.Config.Now(), told.ProblemDecisions, t.Trouble(err, "trouble.decisions"))
}

func writeDecisions(results string, list []keptDecision) error {
	return durable.WriteFile(filepath.Join(results, decisionsName), func(w io.Writer) error {
		for _, d := range list {
			line, err := json.Marshal(d)
			if err != nil {
				return err
			}
			if _, err := w.Write(append(line, '\n')); err != nil {
				return err
			}
		}
		return nil
	})
}

// readDecisions reads the decisions beside the results; damaged is how many lines cannot be read.
func readDecisions(results string) (out []keptDecision, damaged int, err error) {
	data, err := os.ReadFile(filepath.Join(results, decisionsName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	for line := range bytes.Lines(data) {
		var d keptDecision
		if json.Unmarshal(line, &d) != nil || d.Number == "" || d.Kind == "" {
			damaged++
			continue
		}
		out = append(out, d)
	}
	return out, damaged, err
}

// readKept reads the decisions that this journal does not know.
func (t *Trust) readKept(ctx context.Context, out *Adoption) error {
	kept, damaged, err := readDecisions(t.Config.Results)
	if err != nil {
		return fmt.Errorf("read the decisions beside the results: %w", err)
	}
	if damaged > 0 {
		out.Unread = append(out.Unread, UnreadResult{File: decisionsName, Reason: wording.NewMessage("adopt.decisions_damaged", damaged).In(t.Language())})
	}
	if out.known, err = t.standingDecisions(ctx); err != nil {
		return err
	}
	for _, d := range kept {
		if !slices.ContainsFunc(out.known, d.same) {
			out.kept = append(out.kept, d)
		}
	}
	out.contents = map[string]state.Order{}
	return nil
}

// standing are the decisions that lie beside the results or that this journal knows.
func (a *Adoption) standing() []keptDecision { return slices.Concat(a.kept, a.known) }

// renumber gives an order of a result the number under which a person had it sent.
func (t *Trust) renumber(out *Adoption, d *state.AdoptDraft) {
	if d.Hash == "" {
		return
	}
	hash := d.Hash
	for _, k := range out.standing() {
		if k.Kind != state.DecidedAs || k.Account != d.Account || k.Source != d.Source || k.Supplier != d.Supplier || k.Number != d.ExternalID || !slices.Contains(k.Hashes, hash) {
			continue
		}
		order, err := t.Numbered(d.Order, k.Value)
		if err != nil {
			return // Adoption.apart names it
		}
		order.State, order.Code, order.Message, order.Round = d.State, d.Order.Code, d.Message, d.Round
		order.Doubtful, order.Attempts, order.CreatedAt = d.Doubtful, d.Attempts, d.CreatedAt
		order.RemoteID, order.RemoteStatus, order.Waybills = d.RemoteID, d.RemoteStatus, d.Waybills
		d.Order = order
		if d.Relation == state.Duplicate {
			d.Relation = state.Own
		}
		return
	}
}

// decideAgain takes the decisions into the journal, once all orders of the results are in it.
// Those that cannot be taken are named.
func (t *Trust) decideAgain(ctx context.Context, out *Adoption) error {
	for _, d := range out.kept {
		order, found, err := t.heldAs(ctx, state.OrderKey{Account: d.Account, Source: d.Source, Supplier: d.Supplier, ExternalID: d.target()})
		if err != nil {
			return err
		}
		if !found {
			if d.restores() {
				out.lose(d.Source, d.Number, wording.NewMessage("adopt.decision_lost", state.DecisionWord(d.Kind, d.Value), told.Typed(d.Number)))
			}
			continue
		}
		r := state.Ruling{Order: order, Known: map[string]int64{}, Decision: state.Decision{Account: d.Account, Order: order.ID, At: d.At, Person: d.Person,
			Kind: d.Kind, Value: d.Value, Number: d.Number, Before: order, Hashes: d.Hashes}}
		switch d.Kind {
		case state.DecidedAs:
			if first, known, err := t.heldAs(ctx, state.OrderKey{Account: d.Account, Source: d.Source, Supplier: d.Supplier, ExternalID: d.Number}); err != nil {
				return err
			} else if known {
				r.Decision.Order, r.Decision.Made, r.Decision.Before, r.Order = first.ID, order.ID, first, first
			}
		case state.DecidedChanged:
			for _, hash := range d.Hashes {
				if content, known := out.contents[hash]; known {
					r.Order.Hash, r.Order.Content, r.Order.Body = content.Hash, content.Content, content.Body
				}
			}
		}
		for _, hash := range d.Hashes {
			r.Known[hash] = order.ID
		}
		if _, err := t.Journal.Decide(ctx, r); err != nil {
			return fmt.Errorf("take the decision about order %s into the journal: %w", told.OneLine(d.Number), err)
		}
		out.Decisions++
	}
	return nil
}

// heldAs is the order that the journal has under a key.
func (t *Trust) heldAs(ctx context.Context, key state.OrderKey) (state.Order, bool, error) {
	held, err := t.Journal.Orders(ctx, state.OrderQuery{Account: key.Account, Key: &key})
	if err != nil || len(held) == 0 {
		return state.Order{}, false, told.Doing("find order "+told.OneLine(key.ExternalID), err)
	}
	return held[0], true, nil
}

// inferred lets a content be the order that a result shows beside it, where that is not the
// content that the order has: a person has said so, or it would have been a conflict.
func (t *Trust) inferred(ctx context.Context, out *Adoption) error {
	for _, d := range out.shown {
		order, found, err := t.heldAs(ctx, d.OrderKey)
		if err != nil {
			return err
		}
		if !found || order.State != state.Accepted || order.RemoteID != d.RemoteID || order.Hash == "" || order.Hash == d.Hash && d.ExternalID == d.number {
			continue
		}
		decided := func(k keptDecision) bool {
			return k.Account == d.Account && k.Source == d.Source && k.Supplier == d.Supplier && k.Number == d.number &&
				(slices.Contains(k.Hashes, d.Hash) || k.Kind == state.DecidedChanged) // what the order held before that is news
		}
		if slices.ContainsFunc(out.standing(), decided) {
			continue // it is known what was decided
		}
		now := t.Config.Now()
		r := state.Ruling{Order: order, Known: map[string]int64{d.Hash: order.ID}, Decision: state.Decision{Account: d.Account, Order: order.ID, At: now, Person: "adopt",
			Kind: state.DecidedKeep, Number: d.number, Before: order, Hashes: []string{d.Hash}}}
		if _, err := t.Journal.Decide(ctx, r); err != nil {
			return fmt.Errorf("note what the result shows of order %s: %w", told.OneLine(d.number), err)
		}
		out.Decisions++
		out.kept = append(out.kept, keptDecision{Account: d.Account, Source: d.Source, Supplier: d.Supplier, Number: d.number, Hashes: []string{d.Hash}, Kind: state.DecidedKeep})
	}
	return nil
}

// remember keeps what decisions need of the orders of a result.
func (a *Adoption) remember(d state.AdoptDraft, number string, hash string) {
	if hash == "" {
		return
	}
	if a.changed(hash) {
		a.contents[hash] = d.Order
	}
	if d.State == state.Accepted {
		a.shown = append(a.shown, shownContent{OrderKey: d.OrderKey, number: number, RemoteID: d.RemoteID, Hash: hash})
	}
}

func (a *Adoption) changed(hash string) bool {
	return slices.ContainsFunc(a.kept, func(k keptDecision) bool { return k.Kind == state.DecidedChanged && slices.Contains(k.Hashes, hash) })
}

// keptCancelled names an order that a file has cancelled, that is at the supplier, and of
// which nobody knows any more that a person has decided to have it delivered.
func (a *Adoption) keptCancelled(key state.OrderKey, orderID, status string) {
	decided := slices.ContainsFunc(a.standing(), func(k keptDecision) bool {
		return k.Account == key.Account && k.Source == key.Source && k.target() == key.ExternalID && slices.Contains(k.Hashes, state.HashCancelled)
	})
	known := slices.ContainsFunc(a.Lost, func(l LostDecision) bool { return l.Source == key.Source && l.Order == told.OneLine(key.ExternalID) })
	if orderID == "" || state.CalledOff(status) || decided || known {
		return
	}
	a.lose(key.Source, key.ExternalID, wording.NewMessage("adopt.cancelled_lost", told.Typed(key.ExternalID), told.OneLine(strings.TrimSpace(orderID))))
}
