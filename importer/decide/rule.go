package decide

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// rule finds out what the decision changes, or refuses it.
func (c *choice) rule(ctx context.Context) (state.Ruling, wording.Message, error) {
	switch c.answer.Kind {
	case state.DecidedPosted:
		return c.posted(ctx)
	case state.DecidedNotPosted:
		return c.notPosted(ctx)
	case state.DecidedRetry:
		return c.retry()
	case state.DecidedKeep:
		return c.keep(ctx)
	case state.DecidedChanged:
		return c.changedThere(ctx)
	case state.DecidedAs:
		return c.sendAs(ctx)
	case state.DecidedUndo:
		return c.undo(ctx)
	}
	return state.Ruling{}, wording.Message{}, fmt.Errorf("decide about order %s: no decision is named %q", told.OneLine(c.answer.Number), c.answer.Kind)
}

// posted: the order is the supplier's order Value. The supplier is asked, unless it is forced.
func (c *choice) posted(ctx context.Context) (state.Ruling, wording.Message, error) {
	id := c.answer.Value
	if c.order.State != state.Unknown && c.order.State != state.Conflict {
		return c.refuse("decision.not_unknown", c.answer.Number, state.Word(c.order.Shown()))
	}
	at, found, err := c.of.atSupplier(ctx, c.order, id)
	if ctx.Err() != nil {
		return state.Ruling{}, wording.Message{}, ctx.Err()
	}
	if _, bundles := c.of.Of(c.order.Supplier).Supplier.(desk.Bundler); bundles { // he knows it under its number, and nobody but the person can tell
		if id != c.order.ExternalID {
			return c.refuse("decision.posted.own_number", told.OneLine(id))
		}
		at, found, err = supplier.Order{ID: id, ExternalID: id, Status: supplier.HandedOver}, true, nil
	}
	if !c.answer.Force {
		if refused := c.checkPosted(ctx, at, found, err); refused != nil {
			return state.Ruling{}, wording.Message{}, refused
		}
	}
	if !found {
		at = supplier.Order{ID: id, ExternalID: c.order.ExternalID}
	}
	return c.ruling(c.order.Settle(state.There(at), c.of.Config.Now())), wording.NewMessage("decision.posted", c.answer.Number, told.OneLine(id)), nil
}

// checkPosted refuses an id that another order has, that the supplier does not know, or
// under which it has something else.
func (c *choice) checkPosted(ctx context.Context, at supplier.Order, found bool, failure error) error {
	id, number := told.OneLine(c.answer.Value), told.OneLine(c.answer.Number)
	others, err := c.of.Journal.Orders(ctx, state.OrderQuery{Account: c.order.Account, RemoteIDs: []string{c.answer.Value}, States: []state.State{state.Accepted}})
	if err != nil {
		return fmt.Errorf("look for order %s in the journal: %w", id, err)
	}
	others = slices.DeleteFunc(others, func(o state.Order) bool { return o.ID == c.order.ID })
	forced := wording.NewMessage("decision.posted.way", told.Typed(number), told.Typed(id))
	switch {
	case len(others) > 0:
		return c.of.refuse(wording.NewMessage("decision.posted.taken", id, told.OneLine(others[0].ExternalID)), forced)
	case failure != nil:
		return &declined{message: wording.NewMessage("decision.posted.unasked", id, told.Error(failure)), way: forced, language: c.of.Language(), cause: failure}
	case !found:
		return c.of.refuse(wording.NewMessage("decision.posted.absent", id), forced)
	case at.ExternalID != "" && at.ExternalID != c.order.ExternalID:
		return c.of.refuse(wording.NewMessage("decision.posted.number", id, told.OneLine(at.ExternalID), number), forced)
	case !state.SameGoods(c.order, at):
		return c.of.refuse(wording.NewMessage("decision.posted.goods", id, state.Listed(at)), forced)
	case !state.Same(c.order, at):
		return c.of.refuse(wording.NewMessage("decision.posted.phone", id), forced)
	}
	return nil
}

