package decide

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// choice is a person's decision on its way to what it changes.
type choice struct {
	of     *Decisions
	answer Answer
	order  state.Order
	links  []state.FileLink // of the order, the newest file first
}

// ruling is a decision that gives the order this form.
func (c *choice) ruling(order state.Order) state.Ruling {
	now := c.of.Config.Now()
	return state.Ruling{Order: order, Known: map[string]int64{}, Decision: state.Decision{Account: c.order.Account, Order: c.order.ID, At: now,
		Person: told.OneLine(c.answer.Person), Kind: c.answer.Kind, Value: told.OneLine(c.answer.Value), Number: c.order.ExternalID, Before: c.order}}
}

func (c *choice) refuse(key string, values ...any) (state.Ruling, wording.Message, error) {
	return state.Ruling{}, wording.Message{}, c.of.refuse(wording.NewMessage(key, values...), c.ways())
}

// forgotten refuses what needs the person of the order, who was forgotten.
func (c *choice) forgotten() error {
	o := c.order
	return c.of.refuse(wording.NewMessage("decision.forgotten", told.OneLine(o.ExternalID), o.ForgottenAt.Format(time.DateOnly)), wording.NewMessage("decision.forgotten.way"))
}

// ways are what can be done with the order as it is.
func (c *choice) ways() wording.Message { return state.Ways(c.order, c.open()) }

// open are the conflicts of files with the order that wait for a person.
func (c *choice) open() []state.FileLink { return state.ToDecide(c.links) }

// allTheSame adds to a decision to send the order that what files say against it is settled.
func (c *choice) allTheSame(r state.Ruling) state.Ruling {
	for _, l := range c.links {
		if l.CallsOff() {
			r.Links = append(r.Links, state.LinkChange{File: l.File.ID, Order: c.order.ID, To: c.order.ID, Relation: state.Skips, Hash: l.Hash})
			r.Decision.Files = append(r.Decision.Files, l.File.ID)
		}
	}
	return r
}

// closeLink lets a conflict be none. known says that the same content is none later, either.
func closeLink(r *state.Ruling, l state.FileLink, to int64, known bool) {
	relation := state.Duplicate
	if l.Code == state.CodeCancelled {
		relation = state.Skips
	}
	r.Links = append(r.Links, state.LinkChange{File: l.File.ID, Order: l.Order.ID, To: to, Relation: relation, Hash: l.Hash})
	r.Decision.Files = append(r.Decision.Files, l.File.ID)
	hash := l.Hash
	if l.WantsAgain() && to == l.Order.ID { // the content is known anyway: what is decided is that it stays so
		hash = state.RevivedHash(cmp.Or(l.Hash, l.Order.Hash))
	}
	if known && hash != "" && !slices.Contains(r.Decision.Hashes, hash) {
		r.Known[hash] = to
		r.Decision.Hashes = append(r.Decision.Hashes, hash)
	}
}

// theirs is the order that the supplier has under the number of ours.
func (c *choice) theirs(ctx context.Context) (supplier.Order, error) {
	under, err := c.of.underNumber(ctx, c.order, c.order.ExternalID)
	if err != nil && ctx.Err() != nil {
		return supplier.Order{}, ctx.Err()
	}
	for _, at := range under {
		if at.ID == c.order.RemoteID || c.order.RemoteID == "" && len(under) == 1 {
			return at, nil
		}
	}
	if c.order.RemoteID != "" {
		return supplier.Order{ID: c.order.RemoteID}, nil // as it said itself
	}
	number := told.OneLine(c.answer.Number)
	if err != nil {
		return supplier.Order{}, &declined{message: wording.NewMessage("decision.keep.unasked", number, told.Error(err)),
			way: wording.NewMessage("decision.keep.way", told.Typed(number)), language: c.of.Language(), cause: err}
	}
	return supplier.Order{}, c.of.refuse(wording.NewMessage("decision.keep.which", number, len(under)), wording.NewMessage("decision.keep.way", told.Typed(number)))
}

// latest is the newest conflict with another content.
func (c *choice) latest(open []state.FileLink) (state.FileLink, error) {
	at := slices.IndexFunc(open, func(l state.FileLink) bool { return l.Code != state.CodeCancelled })
	if at < 0 {
		_, _, err := c.refuse("decision.no_conflict", c.answer.Number, state.Word(c.order.Shown()))
		return state.FileLink{}, err
	}
	if len(open[at].Content) == 0 && !open[at].Differs { // the order's own
		open[at].Content, open[at].Hash = c.order.Content, c.order.Hash
	}
	if len(open[at].Content) == 0 { // of an older version of the program
		return state.FileLink{}, c.of.refuse(wording.NewMessage("decision.content_lost", c.answer.Number), wording.NewMessage("decision.content_lost.way", told.OneLine(open[at].File.Name)))
	}
	return open[at], nil
}
