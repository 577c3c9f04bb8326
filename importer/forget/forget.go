package forget

import (
	"context"
	"fmt"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
)

// forgottenAtOnce is how many orders are forgotten in one transaction.
const forgottenAtOnce = 200

// Run lets go what the options mean. Run again after it was interrupted, it ends the same.
func Run(ctx context.Context, d *desk.Desk, o Options) (Report, error) {
	report := Report{Applied: o.Apply, Orders: []Gone{}, Files: []Gone{}, Kept: []Kept{}}
	p := &purge{Desk: d, Options: o, now: d.Config.Now(), report: &report, linked: map[int64]bool{}}
	for _, step := range []func(context.Context) error{p.readFiles, p.tidy, p.findOrders, p.findFiles, p.findNames, p.begin, p.letFilesGo, p.forgetReasons, p.forget, p.end} {
		if err := step(ctx); err != nil {
			return report, err
		}
	}
	return report, nil
}

// findOrders finds the orders whose persons are to be forgotten.
func (p *purge) findOrders(ctx context.Context) error {
	if p.Person == nil && p.Ages.People == 0 {
		return nil
	}
	q := state.OrderQuery{Account: p.Config.Account, Remembered: true}
	if p.Person == nil {
		q.Unchanged = p.now.Add(-p.Ages.People)
	}
	said, err := p.saidOf(ctx)
	if err != nil {
		return err
	}
	for o, err := range p.Journal.EachOrder(ctx, q) {
		if err != nil {
			return fmt.Errorf("read the orders: %w", err)
		}
		old := p.Ages.People > 0 && o.ChangedAt.Before(p.now.Add(-p.Ages.People))
		if p.Person != nil && (p.Person.In(string(o.Content)) || said[o.ID]) {
			old = true
		}
		if old {
			p.mean(o)
		}
	}
	return p.linkFiles(ctx)
}

// mean has an order forgotten, or says why it is not.
func (p *purge) mean(o state.Order) {
	what := Gone{Kind: KindOrder, Name: told.OneLine(o.ExternalID), Source: o.Source}
	number := told.Typed(o.ExternalID)
	switch {
	case o.State == state.Conflict:
		p.keep(what, "undecided", number)
	case !o.Final():
		p.keep(what, "not_final", number, state.Word(o.Shown()))
	default:
		o.Content, o.Body = nil, nil
		p.meant = append(p.meant, o)
		p.report.Orders = append(p.report.Orders, what)
	}
}

// saidOf are the orders of which some file says something else that names the person.
func (p *purge) saidOf(ctx context.Context) (map[int64]bool, error) {
	out := map[int64]bool{}
	if p.Person == nil {
		return out, nil
	}
	differing := state.OrderQuery{Account: p.Config.Account, Linked: []state.Relation{state.Clash, state.Past, state.Duplicate}, Remembered: true}
	var ids []int64
	for o, err := range p.Journal.EachOrder(ctx, differing) {
		if err != nil {
			return nil, fmt.Errorf("read the orders: %w", err)
		}
		ids = append(ids, o.ID)
	}
	return out, p.eachLink(ctx, ids, func(l state.FileLink) {
		if p.Person.In(string(l.Content)) {
			out[l.Order.ID] = true
		}
	})
}

// eachLink gives what files hold of orders.
func (p *purge) eachLink(ctx context.Context, ids []int64, do func(state.FileLink)) error {
	for len(ids) > 0 {
		some := ids[:min(len(ids), forgottenAtOnce)]
		ids = ids[len(some):]
		links, err := p.Journal.OrderLinks(ctx, some...)
		if err != nil {
			return fmt.Errorf("read the files of orders: %w", err)
		}
		for _, l := range links {
			do(l)
		}
	}
	return nil
}

// linkFiles finds the files that hold orders of the person.
func (p *purge) linkFiles(ctx context.Context) error {
	if p.Person == nil {
		return nil
	}
	var ids []int64
	for _, o := range p.meant {
		ids = append(ids, o.ID)
	}
	return p.eachLink(ctx, ids, func(l state.FileLink) { p.linked[l.File.ID] = true })
}

// forget takes the persons out of the journal.
func (p *purge) forget(ctx context.Context) error {
	if !p.Apply {
		return nil
	}
	kept := p.report.Orders
	for meant := p.meant; len(meant) > 0; {
		some := meant[:min(len(meant), forgottenAtOnce)]
		meant = meant[len(some):]
		n, err := p.Journal.Forget(ctx, some, p.now)
		if err != nil {
			return err
		}
		if n < len(some) {
			if kept, err = p.leftOver(ctx, kept, some); err != nil {
				return err
			}
		}
	}
	p.report.Orders = kept
	if p.Deep {
		return p.Journal.Scrub(ctx)
	}
	return nil
}

// leftOver takes those of some orders out of a list that have changed meanwhile or wait for a
// decision, and says so.
func (p *purge) leftOver(ctx context.Context, list []Gone, some []state.Order) ([]Gone, error) {
	var ids []int64
	for _, o := range some {
		ids = append(ids, o.ID)
	}
	still, err := p.Journal.Orders(ctx, state.OrderQuery{IDs: ids, Remembered: true, Bare: true})
	if err != nil {
		return nil, fmt.Errorf("read the orders: %w", err)
	}
	left := map[Gone]bool{}
	for _, o := range still {
		what := Gone{Kind: KindOrder, Name: told.OneLine(o.ExternalID), Source: o.Source}
		left[what] = true
		p.keep(what, "undecided", told.Typed(o.ExternalID))
	}
	out := []Gone{}
	for _, one := range list {
		if !left[one] {
			out = append(out, one)
		}
	}
	return out, nil
}