// notPosted: the supplier does not have it, so that it is sent. The supplier is asked: an
// order that it shows under the number would be there twice.
func (c *choice) notPosted(ctx context.Context) (state.Ruling, wording.Message, error) {
	if c.order.State != state.Unknown && !c.order.RefusedDraft() && c.order.Shown() != state.HandedOver {
		return c.refuse("decision.not_unknown", c.answer.Number, state.Word(c.order.Shown()))
	}
	if !c.answer.Force {
		under, err := c.of.underNumber(ctx, c.order, c.order.ExternalID)
		forced := wording.NewMessage("decision.not_posted.way", told.Typed(c.answer.Number))
		switch {
		case ctx.Err() != nil:
			return state.Ruling{}, wording.Message{}, ctx.Err()
		case err != nil:
			return state.Ruling{}, wording.Message{}, &declined{message: wording.NewMessage("decision.not_posted.unasked", told.Error(err)), way: forced, language: c.of.Language(), cause: err}
		case len(under) > 0 && c.order.Shown() == state.HandedOver:
			return state.Ruling{}, wording.Message{}, c.of.refuse(wording.NewMessage("decision.not_posted.handed_over", c.answer.Number), forced)
		case len(under) > 0:
			id := told.OneLine(under[0].ID)
			return state.Ruling{}, wording.Message{}, c.of.refuse(wording.NewMessage("decision.not_posted.there", id, told.OneLine(c.answer.Number), state.Listed(under[0])),
				wording.NewMessage("decision.not_posted.there.way", told.Typed(c.answer.Number), told.Typed(id)))
		}
	}
	order := c.order
	order.Doubtful, order.RemoteID = false, ""
	if len(c.links) > 0 && c.links[0].CallsOff() { // nobody wants it sent: it is settled
		gone := order.Withdrawn(c.links[0].Hash, c.of.Config.Now())
		return c.ruling(gone), wording.NewMessage("decision.not_posted.called_off", c.answer.Number, told.Typed(c.answer.Number)), nil
	}
	out := state.Outcome{State: state.Ready, Code: "posted_again", Message: wording.NewMessage("posted_again.person")}
	return c.ruling(order.Settle(out, c.of.Config.Now())), wording.Message{}, nil
}

// retry: a refused order is sent again as it is, and a waiting one now.
func (c *choice) retry() (state.Ruling, wording.Message, error) {
	now := c.of.Config.Now()
	if !c.order.ForgottenAt.IsZero() {
		return state.Ruling{}, wording.Message{}, c.forgotten()
	}
	switch c.order.State {
	case state.Ready:
		order := c.order
		order.NotBefore, order.ChangedAt = time.Time{}, now
		return c.allTheSame(c.ruling(order)), wording.Message{}, nil
	case state.Rejected:
		if len(c.order.Body) == 0 {
			if body, err := c.of.written(c.order); err != nil || body == nil {
				return c.refuse("decision.retry.unwritten", c.answer.Number)
			}
		}
		return c.allTheSame(c.ruling(c.order.Settle(state.Outcome{State: state.Ready, Code: "retried", Message: wording.NewMessage("retried")}, now))), wording.Message{}, nil
	}
	return c.refuse("decision.retry", c.answer.Number, state.Word(c.order.Shown()))
}

// keep: what is at the supplier stands, and what differs from it is no conflict any more.
func (c *choice) keep(ctx context.Context) (state.Ruling, wording.Message, error) {
	open := c.open()
	r := c.ruling(c.order)
	switch {
	case c.order.State == state.Conflict:
		at, err := c.theirs(ctx)
		if err != nil {
			return state.Ruling{}, wording.Message{}, err
		}
		r.Order = c.order.Settle(state.Outcome{State: state.Accepted, Order: at}, c.of.Config.Now())
	case len(open) == 0:
		return c.refuse("decision.no_conflict", c.answer.Number, state.Word(c.order.Shown()))
	}
	for _, l := range open {
		closeLink(&r, l, c.order.ID, true)
	}
	return r, wording.NewMessage("decision.keep", c.answer.Number), nil
}

