package result

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Standing is what the journal knows of a file's orders, as far as the file's result and
// place depend on it. Of a long file the orders themselves are never all in memory.
type Standing struct {
	Digest  string // changes with what the result file shows
	Posted  bool   // no attempt is to come or on its way
	Decided bool   // nothing is left to do but to follow
	Final   bool   // nothing will change by itself
	Rows    *ShownRows
}

// ReadStanding reads the file's orders. Where report is not nil it tells of each row too.
func ReadStanding(ctx context.Context, d *desk.Desk, file int64, report *orderfile.Report) (Standing, error) {
	language := d.Config.Language
	if report != nil {
		language = report.Language
	}
	s := Standing{Posted: true, Decided: true, Final: true}
	if report != nil {
		s.Rows = newShownRows(d, report)
	}
	h := sha256.New()
	h.Write([]byte(d.Config.Language))
	for link, err := range d.Journal.Links(ctx, file) {
		if err != nil {
			return s, err
		}
		v := Show(link, language)
		// The digest is that of what is said, and not of the language: that of a file's
		// headings is only known where the file is read.
		fmt.Fprintf(h, "%q %q %t\n", link.Order.ExternalID, Show(link, wording.English), link.Relation == state.Past)
		if faults := link.ItemFaults(); len(faults) > 0 {
			fmt.Fprintf(h, "%v\n", faults)
		}
		if s.Rows != nil {
			s.Rows.set(link, v)
		}
		if link.Relation == state.Past {
			s.Final = s.Final && link.Order.Final() // once it is accepted the file shows it
		}
		if link.Settled() {
			s.Final = s.Final && !link.ClashOpen()
			continue
		}
		s.Final = s.Final && link.Order.State != state.Conflict // a person decides it
		s.Posted = s.Posted && link.Order.State != state.Ready && link.Order.State != state.Sending
		s.Decided = s.Decided && !link.Order.Undecided()
		s.Final = s.Final && link.Order.Final()
	}
	s.Digest = hex.EncodeToString(h.Sum(nil)[:16])
	return s, nil
}

// faultyRows are the rows of the items at fault with what they show; none where that is
// not known, or the order has one row only.
func faultyRows(l state.Link, v view) map[int]view {
	faults := l.ItemFaults()
	if len(l.Rows) < 2 || len(faults) == 0 {
		return nil
	}
	out := map[int]view{}
	for _, fault := range faults {
		if fault.Item == state.WholeOrder {
			continue
		}
		if fault.Item >= len(l.ItemRows) {
			return nil
		}
		row := l.ItemRows[fault.Item]
		if before, twice := out[row]; twice {
			fault.Code, fault.Message = before.Code, before.Message+"; "+fault.Message
		}
		v.Code, v.Message = fault.Code, fault.Message
		out[row] = v
	}
	if whole := l.WholeFault(); whole != "" {
		for row, at := range out {
			at.Message += "; " + whole
			out[row] = at
		}
	}
	return out
}

// ShownRows are the data rows of a file with what each shows.
type ShownRows struct {
	lines []orderfile.Line
	views []view   // of the lines that are linked to an order; the zero view of others
	again []bool   // of these: a later file brought the order again
	of    []string // of these: whose order it is, where there are several suppliers
	name  func(supplier string) string

	language wording.Language
}

func newShownRows(d *desk.Desk, report *orderfile.Report) *ShownRows {
	lines := report.Lines()
	s := &ShownRows{lines: lines, views: make([]view, len(lines)), again: make([]bool, len(lines)), language: report.Language}
	if d.Several() {
		s.of, s.name = make([]string, len(lines)), d.NameOf
	}
	return s
}

func (s *ShownRows) set(link state.Link, v view) {
	faulty := faultyRows(link, v)
	if len(faulty) > 0 {
		v.Message = wording.NewMessage("order_refused.because_of_row", slices.Min(slices.Collect(maps.Keys(faulty)))).In(s.language)
		if whole := link.WholeFault(); whole != "" {
			v.Message += "; " + whole
		}
	}
	for _, row := range link.Rows {
		i, found := s.find(row)
		if !found {
			continue
		}
		shown := v
		if own, at := faulty[row]; at {
			shown = own
		}
		s.put(i, shown, link.Relation == state.Past, link.Order.Supplier)
	}
}

// put is what a line shows of an order. A line whose items went to two suppliers shows both.
func (s *ShownRows) put(i int, v view, again bool, supplier string) {
	if s.of != nil {
		if v.Message != "" {
			v.Message = s.name(supplier) + ": " + v.Message
		}
		if s.views[i].Status != "" && s.of[i] != supplier {
			v, again = s.views[i].beside(v), again || s.again[i]
		}
		s.of[i] = supplier
	}
	s.views[i], s.again[i] = v, again
}

func (s *ShownRows) find(row int) (int, bool) {
	return slices.BinarySearchFunc(s.lines, row, func(l orderfile.Line, row int) int { return l.Row - row })
}

// view is what line i shows.
func (s *ShownRows) view(i int) view {
	switch line := &s.lines[i]; {
	case line.Refused && s.views[i].Status != state.RowAccepted && s.views[i].Status != state.RowHandedOver:
		return view{Status: state.RowRejected, Code: line.Code, Message: line.Message}
	case line.Skipped && s.views[i].Status == "":
		return view{Status: state.RowSkipped, Code: line.Code, Message: line.Message}
	case s.views[i].Status == "":
		return view{Status: state.RowRejected, Code: "not_recorded", Message: wording.NewMessage("not_recorded").In(s.language)}
	}
	return s.views[i]
}

// Unrecorded reports whether a row can be read, and yet no order of the file is linked to it:
// it was refused when the file came, and somebody has said since what its words mean.
func (s *ShownRows) Unrecorded(row int) bool {
	i, found := s.find(row)
	return found && !s.lines[i].Refused && !s.lines[i].Skipped && s.views[i].Status == ""
}

// Result is what the result file shows of a row.
func (s *ShownRows) Result(row int) (orderfile.Result, bool) {
	i, found := s.find(row)
	if !found {
		return orderfile.Result{}, false
	}
	return s.view(i).result(), true
}

// Counts counts the rows by what they show.
func (s *ShownRows) Counts() (c state.Counts) {
	for i := range s.lines {
		c.Add(s.view(i).Status)
	}
	return c
}
