package importer

import (
	"context"
	"errors"
	"fmt"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// errNotUnknown is an order about which there is nothing to decide.
var errNotUnknown = errors.New("its outcome is not unknown")

// Resolve takes a person's answer about an order whose outcome is unknown: orderID is
// what it has become at the supplier, "" says that it does not exist there, so that it
// is posted again.
func (im *Importer) Resolve(ctx context.Context, source, externalID, orderID string) error {
	order, err := im.find(ctx, source, externalID)
	if err == nil && order.State != Unknown {
		err = fmt.Errorf("%w: it is %s", errNotUnknown, order.State)
	}
	if err != nil {
		return fmt.Errorf("resolve order %s: %w", oneLine(externalID), err)
	}
	answer := outcome{State: Ready, Code: "posted_again", Message: wording.NewMessage("posted_again.person")}
	order.Doubtful = false
	if orderID != "" {
		answer = outcome{State: Accepted, Order: im.named(ctx, externalID, orderID)}
	}
	return im.decide(ctx, order, answer)
}

// Retry posts an order again that the supplier refused, as it is.
func (im *Importer) Retry(ctx context.Context, source, externalID string) error {
	order, err := im.find(ctx, source, externalID)
	if err == nil && order.State != Rejected {
		err = fmt.Errorf("only refused orders are tried again: it is %s", order.State)
	}
	if err == nil && len(order.Body) == 0 {
		if body, failed := im.written(order); failed != nil || body == nil {
			err = errors.New("it was never sent, as the supplier's mapping cannot express it")
		}
	}
	if err != nil {
		return fmt.Errorf("retry order %s: %w", oneLine(externalID), err)
	}
	return im.decide(ctx, order, outcome{State: Ready, Code: "retried", Message: wording.NewMessage("retried")})
}

// named is the order with all that the supplier tells of it now; where it does not,
// the person's word has to do.
func (im *Importer) named(ctx context.Context, externalID, orderID string) supplier.Order {
	for order, err := range im.supplier.Orders(ctx, supplier.OrderQuery{ExternalIDs: []string{externalID}}) {
		if err != nil {
			break
		}
		if order.ID == orderID {
			return order
		}
	}
	return supplier.Order{ID: orderID, ExternalID: externalID}
}

func (im *Importer) find(ctx context.Context, source, externalID string) (Order, error) {
	key := OrderKey{Account: im.config.Account, Source: source, ExternalID: externalID}
	orders, err := im.journal.Orders(ctx, OrderQuery{Key: &key})
	if err == nil && len(orders) == 0 {
		err = errors.New("the journal does not know it")
	}
	if err != nil {
		return Order{}, err
	}
	return orders[0], nil
}

func (im *Importer) decide(ctx context.Context, order Order, answer outcome) error {
	if _, err := im.journal.Swap(ctx, order.settle(answer, im.config.Now())); err != nil {
		return fmt.Errorf("note the decision about order %s: %w", order.ExternalID, err)
	}
	im.changed(order.ID)
	wake(im.wakePost)
	return nil
}
