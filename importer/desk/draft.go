package desk

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Encode is the body of an order, where a supplier is connected.
func (d *Desk) Encode(order supplier.NewOrder) ([]byte, error) {
	if d.Supplier == nil {
		return nil, errors.New("no supplier is connected")
	}
	return d.Supplier.EncodeOrder(order)
}

// Numbered is an order under another number, ready to be sent.
func (d *Desk) Numbered(order state.Order, number string) (state.Order, error) {
	now := d.Config.Now()
	sent, err := order.Sent()
	if err != nil {
		return order, fmt.Errorf("read order %s: %w", told.OneLine(order.ExternalID), err)
	}
	sent.ExternalID, order.ExternalID = number, number
	if order.Content, err = json.Marshal(sent); err != nil {
		return order, fmt.Errorf("write order %s: %w", told.OneLine(number), err)
	}
	hash := sha256.Sum256(order.Content)
	order.Hash = hex.EncodeToString(hash[:])
	if order.Body, err = d.Of(order.Supplier).Encode(sent); err != nil {
		return order, fmt.Errorf("write order %s: %w", told.OneLine(number), err)
	}
	if order.CreatedAt.IsZero() {
		order.CreatedAt = now
	} else {
		order.Round++
	}
	order.Doubtful, order.SentAt = false, time.Time{}
	order = order.Settle(state.Outcome{State: state.Ready}, now)
	order.Key = state.IdempotencyKey(order)
	return order, nil
}

// Draft is an order of a file as it would be posted. One that the mapping cannot express
// is refused here, and not left out.
func (d *Desk) Draft(read orderfile.Order, source string, now time.Time) (state.Draft, error) {
	id, known := d.IDOf(read.Supplier)
	if !known {
		return state.Draft{}, fmt.Errorf("order %s: nobody is the supplier %q", told.OneLine(read.ExternalID), read.Supplier)
	}
	order := state.Order{OrderKey: state.OrderKey{Account: d.Config.Account, Source: source, Supplier: id, ExternalID: read.ExternalID},
		State: state.Ready, CreatedAt: now, ChangedAt: now}
	content, err := json.Marshal(read.NewOrder)
	if err != nil {
		return state.Draft{Order: order}, fmt.Errorf("write the order as JSON: %w", err)
	}
	hash := sha256.Sum256(content)
	order.Hash, order.Content = hex.EncodeToString(hash[:]), content
	order.Key = state.IdempotencyKey(order)
	if order.Body, err = d.Of(id).Encode(read.NewOrder); err != nil {
		order.State, order.Code, order.Message = state.Rejected, "not_expressible", wording.Literal(told.OneLine(err.Error()))
	}
	return state.Draft{Order: order, Rows: slices.Clone(read.Rows), ItemRows: slices.Clone(read.ItemRows), Stated: read.State != ""}, nil
}

// Skips are the orders that the file itself does not want sent, one for each supplier who may
// have it: what the journal holds under its number is shown beside it.
func (d *Desk) Skips(read []orderfile.Skipped, source string, now time.Time) (drafts []state.Draft) {
	for _, skipped := range read {
		for _, id := range d.IDs() {
			out := state.Draft{Rows: slices.Clone(skipped.Rows), Skipped: true, Cancelled: skipped.Cancelled}
			out.OrderKey = state.OrderKey{Account: d.Config.Account, Source: source, Supplier: id, ExternalID: skipped.ExternalID}
			out.Hash, out.ChangedAt = state.HashCancelled, now
			if !skipped.Cancelled {
				out.Hash = state.HashSkipped
			}
			drafts = append(drafts, out)
		}
	}
	return drafts
}
