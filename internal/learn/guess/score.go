package guess

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Match is a candidate chosen for a field, with what speaks for it.
type Match struct {
	Field      lexicon.Field
	From       *Candidate
	Confidence float64
	Evidence   Evidence
	Note       wording.Message // what a person must look at
	Proven     bool            // by the values of rows
}

// Evidence is what speaks for a match.
type Evidence []wording.Message

// In is the evidence in a language, with commas between.
func (e Evidence) In(l wording.Language) string {
	said := make([]string, len(e))
	for i, one := range e {
		said[i] = one.In(l)
	}
	return strings.Join(said, ", ")
}

// Message is the evidence as a message, which is nothing but the evidence.
func (e Evidence) Message() wording.Message { return wording.Message{Values: []any{e}} }

// speaks adds what speaks for the match.
func (m *Match) speaks(key string, values ...any) {
	m.Evidence = append(m.Evidence, wording.NewMessage(key, values...))
}

const (
	enough    = 0.4  // below it a candidate is not proposed
	Certain   = 0.98 // a proposal never claims more
	unproven  = 0.9  // nor more than this without real values
	nameShare = 0.88
	textShare = 0.75
)

// Score weighs one candidate for one field; 0 is no candidate at all.
func (c *Candidate) Score(f lexicon.Field) Match {
	m := Match{Field: f, From: c}
	k := kindOf[f.Want]
	if c.List || !c.fits(f) {
		return m
	}
	name := c.Named(f)
	switch {
	case name > 0:
	case f.Want == lexicon.WantImages:
		name = c.picture(f)
	case f.Want == lexicon.WantState:
		name = c.someState(f)
	}
	if !c.Place.Single() && !k.many {
		name *= 0.7 // the first of several values is taken
	}
	described := f.About.InText(c.Shape.Description)
	m.Confidence = 1 - (1-nameShare*name)*(1-textShare*described)
	if name > 0 {
		m.speaks(byName(name))
	}
	if described > 0 {
		m.speaks("learn.by_description")
	}
	if f.States != nil {
		m.weighStates()
	} else {
		m.weighValues(checkOf(f), k.looks, k.alone)
	}
	if c.Rows == 0 {
		m.Confidence = min(m.Confidence, unproven)
	}
	m.Confidence = min(m.Confidence, Certain)
	return m
}

// weighValues lets the values raise or lower what the names say.
func (m *Match) weighValues(check func(string) bool, looks string, alone float64) {
	c := m.From
	texts := c.Known(m.Field)
	seen := len(texts)
	switch {
	case seen == 0:
		if c.Rows > 0 {
			m.Confidence *= 0.6
			m.speaks("learn.absent", c.Rows)
		}
		return
	case check == nil:
		if m.Confidence > 0 && c.Rows > 0 {
			m.speaks("learn.rows_have_it", seen, c.Rows)
			m.Confidence += (1 - m.Confidence) * 0.35 * float64(seen) / float64(c.Rows)
		}
		return
	}
	good := Passing(texts, check)
	rate := float64(good) / float64(seen)
	if m.Confidence < alone && rate == 1 && seen >= 2 {
		m.Confidence = alone
	}
	if m.Confidence == 0 {
		return
	}
	if rate == 1 {
		m.Confidence += (1 - m.Confidence) * 0.5
	} else {
		m.Confidence *= 0.25 + 0.75*rate
	}
	of := "learn.examples_look"
	if c.Rows > 0 {
		of = "learn.rows_look"
	}
	m.speaks(of, good, seen, wording.NewMessage(looks))
}

// weighStates lets values whose words are clear raise what the name says.
func (m *Match) weighStates() {
	c := m.From
	m.weighValues(nil, "", 0)
	clear := c.clearFor(m.Field)
	if m.Field.Telling() && clear == len(c.Texts) && clear >= 2 && c.few() {
		m.Confidence = max(m.Confidence, 0.62) // no other place has such words
	}
	if m.Confidence == 0 || len(c.Texts) == 0 {
		return
	}
	if clear == 0 && c.ofRival(m.Field) {
		m.Confidence = 0
		return
	}
	if clear == 0 {
		// other words than ours speak against a place, unless its name leaves no doubt;
		// a single one is a constant
		if c.Rows > 0 && m.Field.Name == "availability" && len(Labels(c, nil, nil)) == 0 && c.Named(m.Field) < 0.9 {
			m.Confidence = 0 // whether a product is shown says nothing of its stock
			return
		}
		doubtful := len(c.Shape.Enum) == 1 || c.Named(m.Field) < 0.9
		foreign := len(c.Shape.Enum) > 0 && len(Labels(c, nil, nil)) == 0 && doubtful
		if foreign {
			m.Confidence *= 0.45
		} else {
			m.Confidence *= 0.92
		}
		return
	}
	m.Confidence += (1 - m.Confidence) * 0.4 * float64(clear) / float64(len(c.Texts))
	m.Proven = c.Rows > 0 && clear == len(c.Texts)
	m.speaks("learn.clear_words", clear, len(c.Texts))
}

