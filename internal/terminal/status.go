package terminal

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Status writes what the journal knows of files and orders.
func (p Printer) Status(s overview.Status, query overview.StatusQuery) {
	if query.Zero() && len(s.Counts.Orders) == 0 && len(s.Files) == 0 {
		if len(s.Findings) == 0 {
			p.say("status_text.empty")
		}
		p.findings(s)
		p.sheets(s)
		p.inlets(s)
		return
	}
	p.say("status_text.orders_of", oneline.Unbroken(s.Account))
	states := map[string]int{}
	for s, n := range s.Counts.Orders {
		states[state.StateWord(s, p.Language)] += n
	}
	p.counts(states)
	if len(s.Counts.Rows) > 0 {
		p.say("status_text.rows")
		rows := map[string]int{}
		for status, n := range s.Counts.Rows {
			rows[state.StatusWord(state.RowStatus(status), p.Language)] += n
		}
		p.counts(rows)
	}
	if !query.Zero() && len(s.Orders)+len(s.Files) == 0 {
		p.say("status_text.nothing")
	}
	p.findings(s)
	if waiting := s.Counts.Orders[state.Ready] + s.Counts.Orders[state.Sending]; query.Zero() && len(s.Findings) == 0 && waiting == 0 {
		p.say("status_text.calm")
	}
	p.sheets(s)
	p.files(s)
	p.orders(s)
	p.inlets(s)
}

// inlets writes where order files can be given.
func (p Printer) inlets(s overview.Status) {
	if len(s.Inlets) == 0 {
		return
	}
	p.say("page.inlets")
	for _, one := range s.Inlets {
		p.printf("  %s  (%s)\n", oneline.Unbroken(one.Address), oneline.Unbroken(one.Says(p.Language)))
	}
}

// sheets writes how the Google sheets stand that orders come from.
func (p Printer) sheets(s overview.Status) {
	for _, one := range s.Sheets {
		at := "–"
		if !one.At.IsZero() {
			at = one.At.Local().Format(time.DateTime)
		}
		p.say("status_text.sheet", cmp.Or(one.Source, "inbox"), at, one.Orders, one.Waiting)
		p.printf("  %s\n", one.Link)
		if one.Error != "" {
			p.printf("  %s\n  → %s\n", oneline.Unbroken(one.Error), oneline.Unbroken(one.Mend))
		}
	}
}

// counts writes numbers under each other, in the order of their names.
func (p Printer) counts(of map[string]int) {
	var names []string
	width := 10
	for name := range of {
		names = append(names, name)
		width = max(width, len([]rune(name)))
	}
	slices.Sort(names)
	for _, name := range names {
		p.printf("  %s%s %d\n", name, strings.Repeat(" ", width-len([]rune(name))), of[name])
	}
}

func (p Printer) findings(s overview.Status) {
	for _, f := range s.Findings {
		p.say("status_text.needs", oneline.Unbroken(f.Message))
		if f.Hint != "" && !strings.Contains(f.Message, f.Hint) {
			p.printf("  → %s\n", oneline.Unbroken(f.Hint))
		}
	}
}

func (p Printer) files(s overview.Status) {
	if len(s.Files) == 0 {
		return
	}
	p.say("status_text.files")
	for _, f := range s.Files {
		p.printf("  %s  %s  %s", f.At.Local().Format(time.DateTime), oneline.Unbroken(f.Name), state.FileWord(f.State, p.Language))
		if f.Reason != "" {
			p.printf(": %s", oneline.Unbroken(f.Reason))
		}
		if counts := p.rowCounts(f.Counts); counts != "" {
			p.printf(": %s", counts)
		}
		if f.Result != "" {
			p.printf(" → %s", f.Result)
		}
		if f.Note != "" {
			p.printf(" (%s)", oneline.Unbroken(f.Note))
		}
		if f.Rejected != "" {
			p.printf(", %s", oneline.Unbroken(p.word("status_text.to_correct", f.Rejected)))
		}
		p.printf("\n")
	}
}

// rowCounts are counts in words, such as "2 accepted, 1 rejected".
func (p Printer) rowCounts(c state.Counts) string {
	var parts []string
	counts := c.ByStatus()
	for _, status := range []state.RowStatus{state.RowAccepted, state.RowHandedOver, state.RowDuplicate, state.RowConflict, state.RowRejected,
		state.RowSkipped, state.RowPending, state.RowUnknown} {
		if n := counts[string(status)]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, state.StatusWord(status, p.Language)))
		}
	}
	return strings.Join(parts, ", ")
}

func (p Printer) orders(s overview.Status) {
	if len(s.Orders) == 0 {
		return
	}
	p.say("status_text.orders")
	for _, o := range s.Orders {
		p.printf("  %s\n", p.order(o))
	}
	all := 0
	for _, n := range s.Counts.Orders {
		all += n
	}
	if more := all - len(s.Orders); more > 0 {
		p.say("status_text.more", more)
	}
}

