package page

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// card is a cause with what settles it.
type card struct {
	standing.Finding
	ID        string // of its element
	Since     moment
	Otherwise string // what happens if nobody does anything
	Deeds     []deedView
	Orders    []cardOrder
	More      int // orders that are not listed
	Requests  []mapping.DryRun
	Unclear   []unclearView
	Refused   []refusedRow // the first rows that are to be corrected in their file
	Drift     []driftRow
	Links     []link
	Visitor   Visitor

	RefusedMore int // rows that are not among Refused
}

// Named reports whether the card begins with a name, which keeps its letters as they are.
func (c card) Named() bool {
	return slices.ContainsFunc(slices.Concat(c.Files, c.Feeds, c.Finding.Orders), func(name string) bool { return strings.HasPrefix(c.Text, name) })
}

// cardOrder is an order of a card, with what can be decided about it now.
type cardOrder struct {
	overview.OrderStatus
	Address string
	When    moment
	Sides   []sides
	Deeds   []deedView
	Visitor Visitor
}

// link is a place to go to.
type link struct{ Address, Text string }

// mostOrders is how many orders a card lists with their buttons, and mostRefused how many of
// those that the supplier refused.
const (
	mostOrders  = 5
	mostRefused = 10
)

// cards are the causes that need a person, each with what settles it.
func (p *pages) cards(ctx context.Context, f *frame) []card {
	var list []card
	unclear, err := p.Shop.Unclear(ctx)
	if err != nil {
		p.Logger.Error("what nobody knew in files was not read", "error", err)
	}
	seen, causes := map[string]int{}, byHarm(standing.Judge(f.Snapshot, f.Language))
	orders := p.toDecide(ctx, f, causes)
	for _, found := range causes {
		c := card{Finding: found, ID: identity(found), Since: since(f.Language, found.Since, f.Snapshot.Now), Visitor: f.Visitor,
			Otherwise: otherwise(f.Language, found), Links: links(f.Language, found, f.Snapshot.Files)}
		if seen[c.ID]++; seen[c.ID] > 1 { // about nothing that tells them apart
			c.ID = fmt.Sprintf("%s-%d", c.ID, seen[c.ID])
		}
		c.Orders, c.More = f.cardOrders(&c, orders)
		c.Unclear = append(p.unclear(f, &c, unclear), stockWords(f, &c)...)
		c.Drift = driftRows(f, &c)
		var deeds []deed
		if told.Topic(found.About) == told.ProblemApproval {
			if c.Requests, deeds = p.requests(ctx, f.Language); len(deeds) == 0 {
				c.Requests = nil
			}
		}
		c.Deeds = f.deeds(c.ID, append(deeds, causeDeeds(f.Language, found)...)...)
		if f.Visitor.Acts {
			beside := slices.Clone(c.Deeds)
			for n := range c.Orders {
				c.Orders[n].Message = inButtons(f.Language, c.Orders[n].Message, c.Orders[n].Deeds)
				beside = append(beside, c.Orders[n].Deeds...)
			}
			c.Mend = inButtons(f.Language, c.Mend, beside)
		}
		list = append(list, c)
	}
	return list
}

// identity is an id for what a finding is about, the same at each look.
func identity(f standing.Finding) string {
	data, err := json.Marshal([]any{f.Code, f.Cause, f.About, f.Orders, f.Files, f.Feeds})
	if err != nil {
		return f.Code
	}
	sum := sha256.Sum256(data)
	return "c" + hex.EncodeToString(sum[:6])
}

// listed are the orders that a card lists with their buttons, of all that its finding is about.
func listed(found standing.Finding) (list []standing.Subject, all int) {
	about := slices.DeleteFunc(slices.Clone(found.Subjects), func(s standing.Subject) bool { return s.Order == "" })
	most := mostOrders
	if found.Code == overview.FindingRowsRefused {
		most = mostRefused
	}
	return about[:min(most, len(about))], len(about)
}

