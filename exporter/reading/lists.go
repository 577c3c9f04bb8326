package reading

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/lastlist"
	"github.com/dropbridge/dropbridge/exporter/union"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// lists are those of the suppliers that some feeds need, by name.
type lists map[string]*heldList

// heldList is what there is of one supplier: the list that was read now, and the last whole one.
type heldList struct {
	name    string
	path    string
	fresh   *lastlist.Writer // nil where it could not be read, and once it is in its place
	err     error            // why there is no fresh one
	last    *lastlist.List   // nil where there is none
	current *lastlist.List   // the fresh one, once it is in its place
	now     time.Time

	wanted   bool // a feed takes the fresh one
	standsIn bool // a feed takes the last one
}

// read reads the lists of all suppliers of the feeds, side by side.
func (s *Several) read(ctx context.Context, feeds []Feed, update func(done, total int64)) lists {
	out := lists{}
	var names []string
	for _, f := range feeds {
		for _, m := range f.Union.Members {
			if out[m.Name] == nil {
				one := s.supplier(m.Name)
				out[m.Name] = &heldList{name: m.Name, path: one.List, now: one.Products.Now()}
				names = append(names, m.Name)
			}
		}
	}
	sum := sumOf(len(names), update)
	var group errgroup.Group
	for i, name := range names {
		group.Go(func() error {
			defer s.reserve(name)()
			out[name].read(ctx, s.supplier(name).Products, sum(i))
			return nil
		})
	}
	_ = group.Wait() // each has its own error
	return out
}

// read reads the fresh list, and opens the last one. A last one that is damaged is none.
func (h *heldList) read(ctx context.Context, p *Products, update func(done, total int64)) {
	var err error
	if h.last, err = lastlist.Open(h.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		p.Logger.Warn("the last product list cannot stand in", "supplier", h.name, "error", err)
	}
	h.fresh, h.err = p.keep(ctx, h.path, update)
}

// pick is the list that a feed takes of one supplier.
type pick struct {
	*heldList
	why wording.Message // the last one, since this is so of the fresh one; zero: the fresh one
}

// judge decides for a feed which list of each of its suppliers it takes. Without one of them the
// report has the error that keeps the feed back.
func (l lists) judge(f *Feed, report *exporter.Report) (picks []pick) {
	for _, m := range f.Union.Members {
		h := l[m.Name]
		fell := h.fell(f)
		switch {
		case h.err == nil && (len(fell) == 0 || f.Accept):
			h.wanted = true
			picks = append(picks, pick{heldList: h})
		case h.mayStandIn(f):
			h.standsIn = true
			picks = append(picks, pick{h, h.whyNot(fell)})
		case h.err != nil:
			report.Err = errors.Join(report.Err, h.away(f))
		default:
			report.Guard = append(report.Guard, fell...)
		}
	}
	if report.Err == nil && len(report.Guard) > 0 {
		report.Err = &exporter.GuardError{Feed: f.Name, Findings: report.Guard, Accept: f.AcceptBy}
	}
	return picks
}

// whyNot is what keeps the fresh list back, in one line.
func (h *heldList) whyNot(fell []history.Finding) wording.Message {
	if h.err != nil {
		return wording.NewMessage("remark.list_remark.unread", oneline.Unbroken(h.err.Error()))
	}
	return wording.Message(fell[0].Message)
}

// fell says that the fresh list lost more than the feed's guard allows, or everything.
func (h *heldList) fell(f *Feed) []history.Finding {
	if h.err != nil {
		return nil
	}
	is := h.fresh.Facts().Products
	if is == 0 && !f.Guard.Off {
		return []history.Finding{history.NoProducts(h.name)}
	}
	if h.last == nil {
		return nil
	}
	found := f.Guard.Fell(h.last.Products, is)
	for i := range found {
		found[i] = found[i].In(h.name)
	}
	return found
}

// mayStandIn reports whether the last list may stand in for the fresh one.
func (h *heldList) mayStandIn(f *Feed) bool {
	return h.last != nil && f.Without.Last > 0 && h.now.Sub(h.last.Read) <= f.Without.Last
}

