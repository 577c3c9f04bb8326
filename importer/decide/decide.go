package decide

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Decide takes a person's decision about an order and keeps it. What it makes ready is
// posted by Run or Resume. note, which may be zero, is what the person should know beside.
func (d *Decisions) Decide(ctx context.Context, a Answer) (note wording.Message, err error) {
	ruling, note, err := d.keep(ctx, a)
	if err != nil {
		return note, err
	}
	return note, d.after(ctx, ruling)
}

// keep makes a decision durable.
func (d *Decisions) keep(ctx context.Context, a Answer) (ruling state.Ruling, note wording.Message, err error) {
	const tries = 3 // a running importer may learn something of the order just now
	for range tries {
		if ruling, note, err = d.rule(ctx, a); err != nil {
			return ruling, note, err
		}
		ruling.Action = ruling.Decision.Acted(a.Kind, ruling.Order.Source, cmp.Or(a.Origin, state.OriginCommand))
		if ruling, err = d.Journal.Decide(ctx, ruling); err == nil {
			return ruling, note, nil
		}
		if !errors.Is(err, state.ErrStale) {
			return ruling, note, fmt.Errorf("note the decision about order %s: %w", told.OneLine(a.Number), err)
		}
	}
	return ruling, note, d.refuse(wording.NewMessage("decision.stale", a.Number), wording.NewMessage("decision.stale.way", told.Typed(a.Number)))
}

// rule finds out what a decision changes.
func (d *Decisions) rule(ctx context.Context, a Answer) (state.Ruling, wording.Message, error) {
	order, err := d.OrderOf(ctx, a)
	if err != nil {
		return state.Ruling{}, wording.Message{}, err
	}
	links, err := d.Journal.OrderLinks(ctx, order.ID)
	if err != nil {
		return state.Ruling{}, wording.Message{}, fmt.Errorf("read the files of order %s: %w", told.OneLine(a.Number), err)
	}
	return (&choice{of: d, answer: a, order: order, links: links}).rule(ctx)
}

// Resolve takes a person's answer about an order whose outcome is unknown: orderID is
// what it has become at the supplier, "" says that it does not exist there, so that it
// is posted again.
func (d *Decisions) Resolve(ctx context.Context, source, externalID, orderID string) error {
	a := Answer{Source: source, Number: externalID, Kind: state.DecidedNotPosted}
	if orderID != "" {
		a.Kind, a.Value = state.DecidedPosted, orderID
	}
	_, err := d.Decide(ctx, a)
	return err
}

// Retry posts an order again that the supplier refused, as it is, and one that waits now.
func (d *Decisions) Retry(ctx context.Context, source, externalID string) error {
	_, err := d.Decide(ctx, Answer{Source: source, Number: externalID, Kind: state.DecidedRetry})
	return err
}
