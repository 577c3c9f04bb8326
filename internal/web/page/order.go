package page

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/exporter/closed"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// orderView is the story of an order, or of the orders that have a number.
type orderView struct {
	frame
	Number string
	Orders []story
	Failed string // why it cannot be told
}

// story is an order from its file to its waybill.
type story struct {
	overview.OrderStatus
	StateWord  string
	StatusWord string
	Way        string // what can be done, by the buttons where there are any
	Tone       standing.Level
	When       moment
	StatusAt   moment
	Forgotten  string // that its person was forgotten, and when
	Deeds      []deedView
	Visitor    Visitor
	Read       understood
	Files      []storyFile
	Attempts   []storyAttempt
	Parcels    []storyParcel
	Decisions  []storyDecision
	Clashes    []clash
	Ledger     *storyLedger // nil where there is none
}

// understood is what was read of an order, in words.
type understood struct {
	supplier.NewOrder
	Place   string // carrier, city and branch or address
	Payment string
	Sum     string // "" where a price is not known
}

type storyFile struct {
	overview.StoryFile
	Word     string
	When     moment
	Address  string // of the files of that name
	Original string // of the rows as they stand there, "" where they are not known
}

// clash is a file that says something else of the order than what is held.
type clash struct {
	overview.StoryFile
	When      moment
	Sets      []difference
	Elsewhere bool // none of them differs
}

type storyAttempt struct {
	overview.StoryAttempt
	What, Word string
	When       moment
	Took       string // how long it was until the answer, "" where that is not known
}

type storyParcel struct {
	state.Parcel
	Word        string
	CarrierName string
	When        moment
	Shipped     moment
	Late        bool
}

type storyDecision struct {
	overview.StoryDecision
	When, Undone moment
}

// order tells the story of an order.
func (p *pages) order(w http.ResponseWriter, r *http.Request) {
	f := p.frame(r, placeOrders)
	source, number := r.FormValue("source"), r.FormValue("number")
	v := orderView{frame: f, Number: number}
	v.Title = say(f.Language, "order_titled", number)
	found, err := p.Shop.Find(r.Context(), f.Language, source, number)
	status := http.StatusOK
	switch {
	case err != nil:
		p.Logger.Error("an order was not read", "error", err)
		v.Failed, status = say(f.Language, "state_unknown"), http.StatusServiceUnavailable
	case len(found) == 0:
		v.Failed, v.Still, status = say(f.Language, "order_unknown", number), true, http.StatusNotFound
	}
	for n, o := range found {
		told := f.story(fmt.Sprintf("order-%d", n), o)
		told.Ledger = p.ledger(r.Context(), &f, o)
		v.Orders = append(v.Orders, told)
	}
	p.render(w, r, status, "order", v)
}

// story is an order with all its words; the id tells its buttons from those of others.
func (f *frame) story(id string, o overview.OrderStatus) story {
	l, now := f.Language, f.Snapshot.Now
	s := story{OrderStatus: o, StateWord: word(l, string(o.State), "state."), StatusWord: l.OrderStatus(o.OrderStatus), Tone: tone(string(o.State)),
		When: since(l, o.At, now), Deeds: f.deeds(id, storyDeeds(l, o)...), Visitor: f.Visitor}
	if o.Story == nil {
		return s
	}
	s.Way = o.Story.Way
	if f.Visitor.Acts {
		s.Message, s.Way = inButtons(l, s.Message, s.Deeds), inButtons(l, s.Way, s.Deeds)
	}
	s.Read, s.StatusAt = read(l, o.Story.Understood), since(l, o.Story.StatusAt, now)
	if at := o.Story.ForgottenAt; !at.IsZero() {
		s.Forgotten = state.ForgottenMessage(at).In(l)
	}
	for _, file := range o.Story.Files {
		s.addFile(l, file, now)
	}
	for _, a := range o.Story.Attempts {
		s.Attempts = append(s.Attempts, attempt(l, a, now))
	}
	for _, p := range o.Story.Parcels {
		s.Parcels = append(s.Parcels, parcel(l, p, now))
	}
	for _, d := range o.Story.Decisions {
		s.Decisions = append(s.Decisions, storyDecision{d, since(l, d.At, now), since(l, d.UndoneAt, now)})
	}
	return s
}

// addFile adds a file that held the order, and what it says where that is something else.
func (s *story) addFile(l wording.Language, file overview.StoryFile, now time.Time) {
	shown := storyFile{StoryFile: file, Word: state.StatusWord(file.Status, l), When: since(l, file.At, now), Address: filesSearch{Name: file.File}.address()}
	if len(file.Rows) > 0 {
		shown.Original = rowAddress(s.Source, s.ExternalID, file.ID)
	}
	s.Files = append(s.Files, shown)
	if file.Says != nil && file.Open {
		sets := compared(l, s.Story.Understood, *file.Says)
		s.Clashes = append(s.Clashes, clash{file, shown.When, sets, !slices.ContainsFunc(sets, func(d difference) bool { return d.Differs })})
	}
}

// attempt is a try to send the order, or a look for it, in words.
func attempt(l wording.Language, a overview.StoryAttempt, now time.Time) storyAttempt {
	what := "story.posted"
	if a.Kind == state.LookedUp {
		what = "story.looked_up"
	}
	shown := storyAttempt{StoryAttempt: a, What: l.Say(what), Word: state.StateWord(a.State, l), When: since(l, a.Began, now)}
	if a.Ended.After(a.Began) {
		shown.Took = span(l, a.Ended.Sub(a.Began))
	}
	return shown
}