// changedThere: what came last is what is at the supplier now, as somebody changed it there.
func (c *choice) changedThere(ctx context.Context) (state.Ruling, wording.Message, error) {
	open := c.open()
	cancelled := len(open) > 0 && !slices.ContainsFunc(open, func(l state.FileLink) bool { return l.Code != state.CodeCancelled })
	if cancelled && !c.answer.Force {
		if refused := c.checkCancelled(ctx); refused != nil {
			return state.Ruling{}, wording.Message{}, refused
		}
	}
	if c.order.State == state.Conflict || cancelled {
		r, _, err := c.keep(ctx)
		return r, wording.NewMessage("decision.changed_there", c.answer.Number), err
	}
	latest, refused := c.latest(open)
	if refused != nil {
		return state.Ruling{}, wording.Message{}, refused
	}
	if c.order.State != state.Accepted {
		return c.refuse("decision.changed_there.not_there", c.answer.Number, state.Word(c.order.Shown()))
	}
	order := c.order
	if latest.WantsAgain() {
		if order, refused = c.checkAlive(ctx); refused != nil {
			return state.Ruling{}, wording.Message{}, refused
		}
	}
	order.Hash, order.Content, order.ChangedAt, order.ForgottenAt = latest.Hash, latest.Content, c.of.Config.Now(), time.Time{}
	if sent, err := order.Sent(); err == nil {
		if body, err := c.of.Of(c.order.Supplier).Encode(sent); err == nil {
			order.Body = body
		}
	}
	r := c.ruling(order)
	r.Decision.Hashes = []string{latest.Hash}
	for _, l := range c.links {
		switch {
		case l.ClashOpen(), l.Remarked():
			closeLink(&r, l, c.order.ID, l.Code == state.CodeCancelled)
		case l.Hash == "" && (l.Relation == state.Own || l.Relation == state.Duplicate): // the same file again is no news
			r.Links = append(r.Links, state.LinkChange{File: l.File.ID, Order: c.order.ID, To: c.order.ID, Relation: l.Relation, Hash: c.order.Hash})
		}
	}
	note := wording.NewMessage("decision.changed_there", c.answer.Number)
	if at, found, err := c.of.atSupplier(ctx, order, order.RemoteID); err == nil && found && !state.SameGoods(order, at) {
		note = wording.NewMessage("decision.changed_there.not_yet", c.answer.Number, told.OneLine(at.ID), state.Listed(at))
	}
	return r, note, nil
}

// checkCancelled refuses to believe that an order was cancelled at the supplier while the
// supplier shows it as alive: the parcel would go out.
func (c *choice) checkCancelled(ctx context.Context) error {
	at, found, err := c.of.atSupplier(ctx, c.order, c.order.RemoteID)
	way := wording.NewMessage("decision.changed_there.alive.way", told.Typed(c.answer.Number))
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return &declined{message: wording.NewMessage("decision.not_posted.unasked", told.Error(err)), way: way, language: c.of.Language(), cause: err}
	case found && !state.CalledOff(at.Status):
		return c.of.refuse(wording.NewMessage("decision.changed_there.alive", told.OneLine(c.answer.Number), told.OneLine(at.ID), c.of.Language().OrderStatus(at.Status)), way)
	}
	return nil
}

// checkAlive is the order as the supplier shows it, and refuses to believe that the supplier
// delivers it again while it shows it as called off: nobody would hear that nothing comes.
func (c *choice) checkAlive(ctx context.Context) (state.Order, error) {
	at, found, err := c.of.atSupplier(ctx, c.order, c.order.RemoteID)
	way := wording.NewMessage("decision.changed_there.dead.way", told.Typed(c.answer.Number))
	switch {
	case ctx.Err() != nil:
		return c.order, ctx.Err()
	case found && !state.CalledOff(at.Status):
		return c.order.Learn(at), nil
	case c.answer.Force:
		order := c.order
		order.RemoteStatus, order.RemoteAt = "", c.of.Config.Now() // until the supplier tells newer
		return order, nil
	case err != nil:
		return c.order, &declined{message: wording.NewMessage("decision.not_posted.unasked", told.Error(err)), way: way, language: c.of.Language(), cause: err}
	}
	return c.order, c.of.refuse(wording.NewMessage("decision.changed_there.dead", told.OneLine(c.answer.Number), told.OneLine(c.order.RemoteID),
		c.of.Language().OrderStatus(cmp.Or(at.Status, c.order.RemoteStatus))), way)
}