// toDecide reads the orders of all cards at once, by what the findings say of them.
func (p *pages) toDecide(ctx context.Context, f *frame, causes []standing.Finding) map[standing.Subject]overview.OrderStatus {
	var about []standing.Subject
	for _, found := range causes {
		some, _ := listed(found)
		about = append(about, some...)
	}
	orders := map[standing.Subject]overview.OrderStatus{}
	if len(about) == 0 {
		return orders
	}
	read, err := p.Shop.Decidable(ctx, f.Language, about)
	if err != nil {
		p.Logger.Error("the orders that need a person were not read", "error", err)
	}
	for _, o := range read {
		orders[standing.Subject{Source: o.Source, Order: o.ExternalID, Supplier: o.SupplierID}] = o
	}
	return orders
}

// cardOrders are the first orders that a finding is about, and how many others there are.
func (f *frame) cardOrders(c *card, orders map[standing.Subject]overview.OrderStatus) (list []cardOrder, more int) {
	some, all := listed(c.Finding)
	for _, subject := range some {
		o, read := orders[standing.Subject{Source: subject.Source, Order: subject.Order, Supplier: subject.Supplier}]
		if !read {
			continue
		}
		id := c.ID + "-" + hex.EncodeToString([]byte(o.Source+"/"+o.ExternalID))
		list = append(list, cardOrder{OrderStatus: o, Address: orderAddress(o.Source, o.ExternalID), When: since(f.Language, o.At, f.Snapshot.Now),
			Visitor: f.Visitor, Sides: sidesOf(f.Language, o), Deeds: f.deeds(id, orderDeeds(f.Language, o)...)})
	}
	return list, all - len(some)
}

// orderAddress is the page of an order.
func orderAddress(source, number string) string {
	return "/order?" + url.Values{"source": {source}, "number": {number}}.Encode()
}

// requests are the requests that wait to be approved, with the button that does it. The sum
// of what is shown goes along, so that nothing else is approved.
func (p *pages) requests(ctx context.Context, l wording.Language) ([]mapping.DryRun, []deed) {
	runs, err := p.Shop.Requests(ctx)
	if err != nil || len(runs) == 0 {
		return nil, nil // the problem says what is wrong
	}
	return runs, []deed{{Kind: DoApprove, Label: say(l, "approve"), Says: say(l, "approve_says"), Sure: say(l, "approve_sure"), Harm: true,
		Fields: []field{{"shown", Sum(runs)}}}}
}

