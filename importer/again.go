package importer

import (
	"context"

	"github.com/dropbridge/dropbridge/importer/decide"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/told"
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

// SupplierAnswers has everything tried now that waits for a supplier, by his name, who has just
// answered; "" is the one of a shop that has but one. What he refuses all the same is a problem
// once more.
func (im *Importer) SupplierAnswers(name string) {
	for _, p := range im.postings {
		if p.Name == name {
			p.TryNow()
			p.Problems.Set(im.Config.Now(), told.ProblemSupplier, nil)
		}
	}
	desk.Wake(im.wakePost)
	desk.Wake(im.wakeFollow)
}

// CheckInbox looks whether an importer with another journal watches the inbox, which is an error
// with the way out. Where none does the inbox is scanned now.
func (im *Importer) CheckInbox(ctx context.Context) error {
	var h hold
	err := h.take(ctx, im)
	h.drop()
	im.Problems.Set(im.Config.Now(), told.ProblemLock, err)
	if err == nil {
		desk.Wake(im.wakeScan)
	}
	return err
}