// sendAs: what came is another order, and is sent under a number of its own.
func (c *choice) sendAs(ctx context.Context) (state.Ruling, wording.Message, error) {
	if err := c.checkNumber(ctx); err != nil {
		return state.Ruling{}, wording.Message{}, err
	}
	note := wording.NewMessage("decision.as", c.answer.Number, told.OneLine(c.answer.Value))
	if c.order.State == state.Conflict {
		if err := c.checkTheirs(ctx); err != nil {
			return state.Ruling{}, wording.Message{}, err
		}
		r, err := c.renamed()
		return r, note, err
	}
	latest, refused := c.latest(c.open())
	if refused != nil {
		return state.Ruling{}, wording.Message{}, refused
	}
	if err := c.checkNotTwice(ctx, latest); err != nil {
		return state.Ruling{}, wording.Message{}, err
	}
	made, err := c.of.Numbered(state.Order{OrderKey: c.order.OrderKey, File: latest.File.ID, Content: latest.Content}, c.answer.Value)
	if err != nil {
		return state.Ruling{}, wording.Message{}, err
	}
	r := c.ruling(c.order)
	r.Order.ChangedAt = r.Decision.At
	r.Made = &made
	for _, l := range c.open() {
		if l.Hash != latest.Hash {
			continue
		}
		closeLink(&r, l, 0, true)
		if l.File.ID == latest.File.ID {
			r.Links[len(r.Links)-1].Relation = state.Own
		}
	}
	return r, note, nil
}

// renamed gives an order that the supplier has under its number with another content a
// number of its own.
func (c *choice) renamed() (state.Ruling, error) {
	order, err := c.of.Numbered(c.order, c.answer.Value)
	if err != nil {
		return state.Ruling{}, err
	}
	order.RemoteID, order.RemoteStatus, order.RemoteAt = "", "", time.Time{}
	r := c.ruling(order)
	r.Known[c.order.Hash] = c.order.ID
	r.Decision.Hashes = []string{c.order.Hash}
	return r, nil
}

const longestNumber = 64 // characters that the service allows an order's number

// checkNumber refuses a number that is none, or is not free.
func (c *choice) checkNumber(ctx context.Context) error {
	number := c.answer.Value
	way := wording.NewMessage("decision.as.way", told.Typed(c.answer.Number))
	if strings.TrimSpace(number) != number || number == "" || number != told.OneLine(number) || utf8.RuneCountInString(number) > longestNumber {
		return c.of.refuse(wording.NewMessage("decision.as.no_number", told.OneLine(number), longestNumber), way)
	}
	for _, q := range []state.OrderQuery{{Number: number}, {Alias: number}} {
		q.Account, q.Limit = c.order.Account, 1
		held, err := c.of.Journal.Orders(ctx, q)
		if err != nil {
			return fmt.Errorf("look for order %s: %w", number, err)
		}
		if len(held) > 0 {
			return c.of.refuse(wording.NewMessage("decision.as.used", number), way)
		}
	}
	if c.answer.Force {
		return nil
	}
	under, err := c.of.underNumber(ctx, c.order, number)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case len(under) > 0:
		return c.of.refuse(wording.NewMessage("decision.as.used_there", number, told.OneLine(under[0].ID)), way)
	case err != nil && !errors.Is(err, supplier.ErrUnmapped):
		return &declined{message: wording.NewMessage("decision.as.unasked", number, told.Error(err)), way: wording.NewMessage("decision.as.unasked.way"),
			language: c.of.Language(), cause: err}
	}
	return nil
}
