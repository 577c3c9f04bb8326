package forget

import (
	"context"
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Ages are how long what is done with is kept; 0: for ever.
type Ages struct {
	Archive time.Duration // finished originals, and their private copies
	Results time.Duration // result files, and the rejected rows beside them
	Failed  time.Duration // files that could not be read, with their reasons
	People  time.Duration // who orders went to, since the last news of an order that is final
}

// IsZero reports whether everything is kept for ever.
func (a Ages) IsZero() bool { return a == Ages{} }

// Options say what is to go.
type Options struct {
	Ages   Ages
	Person *Person // nil: nobody in particular
	Apply  bool    // else nothing changes, and the report says what would
	By     string  // who wants it
	Deep   bool    // the database's files are scrubbed, see state.Journal.Scrub
}

// Report is what has gone, or would go, and what stays that was meant.
type Report struct {
	Applied bool   `json:"applied"`
	Orders  []Gone `json:"orders"` // whose persons are forgotten
	Files   []Gone `json:"files"`
	Kept    []Kept `json:"kept"`

	Ended *Begun `json:"ended,omitempty"` // the same, begun before and interrupted, which this one has ended
}

// Gone is an order or a file.
type Gone struct {
	Kind   string `json:"kind"` // order, or that of the file: one of the kinds
	Name   string `json:"name"` // the order's number, or the path
	Source string `json:"source,omitempty"`
	Bytes  int64  `json:"bytes,omitempty"`
}

// The kinds of what goes.
const (
	KindOrder   = "order"
	KindResult  = "result"
	KindArchive = "archive"
	KindFailed  = "failed"
	KindCopy    = "copy"   // the private copy of an order file
	KindReason  = "reason" // why a file could not be read, as the journal says it; Name is that of the file
	KindHalf    = "half"   // a file that is being written
	KindName    = "name"   // the name of a file, as the journal knows it
	KindPurge   = "purge"  // another purge, by who began it
)

// Kept is what was meant and stays.
type Kept struct {
	Gone
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

// purge is one run.
type purge struct {
	*desk.Desk
	Options
	now    time.Time
	report *Report
	meant  []state.Order  // whose persons are to be forgotten
	files  *records       // the journal's
	linked map[int64]bool // files that hold an order of the person
	going  []going        // the files that are to go
	mute   []state.File   // whose reasons are to be forgotten
}

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

// keep is Report.Keep.
func (p *purge) keep(what Gone, code string, values ...any) {
	p.report.Keep(p.Desk, what, code, values...)
}

// Keep names what stays, and why: purge.kept_CODE says it, and purge.kept_CODE.way what to do.
func (r *Report) Keep(d *desk.Desk, what Gone, code string, values ...any) {
	r.Kept = append(r.Kept, Kept{Gone: what, Code: code, Message: wording.NewMessage("purge.kept_"+code, values...).In(d.Language()),
		Hint: wording.NewMessage("purge.kept_"+code+".way", values[:1]...).In(d.Language())})
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