// Sum tells one set of requests from another.
func Sum(runs []mapping.DryRun) string {
	data, err := json.Marshal(runs)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// otherwise says what happens if nobody does anything, "" where that goes without saying.
func otherwise(l wording.Language, f standing.Finding) string {
	for _, key := range []string{"otherwise." + f.Code + "." + f.Cause, "otherwise." + f.Code, "otherwise." + f.About} {
		if said := say(l, key); said != "page."+key {
			return said
		}
	}
	return ""
}

// rejectedAddress is where the rows of a file are fetched that are to be corrected, "" where
// it is none of the last files.
func rejectedAddress(files []standing.File, name string) string {
	for _, file := range files {
		if file.Name == name && file.Rejected != "" {
			_, address := resultAddress(file.Rejected)
			return address
		}
	}
	return ""
}

// links are where a cause is looked at; known are the last files.
func links(l wording.Language, f standing.Finding, known []standing.File) []link {
	var out []link
	for _, file := range f.Files {
		if f.Code == overview.FindingRowsRefused || f.Code == overview.FindingFileRefused {
			if address := rejectedAddress(known, file); address != "" && f.Code == overview.FindingRowsRefused {
				out = append(out, link{address, say(l, "fetch_rejected")})
			}
			out = append(out, link{"/files?" + url.Values{"name": {file}}.Encode(), say(l, "look_at_file", file)})
		}
	}
	for _, feed := range f.Feeds {
		out = append(out, link{"/feeds#" + url.PathEscape(feed), say(l, "look_at_feed", feed)})
	}
	return out
}

// causeDeeds are the buttons that settle a cause as a whole.
func causeDeeds(l wording.Language, f standing.Finding) (deeds []deed) {
	switch f.Code {
	case standing.CodeFeed, standing.CodeFeedLate:
		for _, feed := range f.Feeds {
			deeds = append(deeds, feedDeeds(l, feed, f.Code == standing.CodeFeed && f.Cause == standing.CauseGuard)...)
		}
	case standing.CodeDrift:
		return []deed{{Kind: DoAcceptDrift, Label: say(l, "accept_drift"), Says: say(l, "accept_drift_says"), Sure: say(l, "accept_drift_sure"), Fields: about(f.About)}}
	case standing.CodeUnknown:
		return []deed{lookAgain(l)}
	case overview.FindingFileRefused:
		for _, s := range f.Subjects {
			if s.File != "" {
				deeds = append(deeds, dropAgain(l, s.Source, s.File))
			}
		}
	case overview.FindingWaiting:
		return []deed{tryNow(l)}
	}
	return append(deeds, checks(l, f)...)
}

// checks is the button that looks whether a cause stands still, where there is one.
func checks(l wording.Language, f standing.Finding) []deed {
	check := func(what, about string) []deed {
		return []deed{{Kind: DoCheck, Label: say(l, "try_now"), Says: say(l, "check_says."+what, about), Sure: say(l, "check_sure"), Fields: []field{{"what", what}, {"about", about}}}}
	}
	switch told.Topic(f.About) {
	case told.ProblemSupplier, told.ProblemPosting, told.ProblemLookup, told.ProblemFollow:
		return check(CheckSupplier, told.SupplierOf(f.About))
	case told.ProblemLock:
		return check(CheckInbox, "")
	}
	if f.Code == standing.CodeDisk {
		return check(CheckDisk, f.About)
	}
	return nil
}

// dropAgain is the button that puts a file which could not be read back into the inbox.
func dropAgain(l wording.Language, source, file string) deed {
	return deed{Kind: DoDropAgain, Label: say(l, "drop_again"), Says: say(l, "drop_again_says", file), Sure: say(l, "drop_again_sure"),
		Fields: []field{{"source", source}, {"file", file}}}
}

func tryNow(l wording.Language) deed {
	return deed{Kind: DoTryNow, Label: say(l, "try_now"), Says: say(l, "try_now_says"), Sure: say(l, "try_now_sure")}
}

// feedDeeds are the buttons of a feed: to build it, and, where its guard holds it back, to
// publish it once all the same.
func feedDeeds(l wording.Language, feed string, refused bool) []deed {
	list := []deed{{Kind: DoBuild, Label: say(l, "build_now"), Says: say(l, "build_now_says", feed), Sure: say(l, "build_now_sure"), Fields: []field{{"feed", feed}}}}
	if refused {
		list = append(list, deed{Kind: DoAcceptFeed, Label: say(l, "accept_feed"), Says: say(l, "accept_feed_says", feed), Sure: say(l, "accept_feed_sure"), Harm: true,
			Fields: []field{{"feed", feed}}})
	}
	return list
}

// orderDeeds are the decisions that can be taken about an order now.
func orderDeeds(l wording.Language, o overview.OrderStatus) []deed {
	if o.Story == nil {
		return nil
	}
	var list []deed
	for _, kind := range o.Story.Actions {
		number := told.OneLine(o.ExternalID)
		d := deed{Kind: DoDecide, Label: say(l, "decide."+string(kind)), Says: say(l, "decide."+string(kind)+".says", number), Sure: say(l, "decide.sure"),
			Harm: kind.Sends(), Fields: []field{{"source", sourceOf(o.Source)}, {"order", o.ExternalID}, {"answer", string(kind)}}}
		if o.Supplier != "" {
			d.Fields = append(d.Fields, field{"supplier", o.Supplier})
		}
		switch kind {
		case state.DecidedPosted:
			d.Ask = []question{{Name: "value", Label: say(l, "decide.posted.ask"), Value: o.OrderID}}
		case state.DecidedAs:
			d.Ask = []question{{Name: "value", Label: say(l, "decide.as.ask"), Value: o.ExternalID + "-2"}}
		}
		list = append(list, d)
	}
	return list
}

// sourceOf is how a source is named where "" would mean any.
func sourceOf(source string) string {
	if source == "" {
		return state.InboxItself
	}
	return source
}
