package page

import (
	"context"
	"slices"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Teacher tells what nobody knew in files, which DoTeach settles.
type Teacher interface {
	// Unclear lists the words and headings for which rows or files are still refused.
	Unclear(context.Context) ([]overview.Unclear, error)
}

// unclearView is a word that nobody knew, or a heading that was not read, with its button.
type unclearView struct {
	overview.Unclear
	Says    string
	Deeds   []deedView
	Visitor Visitor
}

// unclear are the words and headings in the files that a card is about.
func (p *pages) unclear(f *frame, c *card, all []overview.Unclear) (list []unclearView) {
	l := f.Language
	for _, u := range all {
		if !slices.ContainsFunc(c.Subjects, func(s standing.Subject) bool { return s.File == u.File && s.Source == u.Source }) {
			continue
		}
		v := unclearView{Unclear: u, Visitor: f.Visitor, Says: say(l, "unclear."+string(u.List), u.Word, u.Times)}
		if u.List == orderfile.Ignore {
			v.Says = say(l, "unclear.ignore", u.Word)
		}
		id := c.ID + "-" + identity(standing.Finding{Code: string(u.List), Files: []string{u.Word}})
		v.Deeds = f.deeds(id, teaching(l, u))
		list = append(list, v)
	}
	return list
}

// teaching is the button that writes what a word means, or that a heading is to be ignored.
func teaching(l wording.Language, u overview.Unclear) deed {
	d := deed{Kind: DoTeach, Label: say(l, "teach"), Says: say(l, "teach_says", u.Word), Sure: say(l, "teach_sure"),
		Fields: []field{{"source", sourceOf(u.Source)}, {"file", u.File}, {"list", string(u.List)}, {"word", u.Word}}}
	if u.List == orderfile.Ignore {
		d.Label, d.Says, d.Sure = say(l, "ignore"), say(l, "ignore_says", u.Word), say(l, "ignore_sure")
		d.Fields = append(d.Fields, field{"meaning", ""})
		return d
	}
	d.Ask = []question{{Name: "meaning", Label: say(l, "teach_ask"), Options: meanings(l, u.List)}}
	return d
}

// meanings are what a word of a list can mean.
func meanings(l wording.Language, list orderfile.List) (options []option) {
	add := func(value, label string) { options = append(options, option{value, label}) }
	switch list {
	case orderfile.States:
		for _, value := range []string{"post", "skip", "cancelled"} {
			add(value, say(l, "means."+value))
		}
	case orderfile.Payments:
		for _, value := range []string{supplier.PaymentCOD, supplier.PaymentPrepaid, supplier.PaymentBalance} {
			add(value, l.Payment(value))
		}
	case orderfile.Carriers:
		for _, value := range supplier.Carriers() {
			add(value, l.Carrier(value))
		}
		for _, value := range []string{"courier", "branch", "locker"} {
			add(value, say(l, "means."+value))
		}
	}
	return options
}
