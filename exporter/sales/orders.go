package sales

import (
	"context"
	"fmt"
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// eachOrder reads the orders of the period, and sums them up and checks them on the way.
func (j *job) eachOrder(ctx context.Context, take func(*orderRow) error) error {
	parcels, err := j.readParcels(ctx)
	if err != nil {
		return err
	}
	// The service counts the end in; its own precision decides whether it is met.
	for order, err := range j.source.Orders(ctx, supplier.OrderQuery{CreatedFrom: j.From, CreatedTo: j.To}) {
		if err != nil {
			return unread(err)
		}
		if order.CreatedAt.IsZero() {
			if err := j.undated(Difference{OrderID: order.ID, ExternalID: order.ExternalID, said: wording.NewMessage("sales.wrong.order_undated", strings.Clone(order.ID))}); err != nil {
				return err
			}
			continue
		}
		if !j.contains(order.CreatedAt) {
			continue
		}
		if err := j.order(&order, parcels.of(&order), take); err != nil {
			return fmt.Errorf("order %s: %w", order.ID, err)
		}
	}
	if err := j.finishHistory(); err != nil {
		return err
	}
	return j.audit.close()
}

func (j *job) order(order *supplier.Order, parcels []parcel, take func(*orderRow) error) error {
	row, err := j.orderRow(order, parcels)
	if err != nil {
		return err
	}
	j.counts.tally(&row.figures)
	sum := j.in(order.Currency)
	if err := sum.totals.add(&row.figures); err != nil {
		return err
	}
	part := &sum.stands
	if j.isVoid(order.Status) {
		part = &sum.void
	}
	if err := part.add(&row.figures); err != nil {
		return err
	}
	if err := j.audit.passed(checkDates, trait{}); err != nil {
		return err
	}
	j.items += int64(len(order.Items))
	j.report.Shipments += int64(len(parcels))
	if err := j.checkOrder(row, parcels); err != nil {
		return err
	}
	if err := j.noteOrder(row); err != nil {
		return err
	}
	j.Progress(j.counts.count, 0)
	return take(row)
}