// few reports whether values are a few that come again, as states are: a text of its own in
// each row says more than a state.
func (c *Candidate) few() bool {
	seen := map[string]bool{}
	for _, text := range c.Texts {
		seen[text] = true
	}
	return c.Rows == 0 || len(seen) <= max(2, len(c.Texts)/2)
}

// clearFor counts the values whose own words, or those that the description has for them, are
// clear.
func (c *Candidate) clearFor(f lexicon.Field) int {
	labels := Labels(c, nil, nil)
	return Passing(c.Texts, func(text string) bool { return f.States.Of(text) != "" || f.States.Of(labels[text]) != "" })
}

// someState is how much a name says that ends like the field's, such as unified_status, where
// all values are clear words of it.
func (c *Candidate) someState(f lexicon.Field) float64 {
	names := c.Place.Names()
	words := strings.Fields(lexicon.Phrase(names[len(names)-1]))
	if f.States == nil || len(names) > 1 || len(words) < 2 || len(c.Texts) < 2 || c.clearFor(f) < len(c.Texts) {
		return 0
	}
	return 0.7 * f.Names.Exact(words[len(words)-1])
}

// ofRival reports whether all values of a place are words of a field that is called alike:
// a type of delivery that says who carries it is the carrier.
func (c *Candidate) ofRival(f lexicon.Field) bool {
	return slices.ContainsFunc(f.Rivals, func(other *lexicon.States) bool {
		return Passing(c.Texts, func(text string) bool { return other.Of(text) != "" }) == len(c.Texts)
	})
}

// picture is how much a place in a list of pictures looks like the one that a shop shows,
// whatever it is called there.
func (c *Candidate) picture(f lexicon.Field) float64 {
	names := c.Place.Names()
	if len(names) < 2 || len(c.Texts) == 0 || Passing(c.Texts, LooksAddress) < len(c.Texts) {
		return 0
	}
	leaf := lexicon.Phrase(names[len(names)-1])
	if slices.ContainsFunc(f.Small, func(word string) bool { return strings.Contains(leaf, word) }) {
		return 0
	}
	return 0.9 * f.Names.OfPhrase(lexicon.Phrase(names[len(names)-2]))
}

// counts reports whether numbers at a place are of pieces, and not one for there and one for
// not there.
func (c *Candidate) counts() bool {
	if !c.Shape.Is(service.IsWhole|service.IsFraction) || len(c.Shape.Enum) > 0 || len(Labels(c, nil, nil)) > 0 {
		return false
	}
	return Passing(c.Texts, func(text string) bool { return text == "0" || text == "1" }) < len(c.Texts)
}

// fits reports whether the declared or seen types and the place can be those of the field.
func (c *Candidate) fits(f lexicon.Field) bool {
	k := kindOf[f.Want]
	if !c.Shape.Has(k.kinds) || c.Shape.Is(service.IsTruth) && k.kinds&service.IsTruth == 0 {
		return false
	}
	if f.Flat && len(c.Place) > 1 && (len(c.Place) > 2 || !c.Place.Single() || !f.Names.Wraps(c.Place[0].Name)) {
		return false
	}
	if f.Name == "availability" && c.counts() {
		return false
	}
	if len(c.Shape.Enum) > 1 && f.Want != lexicon.WantState && f.Want != lexicon.WantCurrency && f.Want != lexicon.WantText {
		return false
	}
	return len(c.Place) > 0 && (f.Want != lexicon.WantMoney || !saysNumbers(c.Shape))
}

// Assign chooses for each field the best candidate; a candidate serves one field only.
func Assign(fields []lexicon.Field, all []*Candidate) []Match {
	var scored []Match
	for _, f := range fields {
		for _, c := range all {
			if c.Used {
				continue
			}
			if m := c.Score(f); m.Confidence >= enough {
				scored = append(scored, m)
			}
		}
	}
	sorting.StableFunc(scored, func(a, b Match) int {
		return cmp.Or(cmp.Compare(b.Confidence, a.Confidence),
			cmp.Compare(len(a.From.Place), len(b.From.Place)), strings.Compare(a.From.Place.String(), b.From.Place.String()))
	})
	taken := map[string]bool{}
	var chosen []Match
	for _, m := range scored {
		if !m.From.Used && !taken[m.Field.Name] {
			m.From.Used, taken[m.Field.Name] = true, true
			chosen = append(chosen, m)
		}
	}
	return inOrder(fields, chosen)
}

// inOrder puts the matches into the order of the fields.
func inOrder(fields []lexicon.Field, chosen []Match) []Match {
	index := func(m Match) int {
		return slices.IndexFunc(fields, func(f lexicon.Field) bool { return f.Name == m.Field.Name })
	}
	sorting.StableFunc(chosen, func(a, b Match) int { return index(a) - index(b) })
	return chosen
}

// Find is the match of a field, nil where it has none.
func Find(matches []Match, name string) *Match {
	for i := range matches {
		if matches[i].Field.Name == name {
			return &matches[i]
		}
	}
	return nil
}

// byName is the key of what a name says that speaks for a field.
func byName(strength float64) string {
	if strength >= 0.9 {
		return "learn.by_name"
	}
	return "learn.by_weak_name"
}
