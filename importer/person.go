package importer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Answer is what a person decides about an order.
type Answer struct {
	Source string // "": whichever has the number alone; InboxItself: none
	Number string // the order's external id
	Kind   state.DecisionKind
	Value  string // the supplier's id for DecidedPosted, the number for DecidedAs
	Force  bool   // whatever the supplier says, or does not
	Person string // who decides
}

// declined is a decision that cannot be taken, with what can be done instead.
type declined struct {
	message, way wording.Message
	language     wording.Language
	cause        error
}

func (r *declined) Error() string { return r.message.In(r.language) }

// Hint is the way out.
func (r *declined) Hint() string { return r.way.In(r.language) }

func (r *declined) Unwrap() error { return r.cause }

func (im *Importer) refuse(message, way wording.Message) error {
	return &declined{message: message, way: way, language: im.Language()}
}

// Decide takes a person's decision about an order and keeps it. What it makes ready is
// posted by Run or Resume. note, which may be zero, is what the person should know beside.
func (im *Importer) Decide(ctx context.Context, a Answer) (note wording.Message, err error) {
	const tries = 3 // a running importer may learn something of the order just now
	for range tries {
		var ruling state.Ruling
		if ruling, note, err = im.rule(ctx, a); err != nil {
			return note, err
		}
		if ruling, err = im.Journal.Decide(ctx, ruling); err == nil {
			return note, im.decided(ctx, ruling)
		}
		if !errors.Is(err, state.ErrStale) {
			return note, fmt.Errorf("note the decision about order %s: %w", told.OneLine(a.Number), err)
		}
	}
	return note, im.refuse(wording.NewMessage("decision.stale", a.Number), wording.NewMessage("decision.stale.way", told.Typed(a.Number)))
}

// rule finds out what a decision changes.
func (im *Importer) rule(ctx context.Context, a Answer) (state.Ruling, wording.Message, error) {
	order, err := im.find(ctx, a.Source, a.Number)
	if err != nil {
		return state.Ruling{}, wording.Message{}, err
	}
	links, err := im.Journal.OrderLinks(ctx, order.ID)
	if err != nil {
		return state.Ruling{}, wording.Message{}, fmt.Errorf("read the files of order %s: %w", told.OneLine(a.Number), err)
	}
	return (&choice{im: im, answer: a, order: order, links: links}).rule(ctx)
}

// decided lets the results and whoever posts know of a decision.
func (im *Importer) decided(ctx context.Context, r state.Ruling) error {
	if r.Decision.Kind == state.DecidedRetry {
		im.gate.open()
		if err := im.Journal.SetNote(ctx, im.Config.Account, noteRetry, im.Config.Now().UTC().Format(time.RFC3339Nano)); err != nil {
			return fmt.Errorf("note that order %s is to be tried now: %w", told.OneLine(r.Order.ExternalID), err)
		}
	}
	im.KeepDecisions(ctx)
	ids := []int64{r.Order.ID}
	if r.Made != nil {
		ids = append(ids, r.Made.ID)
	}
	for _, id := range ids {
		im.changed(id)
	}
	desk.Wake(im.wakePost)
	files, err := im.Journal.Files(ctx, state.FileQuery{Account: im.Config.Account, Orders: ids})
	if err != nil {
		return fmt.Errorf("list the files of order %s: %w", told.OneLine(r.Order.ExternalID), err)
	}
	return im.show(ctx, files)
}

// Resolve takes a person's answer about an order whose outcome is unknown: orderID is
// what it has become at the supplier, "" says that it does not exist there, so that it
// is posted again.
func (im *Importer) Resolve(ctx context.Context, source, externalID, orderID string) error {
	a := Answer{Source: source, Number: externalID, Kind: state.DecidedNotPosted}
	if orderID != "" {
		a.Kind, a.Value = state.DecidedPosted, orderID
	}
	_, err := im.Decide(ctx, a)
	return err
}

// Retry posts an order again that the supplier refused, as it is, and one that waits now.
func (im *Importer) Retry(ctx context.Context, source, externalID string) error {
	_, err := im.Decide(ctx, Answer{Source: source, Number: externalID, Kind: state.DecidedRetry})
	return err
}

// find is the order under a number. One that is sent under another number since is found
// under its old one too.
func (im *Importer) find(ctx context.Context, source, number string) (state.Order, error) {
	q := state.OrderQuery{Account: im.Config.Account, Number: number}
	switch source {
	case "":
	case state.InboxItself:
		q.Sources = []string{""}
	default:
		q.Sources = []string{source}
	}
	orders, err := im.Journal.Orders(ctx, q)
	if err == nil && len(orders) == 0 {
		q.Number, q.Alias = "", number
		orders, err = im.Journal.Orders(ctx, q)
	}
	switch {
	case err != nil:
		return state.Order{}, fmt.Errorf("find order %s: %w", told.OneLine(number), err)
	case len(orders) == 0:
		return state.Order{}, im.refuse(wording.NewMessage("order_not_known", told.OneLine(number)), wording.NewMessage("order_not_known.way"))
	case len(orders) > 1:
		var sources []string
		for _, order := range orders {
			sources = append(sources, cmp.Or(order.Source, state.InboxItself))
		}
		return state.Order{}, im.refuse(wording.NewMessage("order_of_several", told.OneLine(number), strings.Join(sources, ", ")),
			wording.NewMessage("order_of_several.way", sources[0]))
	}
	return orders[0], nil
}

// atSupplier is what the supplier has under an id: looked for under the order's number
// first, then among what was created since the order came.
func (im *Importer) atSupplier(ctx context.Context, order state.Order, id string) (at supplier.Order, found bool, err error) {
	if im.Supplier == nil {
		return at, false, errors.New("no supplier is connected")
	}
	since := order.CreatedAt
	if !order.SentAt.IsZero() && order.SentAt.Before(since) {
		since = order.SentAt
	}
	const margin = 24 * time.Hour // clocks differ
	for _, q := range []supplier.OrderQuery{{ExternalIDs: []string{order.ExternalID}, CreatedFrom: since.Add(-desk.FoundSince)}, {CreatedFrom: since.Add(-margin)}} {
		for at, err := range im.Supplier.Orders(ctx, q) {
			if err != nil {
				return at, false, err
			}
			if at.ID == id {
				return at, true, nil
			}
		}
	}
	return at, false, nil
}

// underNumber is what the supplier has under a number, the oldest first.
func (im *Importer) underNumber(ctx context.Context, order state.Order, number string) ([]supplier.Order, error) {
	if im.Supplier == nil {
		return nil, errors.New("no supplier is connected")
	}
	order.ExternalID = number
	found, err := im.Found(ctx, []state.Order{order})
	return found[number], err
}