// order is one order on a line; of several suppliers its own is named, as they may have orders
// of one number.
func (p Printer) order(o overview.OrderStatus) string {
	line := []string{oneline.Unbroken(o.ExternalID), state.StateWord(o.State, p.Language)}
	if o.Supplier != "" {
		line = slices.Insert(line, 1, oneline.Unbroken(o.Supplier))
	}
	for _, fact := range []string{o.OrderID, p.Language.OrderStatus(o.OrderStatus), strings.Join(o.Waybills, "; "), o.Message} {
		if fact != "" {
			line = append(line, oneline.Unbroken(fact))
		}
	}
	return strings.Join(line, ", ")
}

// Stories tells of each order all that happened to it.
func (p Printer) Stories(s overview.Status) {
	for i, o := range s.Orders {
		if i > 0 {
			p.printf("\n")
		}
		p.printf("%s\n", p.order(o))
		if o.Story != nil {
			p.story(*o.Story)
		}
	}
}

func (p Printer) story(s overview.Story) {
	p.say("story.files")
	for _, f := range s.Files {
		p.printf("  %s  %s%s, %s: %s\n", moment(f.At), source(f.Source), oneline.Unbroken(f.File), rowsText(f.Rows, p.Language),
			because(state.StatusWord(f.Status, p.Language), f.Message))
	}
	if len(s.Understood.Items) > 0 {
		p.say("story.understood")
		p.understood(s.Understood)
	}
	if !s.ForgottenAt.IsZero() {
		p.printf("  %s\n", state.ForgottenMessage(s.ForgottenAt).In(p.Language))
	}
	if len(s.Attempts) > 0 {
		p.say("story.attempts")
	}
	for _, a := range s.Attempts {
		what := wording.NewMessage("story.posted")
		if a.Kind == state.LookedUp {
			what = wording.NewMessage("story.looked_up")
		}
		line := state.StateWord(a.State, p.Language)
		if a.OrderID != "" {
			line += " " + a.OrderID
		}
		p.printf("  %s  %s → %s", moment(a.Began), what.In(p.Language), oneline.Unbroken(because(line, a.Message)))
		if a.RequestID != "" {
			p.printf(" (%s)", oneline.Unbroken(p.word("story.request", a.RequestID)))
		}
		p.printf("\n")
	}
	p.atSupplier(s)
	p.decisions(s)
	p.say("story.way")
	p.printf("  %s\n", oneline.Unbroken(s.Way))
}

func (p Printer) atSupplier(s overview.Story) {
	if s.Status == "" && len(s.Parcels) == 0 {
		return
	}
	p.say("story.there")
	if s.Status != "" {
		p.printf("  %s  %s\n", moment(s.StatusAt), oneline.Unbroken(p.Language.OrderStatus(s.Status)))
	}
	for _, parcel := range s.Parcels {
		p.printf("  %s  %s %s\n", moment(parcel.At), oneline.Unbroken(parcel.Waybill), oneline.Unbroken(p.Language.ParcelState(parcel.State)))
	}
}

func (p Printer) decisions(s overview.Story) {
	if len(s.Decisions) == 0 {
		return
	}
	p.say("story.decisions")
	for _, d := range s.Decisions {
		p.printf("  %s  %s: %s", moment(d.At), oneline.Unbroken(cmp.Or(d.Person, "–")), oneline.Unbroken(d.Words))
		if !d.UndoneAt.IsZero() {
			p.printf(" (%s)", oneline.Unbroken(p.word("story.undone", moment(d.UndoneAt), cmp.Or(d.UndoneBy, "–"))))
		}
		p.printf("\n")
	}
}

// understood writes what was read of an order, as it goes to the supplier.
func (p Printer) understood(o supplier.NewOrder) {
	to := o.Recipient.Delivery
	place := []string{p.Language.Carrier(to.Carrier)}
	for _, part := range []*string{&to.City, to.BranchNumber, to.Address, to.PostalCode, o.WaybillNumber} {
		if part != nil && *part != "" {
			place = append(place, *part)
		}
	}
	p.printf("  %s\n", oneline.Unbroken(strings.Join([]string{o.Recipient.Name, o.Recipient.Phone, strings.Join(place, ", ")}, "; ")))
	for _, item := range o.Items {
		p.printf("  %s\n", oneline.Unbroken(strings.TrimSpace(fmt.Sprintf("%d × %s %s", item.Quantity, item.SKU, item.Price))))
	}
	p.printf("  %s\n", oneline.Unbroken(strings.TrimSpace(p.Language.Payment(o.Payment.Method)+" "+o.Payment.CODAmount.String())))
	if o.Comment != nil {
		p.printf("  %s\n", oneline.Unbroken(*o.Comment))
	}
}

func moment(at time.Time) string {
	if at.IsZero() {
		return "                   "
	}
	return at.Local().Format(time.DateTime)
}

func source(name string) string {
	if name == "" {
		return ""
	}
	return oneline.Unbroken(name) + "/"
}

func because(what, why string) string {
	if why == "" {
		return what
	}
	return what + ": " + oneline.Unbroken(why)
}

// rowsText is "row 2" or "rows 2, 3, 4".
func rowsText(rows []int, language wording.Language) string {
	var texts []string
	for _, row := range rows {
		texts = append(texts, fmt.Sprint(row))
	}
	return wording.NewMessage("story.rows", strings.Join(texts, ", "), len(rows)).In(language)
}
