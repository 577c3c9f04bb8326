package learn

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
)

// match is a candidate chosen for a field, with what speaks for it.
type match struct {
	field      lexicon.Field
	from       *candidate
	confidence float64
	evidence   []string
	note       string // what a person must look at
}

const (
	enough    = 0.4  // below it a candidate is not proposed
	certain   = 0.98 // a proposal never claims more
	unproven  = 0.9  // nor more than this without real values
	nameShare = 0.88
	textShare = 0.75
)

// score weighs one candidate for one field; 0 is no candidate at all.
func (c *candidate) score(f lexicon.Field) match {
	m := match{field: f, from: c}
	k := kindOf[f.Want]
	if c.list || !c.fits(f) {
		return m
	}
	name := f.Names.OfName(c.place.names())
	if !c.place.single() && !k.many {
		name *= 0.7 // the first of several values is taken
	}
	described := f.About.InText(c.shape.description)
	m.confidence = 1 - (1-nameShare*name)*(1-textShare*described)
	if name > 0 {
		m.evidence = append(m.evidence, pick(name >= 0.9, "name", "name (weak)"))
	}
	if described > 0 {
		m.evidence = append(m.evidence, "description")
	}
	if f.States != nil {
		m.weighStates()
	} else {
		m.weighValues(checkOf(f), k.looks, k.alone)
	}
	if c.rows == 0 {
		m.confidence = min(m.confidence, unproven)
	}
	m.confidence = min(m.confidence, certain)
	return m
}

// weighValues lets the values raise or lower what the names say.
func (m *match) weighValues(check func(string) bool, looks string, alone float64) {
	c := m.from
	texts := c.known(m.field)
	seen := len(texts)
	switch {
	case seen == 0:
		if c.rows > 0 {
			m.confidence *= 0.6
			m.evidence = append(m.evidence, fmt.Sprintf("absent in all %d rows", c.rows))
		}
		return
	case check == nil:
		if m.confidence > 0 && c.rows > 0 {
			m.evidence = append(m.evidence, fmt.Sprintf("%d of %d rows have it", seen, c.rows))
			m.confidence += (1 - m.confidence) * 0.35 * float64(seen) / float64(c.rows)
		}
		return
	}
	good := passing(texts, check)
	rate := float64(good) / float64(seen)
	if m.confidence < alone && rate == 1 && seen >= 2 {
		m.confidence = alone
	}
	if m.confidence == 0 {
		return
	}
	if rate == 1 {
		m.confidence += (1 - m.confidence) * 0.5
	} else {
		m.confidence *= 0.25 + 0.75*rate
	}
	of := pick(c.rows > 0, "rows", "examples")
	m.evidence = append(m.evidence, fmt.Sprintf("%d of %d %s look like %s", good, seen, of, looks))
}

// weighStates lets values whose words are clear raise what the name says.
func (m *match) weighStates() {
	c := m.from
	m.weighValues(nil, "", 0)
	clear := passing(c.texts, func(text string) bool { return m.field.States.Of(text) != "" })
	if m.confidence == 0 || len(c.texts) == 0 {
		return
	}
	if clear == 0 {
		// other words than ours speak against a place, unless its name leaves no doubt;
		// a single one is a constant
		doubtful := len(c.shape.enum) == 1 || m.field.Names.OfName(c.place.names()) < 0.9
		foreign := len(c.shape.enum) > 0 && len(labels(c, nil, nil)) == 0 && doubtful
		m.confidence *= pick(foreign, 0.45, 0.92)
		return
	}
	m.confidence += (1 - m.confidence) * 0.4 * float64(clear) / float64(len(c.texts))
	m.evidence = append(m.evidence, fmt.Sprintf("%d of %d values are clear words", clear, len(c.texts)))
}

// fits reports whether the declared or seen types and the place can be those of the field.
func (c *candidate) fits(f lexicon.Field) bool {
	k := kindOf[f.Want]
	if !c.shape.has(k.kinds) || c.shape.is(isTruth) && k.kinds&isTruth == 0 {
		return false
	}
	if f.Flat && len(c.place) > 1 {
		return false
	}
	if len(c.shape.enum) > 1 && f.Want != lexicon.WantState && f.Want != lexicon.WantCurrency && f.Want != lexicon.WantText {
		return false
	}
	return len(c.place) > 0
}

// assign chooses for each field the best candidate; a candidate serves one field only.
func assign(fields []lexicon.Field, all []*candidate) []match {
	var scored []match
	for _, f := range fields {
		for _, c := range all {
			if c.used {
				continue
			}
			if m := c.score(f); m.confidence >= enough {
				scored = append(scored, m)
			}
		}
	}
	slices.SortStableFunc(scored, func(a, b match) int {
		return cmp.Or(cmp.Compare(b.confidence, a.confidence),
			cmp.Compare(len(a.from.place), len(b.from.place)), strings.Compare(a.from.place.String(), b.from.place.String()))
	})
	taken := map[string]bool{}
	var chosen []match
	for _, m := range scored {
		if !m.from.used && !taken[m.field.Name] {
			m.from.used, taken[m.field.Name] = true, true
			chosen = append(chosen, m)
		}
	}
	return inOrder(fields, chosen)
}

// inOrder puts the matches into the order of the fields.
func inOrder(fields []lexicon.Field, chosen []match) []match {
	index := func(m match) int {
		return slices.IndexFunc(fields, func(f lexicon.Field) bool { return f.Name == m.field.Name })
	}
	slices.SortStableFunc(chosen, func(a, b match) int { return index(a) - index(b) })
	return chosen
}

func find(matches []match, name string) *match {
	for i := range matches {
		if matches[i].field.Name == name {
			return &matches[i]
		}
	}
	return nil
}

func pick[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}
