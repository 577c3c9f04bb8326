package learn

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
)

// bodyGaps are the maps that a person has to fill in where the service's words are not ours;
// a list is no value of a map, so that nothing is sent with the marks left in.
var bodyGaps = map[string]string{
	"carrier":        "{nova_poshta: [?], ukrposhta: [?]}",
	"delivery_type":  "{branch: [?], locker: [?], courier: [?]}",
	"payment_method": "{cod: [?], prepaid: [?]}",
}

// bodyStateLine writes where a state goes in the body: plain where the service has our
// words, by a map of its clear ones, else only as a line that waits for a person, because
// our words would be sent to a service that has others.
func (s *section) bodyStateLine(body *node, m *match) {
	path := scalar(m.from.place.String())
	from, where := s.b.statesSeen(m)
	values, unclear, plain := mapped(m.field.States, from, labels(from, nil, nil))
	var pairs []string
	done := map[string]bool{}
	for _, theirs := range sortedKeys(values) {
		if ours := values[theirs]; !done[ours] {
			done[ours] = true
			number := m.from.shape.is(isFraction|isWhole) && looksWhole(theirs)
			pairs = append(pairs, ours, pick(number, theirs, quoted(theirs)))
		}
	}
	switch {
	case len(values)+len(unclear) == 0 && !m.from.shape.is(isWhole|isFraction):
		s.b.lookAt("create_order.%s: nothing says which values the service takes, dropbridge's own words would be sent to %s", m.field.Name, path)
		s.put(body, "", *m, path)
	case len(pairs) == 0:
		why := "the service takes ids, and nothing says which"
		if len(unclear) > 0 {
			why = fmt.Sprintf("the service's values are not ours, %s %s: write which is which", where, shortList(unclear))
		}
		s.lacks(body, m.field.Name, flow("at", path, "map", bodyGaps[m.field.Name]), why)
	case plain:
		s.put(body, "", *m, path)
	default:
		if len(unclear) > 0 {
			m.note = "not clear, so not mapped: " + shortList(unclear)
		}
		s.put(body, "", *m, flow("at", path, "map", flow(pairs...)))
	}
}

// statesSeen is the place that tells the values of a state: that of the request, or where
// the request names none that of the orders that are read.
func (b *builder) statesSeen(m *match) (from *candidate, where string) {
	if len(m.from.texts)+len(labels(m.from, nil, nil)) > 0 {
		return m.from, "the request has"
	}
	if l := b.found.lists[orders]; l != nil {
		all := candidates(l.record, l.rows)
		takeItems(all, b.words)
		if read := find(assign(b.words.Fields(lexicon.Order), all), m.field.Name); read != nil {
			return read.from, "orders have"
		}
	}
	return m.from, ""
}

func shortList(texts []string) string {
	return strings.Join(texts[:min(len(texts), 12)], ", ")
}

// lookAt names something that the proposal cannot be sure of, once.
func (b *builder) lookAt(format string, args ...any) {
	if line := fmt.Sprintf(format, args...); !slices.Contains(b.look, line) {
		b.look = append(b.look, line)
	}
}
