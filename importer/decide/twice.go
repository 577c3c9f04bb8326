package decide

import (
	"context"
	"fmt"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// checkNotTwice refuses to send under another number what is at the supplier for the same
// person already: in the order itself, or in one that an earlier decision had sent of it.
func (c *choice) checkNotTwice(ctx context.Context, latest state.FileLink) error {
	if c.answer.Force {
		return nil
	}
	if latest.Revision().Kind != state.NoRevision {
		return c.of.refuse(wording.NewMessage("decision.as.grown", c.answer.Number, told.OneLine(c.answer.Value)), c.ways())
	}
	decisions, err := c.of.Journal.Decisions(ctx, c.order.ID)
	if err != nil {
		return fmt.Errorf("read what was decided about order %s: %w", told.OneLine(c.answer.Number), err)
	}
	for _, d := range decisions {
		if d.Made == 0 || !d.UndoneAt.IsZero() {
			continue
		}
		made, err := c.of.orderByID(ctx, d.Made)
		if err != nil {
			return err
		}
		if sent := (state.FileLink{Link: state.Link{Order: made}, Content: latest.Content}); made.ID != c.order.ID && sent.Revision().Kind != state.NoRevision {
			return c.of.refuse(wording.NewMessage("decision.as.made", c.answer.Number, told.OneLine(made.ExternalID), told.OneLine(c.answer.Value)),
				wording.NewMessage("way.corrected", told.Typed(c.answer.Number)))
		}
	}
	return nil
}

// checkTheirs is checkNotTwice for an order that the supplier has under its number with
// another content, which it is asked for.
func (c *choice) checkTheirs(ctx context.Context) error {
	if c.answer.Force {
		return nil
	}
	at, err := c.theirs(ctx)
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil || c.order.RevisionAt(at).Kind == state.NoRevision {
		return nil // another one, or nobody knows which
	}
	return c.of.refuse(wording.NewMessage("decision.as.grown", c.answer.Number, told.OneLine(c.answer.Value)), wording.NewMessage("way.corrected", told.Typed(c.answer.Number)))
}
