package page

import (
	"fmt"
	"net/http"
	"strings"

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
	Tone       standing.Level
	When       moment
	StatusAt   moment
	Deeds      []deedView
	Visitor    Visitor
	Read       understood
	Files      []storyFile
	Attempts   []storyAttempt
	Parcels    []storyParcel
	Decisions  []storyDecision
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
	Word string
	When moment
}

type storyAttempt struct {
	overview.StoryAttempt
	What, Word string
	When       moment
}

type storyParcel struct {
	state.Parcel
	Word string
	When moment
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
		v.Failed, status = say(f.Language, "order_unknown", number), http.StatusNotFound
	}
	for n, o := range found {
		v.Orders = append(v.Orders, f.story(fmt.Sprintf("order-%d", n), o))
	}
	p.render(w, r, status, "order", v)
}

// story is an order with all its words; the id tells its buttons from those of others.
func (f *frame) story(id string, o overview.OrderStatus) story {
	l, now := f.Language, f.Snapshot.Now
	s := story{OrderStatus: o, StateWord: word(l, string(o.State), "state."), StatusWord: l.OrderStatus(o.OrderStatus), Tone: tone(string(o.State)),
		When: since(l, o.At, now), Deeds: f.deeds(id, orderDeeds(l, o)...), Visitor: f.Visitor}
	if o.Story == nil {
		return s
	}
	s.Read, s.StatusAt = read(l, o.Story.Understood), since(l, o.Story.StatusAt, now)
	for _, file := range o.Story.Files {
		s.Files = append(s.Files, storyFile{file, state.StatusWord(file.Status, l), since(l, file.At, now)})
	}
	for _, a := range o.Story.Attempts {
		what := "story.posted"
		if a.Kind == state.LookedUp {
			what = "story.looked_up"
		}
		s.Attempts = append(s.Attempts, storyAttempt{a, l.Say(what), state.StateWord(a.State, l), since(l, a.Began, now)})
	}
	for _, parcel := range o.Story.Parcels {
		s.Parcels = append(s.Parcels, storyParcel{parcel, l.ParcelState(parcel.State), since(l, parcel.At, now)})
	}
	for _, d := range o.Story.Decisions {
		s.Decisions = append(s.Decisions, storyDecision{d, since(l, d.At, now), since(l, d.UndoneAt, now)})
	}
	return s
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
	u.Sum = amount(l, sum(o.Items))
	return u
}