// parcel is a parcel of the order in words.
func parcel(l wording.Language, p state.Parcel, now time.Time) storyParcel {
	shown := storyParcel{Parcel: p, Word: l.ParcelState(p.State), When: since(l, p.At, now), Shipped: since(l, p.ShippedAt, now)}
	if p.Carrier != "" {
		shown.CarrierName = l.Carrier(p.Carrier)
	}
	if due, err := time.Parse(time.DateOnly, p.Due); err == nil {
		shown.Due = due.Format(wording.DottedDay)
	}
	alone := state.Order{State: state.Accepted, Parcels: []state.Parcel{p}}
	shown.Late = alone.Late(now)
	return shown
}

// storyDeeds are what can be done about an order now: the decisions, and having the supplier
// asked or the order tried without waiting.
func storyDeeds(l wording.Language, o overview.OrderStatus) []deed {
	list := orderDeeds(l, o)
	switch o.State {
	case state.Unknown:
		list = append(list, lookAgain(l))
	case state.Ready:
		list = append(list, tryNow(l))
	}
	return list
}

func lookAgain(l wording.Language) deed {
	return deed{Kind: DoLook, Label: say(l, "look"), Says: say(l, "look_says"), Sure: say(l, "look_sure")}
}

// read is what was read of an order, in words.
func read(l wording.Language, o supplier.NewOrder) understood {
	to := o.Recipient.Delivery
	place := []string{l.Carrier(to.Carrier)}
	for _, part := range []*string{to.Region, to.District, &to.City, to.BranchNumber, to.Address, to.PostalCode} {
		if part != nil && *part != "" {
			place = append(place, *part)
		}
	}
	u := understood{NewOrder: o, Place: strings.Join(place, ", "), Payment: strings.TrimSpace(l.Payment(o.Payment.Method) + " " + amount(l, o.Payment.CODAmount))}
	u.Sum = amount(l, o.ItemsTotal())
	return u
}

// Bookkeeper tells what is remembered of the supplier's ledger.
type Bookkeeper interface {
	// OrderLedger is what is remembered of an order of a supplier, "" for the only one, by its number
	// there and the client's own. The supplier is not asked.
	OrderLedger(ctx context.Context, supplier, id, number string) (OrderLedger, error)
}

// OrderLedger is what is remembered of the supplier's ledger about an order.
type OrderLedger struct {
	None    bool   // the supplier has no ledger
	Reading Errand // while it goes on nothing else is known
	closed.OfOrder
}

// storyLedger are the entries of an order in words.
type storyLedger struct {
	Lines  []ledgerLine
	Says   string // how far the ledger is known, or that it is being looked through
	Failed *notice
}

// ledgerLine is an entry.
type ledgerLine struct {
	When     moment
	What     string // its kind and operation
	Document string
	Amount   string // signed
	Paid     string // the payout that it was paid with
}

// ledger tells what the ledger has of an order; nil where the supplier has none, or has not
// got the order.
func (p *pages) ledger(ctx context.Context, f *frame, o overview.OrderStatus) *storyLedger {
	if o.OrderID == "" {
		return nil
	}
	known, err := p.Shop.OrderLedger(ctx, o.Supplier, o.OrderID, o.ExternalID)
	switch {
	case err != nil:
		p.Logger.Error("the ledger's entries of an order were not read", "error", err)
		failed := asNotice(f.Language, err)
		return &storyLedger{Failed: &failed}
	case known.None:
		return nil
	case known.Reading.Running():
		return &storyLedger{Says: say(f.Language, "ledger_reading")}
	}
	l := &storyLedger{Says: f.ledgerKnown(known)}
	for _, e := range known.Entries {
		l.Lines = append(l.Lines, f.ledgerLine(e, known.Payouts))
	}
	return l
}

// ledgerKnown says how far the ledger is known.
func (f *frame) ledgerKnown(known OrderLedger) string {
	if known.Until.IsZero() {
		return say(f.Language, "ledger_unknown")
	}
	until := since(f.Language, known.Until, f.Snapshot.Now).Full
	if known.Gaps {
		return say(f.Language, "ledger_gaps", until)
	}
	return say(f.Language, "ledger_until", until)
}

func (f *frame) ledgerLine(e supplier.LedgerEntry, payouts map[string]supplier.LedgerEntry) ledgerLine {
	line := ledgerLine{When: since(f.Language, e.PostedAt, f.Snapshot.Now), What: ledgerWords(f.Language, e), Document: e.DocumentNumber,
		Amount: amountIn(f.Language, e.Currency, e.Amount)}
	if payout, known := payouts[e.PayoutID]; known {
		line.Paid = strings.TrimSpace(since(f.Language, payout.PostedAt, f.Snapshot.Now).Day + " " + payout.DocumentNumber)
	}
	return line
}

// ledgerWords are the kind and operation of an entry in words.
func ledgerWords(l wording.Language, e supplier.LedgerEntry) string {
	if e.Operation == "" {
		return l.Kind(e.Kind)
	}
	return l.Kind(e.Kind) + ": " + l.Operation(e.Operation)
}