// away is that a supplier cannot be read, nor his last list stand in.
func (h *heldList) away(f *Feed) error {
	err := &AwayError{Feed: f.Name, Supplier: h.name, Err: h.err}
	switch {
	case f.Without.Last == 0:
		err.Mend = wording.NewMessage("away.without")
	case h.last == nil:
		err.Mend = wording.NewMessage("away.no_last", h.name)
	default:
		err.Mend = wording.NewMessage("away.too_old", h.name, h.last.Read.Format(wording.MinuteLayout), f.Without.Last)
	}
	return err
}

// settle puts the fresh lists that a feed takes into their places, and drops the others.
func (l lists) settle() {
	for _, h := range l {
		if h.fresh == nil {
			continue
		}
		if h.wanted {
			h.place()
		} else {
			h.fresh.Abort()
		}
		h.fresh = nil
	}
}

// place lets the fresh list take the place of the last one.
func (h *heldList) place() {
	if !h.standsIn && h.last != nil { // where files that are open cannot be replaced
		_ = h.last.Close() // it was only read
		h.last = nil
	}
	if h.err = h.fresh.Commit(); h.err == nil {
		h.current, h.err = lastlist.Open(h.path)
	}
}

// close ends the reading of all lists. It comes after everything that reads them.
func (l lists) close() {
	for _, h := range l {
		for _, one := range []*lastlist.List{h.last, h.current} {
			if one != nil {
				_ = one.Close() // it was only read
			}
		}
	}
}

// sources are the lists that were picked, once they are in their places.
func sources(picks []pick) (out []union.Source, err error) {
	for _, p := range picks {
		switch {
		case !p.why.IsZero():
			out = append(out, union.Source{List: p.last, Note: wording.NewMessage("remark.list_remark.last", p.name, p.last.Read.Format(wording.MinuteLayout), p.why).Keep()})
		case p.err != nil:
			return nil, failure.Errorf("look whether the disk is full", "keep the product list of %s: %w", p.name, p.err)
		default:
			out = append(out, union.Source{List: p.current})
		}
	}
	return out, nil
}

// sumOf adds up what is done of several lists that are read side by side.
func sumOf(n int, update func(done, total int64)) func(i int) func(done, total int64) {
	if update == nil {
		return func(int) func(done, total int64) { return nil }
	}
	var mu sync.Mutex
	dones, totals := make([]int64, n), make([]int64, n)
	return func(i int) func(done, total int64) {
		return func(done, total int64) {
			mu.Lock()
			defer mu.Unlock()
			dones[i], totals[i] = done, total
			var sum, all int64
			for k := range dones {
				sum, all = sum+dones[k], all+totals[k]
			}
			if slices.Contains(totals, 0) {
				all = 0
			}
			update(sum, all)
		}
	}
}

// AwayError is a feed that is not published, since the products of one of its suppliers cannot be
// read: half of a shop must not go to a marketplace.
type AwayError struct {
	Feed, Supplier string
	Err            error
	Mend           wording.Message // how the feed does without
}

func (e *AwayError) Error() string { return e.What().In(wording.English) }

// What is the error for people.
func (e *AwayError) What() wording.Message {
	return wording.NewMessage("away.what", e.Feed, e.Supplier, e.Err.Error())
}

// Say is the error and the mend in a language.
func (e *AwayError) Say(l wording.Language) (what, way string) { return e.What().In(l), e.Way().In(l) }

// Unwrap is why they cannot.
func (e *AwayError) Unwrap() error { return e.Err }

// Way is the mend for people: what mends the cause, and how the feed does without.
func (e *AwayError) Way() wording.Message {
	if failure.Hint(e.Err) != "" {
		return wording.List{wording.NewMessage("", fix{e.Err}), e.Mend}.Message()
	}
	return e.Mend
}

// fix is what would fix an error, in each language.
type fix struct{ of error }

// In is the hint in a language.
func (f fix) In(l wording.Language) string { return failure.HintIn(f.of, l) }

// Hint is the way out in English.
func (e *AwayError) Hint() string { return e.Way().In(wording.English) }

// Failure is that of what it wraps.
func (e *AwayError) Failure() failure.Kind { return failure.Unknown }
