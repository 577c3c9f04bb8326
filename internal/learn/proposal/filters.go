package proposal

import (
	"cmp"
	"fmt"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// filterBy reports whether a query parameter is one of the filters, and what speaks for it.
func (s *section) filterBy(f lexicon.Field, p service.Parameter, o *service.Operation) (note string, ok bool) {
	words := s.b.words
	name := lexicon.FilterPhrase(p.Name)
	said := ""
	if p.Shape != nil {
		said = p.Description
	}
	switch {
	case f.Names.Exact(name) > 0, f.Names.Exact(lexicon.Phrase(p.Name)) > 0:
		note = "the query has it"
	case f.About.InText(said) >= 0.85:
		note = "by its description"
	case f.Name == "external_id" && s.ofOwnNumber(name):
		note = "the name of the order's own number"
	default:
		return "", false
	}
	if f.Name == "updated_since" {
		return s.byChange(name+" "+lexicon.PhraseOfText(said), p.Name, note, o, words)
	}
	return note, true
}

// byChange tells a filter by the last change from one by creation, which would leave out for
// ever what an older order has come to. A trial on the service counts most.
func (s *section) byChange(said, name, note string, o *service.Operation, words *lexicon.Lexicon) (string, bool) {
	line := fmt.Sprintf("%s.query: %s", s.Operation.Operation, service.Clean(name, 60))
	change, creation := words.Holds(lexicon.OfChange, said), words.Holds(lexicon.OfCreation, said)
	tried, known := o.Tried[name]
	switch {
	case known && tried:
		return "tried on the service: it finds what was changed since", true
	case known:
		s.b.lookAt(say("learn.filter_fails", line))
		return "", false
	case creation && !change:
		return "", false
	case !change:
		s.b.lookAt(say("learn.filter_unclear", line))
		return "", false
	}
	s.b.lookAt(say("learn.filter_untried", line))
	return note + "; by its name, not tried", true
}

// ofOwnNumber reports whether a name is that of the place where orders have the client's own
// number, one or several.
func (s *section) ofOwnNumber(name string) bool {
	own := s.b.ownNumberName()
	return own != "" && (name == own || name == own+"s")
}

// ownNumberName is what orders that are read call the client's own number, "" where they
// have none. It is looked for once.
func (b *builder) ownNumberName() string {
	l := b.found.Lists[guess.Orders]
	if l == nil || b.ownName != nil {
		return *cmp.Or(b.ownName, new(string))
	}
	b.ownName = new(string)
	all := guess.Candidates(l.Record, l.Rows)
	guess.TakeItems(all, b.words)
	if m := guess.Find(b.assignOrder(guess.Orders, b.words.Fields(lexicon.Order), all), "external_id"); m != nil {
		*b.ownName = lexicon.Phrase(m.From.Place.String())
	}
	return *b.ownName
}
