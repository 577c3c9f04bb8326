package importer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// standing is what the journal knows of a file's orders, as far as the file's result and
// place depend on it. Of a long file the orders themselves are never all in memory.
type standing struct {
	digest  string // changes with what the result file shows
	posted  bool   // no attempt is to come or on its way
	decided bool   // nothing is left to do but to follow
	final   bool   // nothing will change by itself
	rows    *shownRows
}

// standing reads the file's orders. Where report is not nil it tells of each row too.
func (im *Importer) standing(ctx context.Context, file int64, report *orderfile.Report) (standing, error) {
	language := im.config.Language
	if report != nil {
		language = report.Language
	}
	s := standing{posted: true, decided: true, final: true}
	if report != nil {
		s.rows = newShownRows(report)
	}
	h := sha256.New()
	h.Write([]byte(im.config.Language))
	for link, err := range im.journal.Links(ctx, file) {
		if err != nil {
			return s, err
		}
		v := show(link, language)
		// The digest is that of what is said, and not of the language: that of a file's
		// headings is only known where the file is read.
		fmt.Fprintf(h, "%q %q %t\n", link.Order.ExternalID, show(link, wording.English), link.Relation == Past)
		if faults := link.faults(); len(faults) > 0 {
			fmt.Fprintf(h, "%v\n", faults)
		}
		if s.rows != nil {
			s.rows.set(link, v)
		}
		if link.Relation == Past {
			s.final = s.final && link.Order.Final() // once it is accepted the file shows it
		}
		if link.settled() {
			s.final = s.final && !link.clashOpen()
			continue
		}
		s.final = s.final && link.Order.State != Conflict // a person decides it
		s.posted = s.posted && link.Order.State != Ready && link.Order.State != Sending
		s.decided = s.decided && !link.Order.undecided()
		s.final = s.final && link.Order.Final()
	}
	s.digest = hex.EncodeToString(h.Sum(nil)[:16])
	return s, nil
}

// settled reports whether what the file shows of the order was decided with the file.
func (l Link) settled() bool { return l.Relation == Clash || l.Relation == Past || l.Relation == Skips }

// faults are the items that the supplier named when it refused the order.
func (l Link) faults() []ItemFault {
	switch {
	case l.Relation == Past:
		return l.Faults
	case l.Relation != Clash && l.Relation != Skips && l.Order.State == Rejected:
		return l.Order.Faults
	}
	return nil
}

// faultyRows are the rows of the items at fault with what they show; none where that is
// not known, or the order has one row only.
func (l Link) faultyRows(v view) map[int]view {
	faults := l.faults()
	if len(l.Rows) < 2 || len(faults) == 0 {
		return nil
	}
	out := map[int]view{}
	for _, fault := range faults {
		if fault.Item == wholeOrder {
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
	if whole := l.wholeFault(); whole != "" {
		for row, at := range out {
			at.Message += "; " + whole
			out[row] = at
		}
	}
	return out
}

// wholeFault is why the order as a whole was refused, beside items of it.
func (l Link) wholeFault() string {
	var whole []string
	for _, fault := range l.faults() {
		if fault.Item == wholeOrder {
			whole = append(whole, fault.Message)
		}
	}
	return strings.Join(whole, "; ")
}

// shownRows are the data rows of a file with what each shows.
type shownRows struct {
	lines []orderfile.Line
	views []view // of the lines that are linked to an order; the zero view of others
	again []bool // of these: a later file brought the order again

	language wording.Language
}

func newShownRows(report *orderfile.Report) *shownRows {
	lines := report.Lines()
	return &shownRows{lines: lines, views: make([]view, len(lines)), again: make([]bool, len(lines)), language: report.Language}
}

func (s *shownRows) set(link Link, v view) {
	faulty := link.faultyRows(v)
	if len(faulty) > 0 {
		v.Message = wording.NewMessage("order_refused.because_of_row", slices.Min(slices.Collect(maps.Keys(faulty)))).In(s.language)
		if whole := link.wholeFault(); whole != "" {
			v.Message += "; " + whole
		}
	}
	for _, row := range link.Rows {
		i, found := s.find(row)
		if !found {
			continue
		}
		s.views[i], s.again[i] = v, link.Relation == Past
		if own, at := faulty[row]; at {
			s.views[i] = own
		}
	}
}

func (s *shownRows) find(row int) (int, bool) {
	return slices.BinarySearchFunc(s.lines, row, func(l orderfile.Line, row int) int { return l.Row - row })
}

// view is what line i shows.
func (s *shownRows) view(i int) view {
	switch line := &s.lines[i]; {
	case line.Refused && s.views[i].Status != RowAccepted:
		return view{Status: RowRejected, Code: line.Code, Message: line.Message}
	case line.Skipped && s.views[i].Status == "":
		return view{Status: RowSkipped, Code: line.Code, Message: line.Message}
	case s.views[i].Status == "":
		return view{Status: RowPending, Code: "not_recorded", Message: wording.NewMessage("not_recorded").In(s.language)}
	}
	return s.views[i]
}

// result is what the result file shows of a row.
func (s *shownRows) result(row int) (orderfile.Result, bool) {
	i, found := s.find(row)
	if !found {
		return orderfile.Result{}, false
	}
	v := s.view(i)
	return orderfile.Result{Status: string(v.Status), OrderID: v.OrderID, OrderStatus: v.OrderStatus, Waybills: v.Waybills, Error: v.why()}, true
}

func (s *shownRows) counts() (c Counts) {
	for i := range s.lines {
		c.add(s.view(i).Status)
	}
	return c
}
