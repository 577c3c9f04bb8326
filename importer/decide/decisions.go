package decide

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Answer is what a person decides about an order.
type Answer struct {
	Supplier string // his name; "": whoever has the number alone
	Source   string // "": whichever has the number alone; InboxItself: none
	Number   string // the order's external id
	Kind     state.DecisionKind
	Value    string // the supplier's id for DecidedPosted, the number for DecidedAs
	Force    bool   // whatever the supplier says, or does not
	Person   string // who decides
	Origin   string // from where, see state.Action; "": by a command
}

// Decisions takes a person's answers about orders.
type Decisions struct {
	*desk.Desk
	written func(state.Order) ([]byte, error)                   // an order's body as it is to be, nil: as it is
	after   func(ctx context.Context, of ...state.Ruling) error // lets everybody know of what was decided
}

// NewDecisions asks written for the body of an order that has none, and calls after once a
// decision is durable.
func NewDecisions(d *desk.Desk, written func(state.Order) ([]byte, error), after func(context.Context, ...state.Ruling) error) *Decisions {
	return &Decisions{Desk: d, written: written, after: after}
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

// Failure is that of what it wraps.
func (r *declined) Failure() failure.Kind { return failure.Unknown }

func (r *declined) Unwrap() error { return r.cause }

func (d *Decisions) refuse(message, way wording.Message) error {
	return &declined{message: message, way: way, language: d.Language()}
}

// OrderOf is the order that an answer is about. One that is sent under another number since is
// found under its old one too.
func (d *Decisions) OrderOf(ctx context.Context, a Answer) (state.Order, error) {
	q := state.OrderQuery{Account: d.Config.Account, Number: a.Number}
	switch a.Source {
	case "":
	case state.InboxItself:
		q.Sources = []string{""}
	default:
		q.Sources = []string{a.Source}
	}
	if a.Supplier != "" {
		id, known := d.IDOf(a.Supplier)
		if !known {
			return state.Order{}, d.refuse(wording.NewMessage("supplier_not_known", told.OneLine(a.Supplier)), wording.NewMessage("supplier_not_known.way", d.Names()))
		}
		q.Suppliers = []string{id}
	}
	orders, err := d.Journal.Orders(ctx, q)
	if err == nil && len(orders) == 0 {
		q.Number, q.Alias = "", a.Number
		orders, err = d.Journal.Orders(ctx, q)
	}
	switch {
	case err != nil:
		return state.Order{}, fmt.Errorf("find order %s: %w", told.OneLine(a.Number), err)
	case len(orders) == 0:
		return state.Order{}, d.unknown(a)
	case len(orders) > 1:
		return state.Order{}, d.ambiguous(a, orders)
	}
	return orders[0], nil
}

// unknown is that nobody has heard of an order, or of the source that is said to have brought it.
func (d *Decisions) unknown(a Answer) error {
	if _, known := d.Config.Sources[a.Source]; !known && a.Source != "" && a.Source != state.InboxItself {
		sources := slices.Sorted(maps.Keys(d.Config.Sources))
		return refusal.New(failure.Usage, wording.NewMessage("trouble.no_source", told.OneLine(a.Source)), refusal.Choice("", sources))
	}
	return d.refuse(wording.NewMessage("order_not_known", told.OneLine(a.Number)), wording.NewMessage("order_not_known.way"))
}

// ambiguous asks which of several orders with one number is meant: of which source, or of which
// supplier.
func (d *Decisions) ambiguous(a Answer, orders []state.Order) error {
	var sources, suppliers []string
	for _, order := range orders {
		sources, suppliers = append(sources, cmp.Or(order.Source, state.InboxItself)), append(suppliers, d.NameOf(order.Supplier))
	}
	if len(slices.Compact(slices.Sorted(slices.Values(sources)))) == 1 {
		return d.refuse(wording.NewMessage("order_of_suppliers", told.OneLine(a.Number), strings.Join(suppliers, ", ")),
			wording.NewMessage("order_of_suppliers.way", suppliers[0]))
	}
	return d.refuse(wording.NewMessage("order_of_several", told.OneLine(a.Number), strings.Join(sources, ", ")),
		wording.NewMessage("order_of_several.way", sources[0]))
}

// atSupplier is what the supplier has under an id: looked for under the order's number
// first, then among what was created since the order came.
func (d *Decisions) atSupplier(ctx context.Context, order state.Order, id string) (at supplier.Order, found bool, err error) {
	of := d.Of(order.Supplier)
	if of.Supplier == nil {
		return at, false, errors.New("no supplier is connected")
	}
	since := order.CreatedAt
	if !order.SentAt.IsZero() && order.SentAt.Before(since) {
		since = order.SentAt
	}
	const margin = 24 * time.Hour // clocks differ
	for _, q := range []supplier.OrderQuery{{ExternalIDs: []string{order.ExternalID}, CreatedFrom: since.Add(-desk.FoundSince)}, {CreatedFrom: since.Add(-margin)}} {
		for at, err := range of.Supplier.Orders(ctx, q) {
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
func (d *Decisions) underNumber(ctx context.Context, order state.Order, number string) ([]supplier.Order, error) {
	of := d.Of(order.Supplier)
	if of.Supplier == nil {
		return nil, errors.New("no supplier is connected")
	}
	order.ExternalID = number
	found, err := of.Found(ctx, []state.Order{order})
	return found[number], err
}
