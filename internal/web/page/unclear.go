package page

import (
	"context"
	"slices"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/internal/oneline"
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
	Way     string // what is to be done where no button does it
	Deeds   []deedView
	Visitor Visitor
}

// refusedRow is a row that only its file can mend.
type refusedRow struct {
	Row    int
	Number string
	Why    string
}

// unclear are the words and headings in the files that a card is about.
func (p *pages) unclear(f *frame, c *card, all []overview.Unclear) (list []unclearView) {
	l := f.Language
	for _, u := range all {
		if !slices.ContainsFunc(c.Subjects, func(s standing.Subject) bool { return s.File == u.File && s.Source == u.Source }) {
			continue
		}
		if u.Row > 0 {
			c.Refused = append(c.Refused, refusedRow{u.Row, u.Number, u.Problem.Say(l)})
			c.RefusedMore = u.Rows - len(c.Refused)
			continue
		}
		v := unclearView{Unclear: u, Visitor: f.Visitor, Says: say(l, "unclear."+string(u.List), u.Word, u.Times)}
		switch {
		case u.Bare:
			v.Says, v.Way = say(l, "unclear.bare", u.Word), say(l, "unclear.bare_way")
		case u.List == orderfile.Ignore:
			v.Says = say(l, "unclear.ignore", u.Word)
		}
		id := c.ID + "-" + identity(standing.Finding{Code: string(u.List), Files: []string{u.Word}})
		v.Deeds = f.deeds(id, teaching(l, u)...)
		list = append(list, v)
	}
	return list
}

// teaching are the buttons that write what a word means, or what a column holds, or that it is
// to be ignored.
func teaching(l wording.Language, u overview.Unclear) []deed {
	of := func(list orderfile.List) []field {
		return []field{{"source", sourceOf(u.Source)}, {"file", u.File}, {"list", string(list)}, {"word", u.Word}}
	}
	if u.List != orderfile.Ignore {
		return []deed{{Kind: DoTeach, Label: say(l, "teach"), Says: say(l, "teach_says", u.Word), Sure: say(l, "teach_sure"), Fields: of(u.List),
			Ask: []question{{Name: "meaning", Label: say(l, "teach_ask"), Options: meanings(l, u.List)}}}}
	}
	ignore := deed{Kind: DoTeach, Label: say(l, "ignore"), Says: say(l, "ignore_says", u.Word), Sure: say(l, "ignore_sure"), Fields: append(of(orderfile.Ignore), field{"meaning", ""})}
	if u.Bare {
		return []deed{ignore}
	}
	return []deed{{Kind: DoTeach, Label: say(l, "column_is"), Says: say(l, "column_says", u.Word), Sure: say(l, "teach_sure"), Fields: of(orderfile.Columns),
		Ask: []question{{Name: "meaning", Label: say(l, "column_ask"), Value: string(u.Likely), Options: meanings(l, orderfile.Columns)}}}, ignore}
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
	case orderfile.Columns:
		for _, value := range orderfile.Fields() {
			add(string(value), l.Word("order_field", string(value)))
		}
	case orderfile.Carriers:
		for _, value := range supplier.Carriers() {
			add(value, l.Carrier(value))
		}
		for _, value := range []string{supplier.ByCourier, supplier.ToBranch, supplier.ToLocker} {
			add(value, say(l, "means."+value))
		}
	}
	return options
}

// mostStockWords is how many words of price lists a card has with their buttons.
const mostStockWords = 10

// stockWords are the words of price lists that nobody knows, each with its button, on the card
// that is about them.
func stockWords(f *frame, c *card) (list []unclearView) {
	if c.Code != standing.CodeStockWord {
		return nil
	}
	words := slices.DeleteFunc(slices.Clone(f.Snapshot.StockWords), func(w standing.StockWord) bool { return w.Supplier != c.About })
	for n, w := range words[:min(len(words), mostStockWords)] {
		v := unclearView{Unclear: overview.Unclear{Source: w.List, Word: oneline.Unbroken(w.Word)}, Visitor: f.Visitor,
			Says: say(f.Language, "stock_word", w.Column, oneline.Unbroken(w.Word), w.Products)}
		if w.First != "" {
			v.Way = say(f.Language, "stock_word_example", w.First)
		}
		v.Deeds = f.deeds(c.ID+"-"+identity(standing.Finding{Code: w.List, About: w.Column, Files: []string{w.Word}}), stockDeed(f.Language, words[n]))
		list = append(list, v)
	}
	return list
}

// stockDeed is the button that writes what a word says of stock.
func stockDeed(l wording.Language, w standing.StockWord) deed {
	var options []option
	for _, value := range supplier.Availabilities() {
		options = append(options, option{value, l.Word("availability_word", value)})
	}
	return deed{Kind: DoTeachStock, Label: say(l, "teach"), Says: say(l, "stock_word_says", oneline.Unbroken(w.Word), w.List), Sure: say(l, "stock_word_sure"),
		Fields: []field{{"source", w.List}, {"word", w.Word}}, Ask: []question{{Name: "meaning", Label: say(l, "stock_word_ask"), Options: options}}}
}
