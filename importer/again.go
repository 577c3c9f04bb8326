package importer

import (
	"context"

	"github.com/dropbridge/dropbridge/importer/decide"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Settle takes a person's decision while Run goes on. One that posts needs orders that may
// be posted, and a journal that knows all that was.
func (im *Importer) Settle(ctx context.Context, a decide.Answer) (note wording.Message, err error) {
	if a.Kind.Sends() {
		if err := im.mayPost(ctx, a); err != nil {
			return note, err
		}
		if err := im.Trusted(ctx); err != nil {
			return note, err
		}
	}
	return im.Decide(ctx, a)
}

// mayPost is nil where orders may be posted to the supplier of the order that an answer is about.
func (im *Importer) mayPost(ctx context.Context, a decide.Answer) error {
	if !im.Several() {
		return im.Config.Allowed()
	}
	order, err := im.OrderOf(ctx, a)
	if err != nil {
		return err
	}
	return im.Of(order.Supplier).Config.Allowed()
}
