package decide

import (
	"context"
	"fmt"
	"slices"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// undo takes the last decision about the order back, while nothing was sent upon it.
func (c *choice) undo(ctx context.Context) (state.Ruling, wording.Message, error) {
	decisions, err := c.of.Journal.Decisions(ctx, c.order.ID)
	if err != nil {
		return state.Ruling{}, wording.Message{}, err
	}
	at := slices.IndexFunc(decisions, func(d state.Decision) bool { return d.UndoneAt.IsZero() })
	if at < 0 {
		return c.refuse("decision.undo.none", c.answer.Number)
	}
	last := decisions[at]
	if last.Order != c.order.ID { // of the order that this one was made from
		if c.order, err = c.of.orderByID(ctx, last.Order); err != nil {
			return state.Ruling{}, wording.Message{}, err
		}
	}
	if last.At.Before(c.order.ForgottenAt) {
		return state.Ruling{}, wording.Message{}, c.forgotten()
	}
	r := state.Ruling{Decision: last, Order: c.order}
	r.Decision.UndoneAt, r.Decision.UndoneBy = c.of.Config.Now(), told.OneLine(c.answer.Person)
	r.Order.ChangedAt = r.Decision.UndoneAt
	if !c.restore(&r) {
		return c.refuse("decision.undo.sent", c.answer.Number, idOrState(c.order))
	}
	if err := c.reopen(ctx, &r); err != nil {
		return state.Ruling{}, wording.Message{}, err
	}
	return r, wording.NewMessage("decision.undone", c.answer.Number, state.DecisionWord(last.Kind, last.Value)), nil
}

// restore gives the order its form before the decision, and reports false where something
// was sent upon it.
func (c *choice) restore(r *state.Ruling) bool {
	before := r.Decision.Before
	tried := r.Order.Attempts - before.Attempts
	before.Version, before.ChangedAt, before.Attempts = r.Order.Version, r.Order.ChangedAt, r.Order.Attempts
	switch waits := r.Order.UnsentSince(tried); {
	case r.Decision.Made != 0:
		return true // looked at with its links
	case r.Decision.Kind == state.DecidedNotPosted && r.Order.State == state.Rejected: // it was let go
		r.Order = before
		return tried == 0
	case r.Decision.Kind == state.DecidedNotPosted, r.Decision.Kind == state.DecidedRetry, r.Decision.Kind == state.DecidedAs:
		r.Order = before
		return waits
	case before.State == state.Conflict, r.Decision.Kind == state.DecidedPosted:
		r.Order = before
		return true
	case r.Decision.Kind == state.DecidedChanged:
		r.Order.Hash, r.Order.Content, r.Order.Body = before.Hash, before.Content, before.Body
	}
	return true
}

// reopen makes conflicts again of those that the decision closed.
func (c *choice) reopen(ctx context.Context, r *state.Ruling) error {
	d := r.Decision
	of := d.Order
	if d.Made != 0 {
		made, err := c.of.orderByID(ctx, d.Made)
		if err != nil {
			return err
		}
		if !made.UnsentSince(made.Attempts) {
			_, _, err := c.refuse("decision.undo.sent", made.ExternalID, idOrState(made))
			return err
		}
		of, r.Unmade = made.ID, made.ID
	}
	links, err := c.of.Journal.OrderLinks(ctx, of)
	if err != nil {
		return fmt.Errorf("read the files of order %s: %w", told.OneLine(c.answer.Number), err)
	}
	for _, l := range links {
		closed := l.Relation != state.Past && (slices.Contains(d.Files, l.File.ID) || l.Hash != "" && (slices.Contains(d.Hashes, l.Hash) || slices.Contains(d.Hashes, state.RevivedHash(l.Hash))))
		switch {
		case !closed && r.Unmade != 0:
			_, _, err := c.refuse("decision.undo.dropped", c.answer.Number, told.OneLine(l.File.Name))
			return err
		case !closed, len(d.Files) == 0:
			continue
		}
		change := state.LinkChange{File: l.File.ID, Order: of, To: d.Order, Relation: state.Clash, Code: state.CodeConflict, Message: state.ClashMessage(r.Order, l.Content), Hash: l.Hash}
		switch {
		case l.Hash == state.HashCancelled:
			change.Code, change.Message = state.CodeCancelled, state.CancelledThere(r.Order)
		case l.Hash == state.HashSkipped:
			change.Relation, change.Code, change.Message = state.Skips, state.CodeSkipped, wording.Message{}
		case state.CalledOff(d.Before.RemoteStatus) && !l.Stated && !slices.ContainsFunc(c.links, func(l state.FileLink) bool { return l.Hash == state.HashCancelled || l.Hash == state.HashSkipped }):
			change.Relation, change.Code, change.Message = state.Duplicate, state.CodeCalledOff, state.CalledOffThere(d.Before)
		case state.CalledOff(d.Before.RemoteStatus):
			change.Code, change.Message = state.CodeRevived, state.RevivedThere(d.Before)
		}
		r.Links = append(r.Links, change)
	}
	return nil
}

// idOrState is the supplier's id of an order, or where it has none what became of it.
func idOrState(o state.Order) any {
	if o.RemoteID != "" {
		return told.OneLine(o.RemoteID)
	}
	return state.Word(o.State)
}

// orderByID is an order by the journal's own number.
func (d *Decisions) orderByID(ctx context.Context, id int64) (state.Order, error) {
	orders, err := d.Journal.Orders(ctx, state.OrderQuery{Account: d.Config.Account, After: id - 1, Limit: 1})
	if err == nil && (len(orders) == 0 || orders[0].ID != id) {
		err = fmt.Errorf("the journal does not have order %d any more", id)
	}
	if err != nil {
		return state.Order{}, fmt.Errorf("find an order in the journal: %w", err)
	}
	return orders[0], nil
}
