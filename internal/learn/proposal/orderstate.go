package proposal

import (
	"maps"
	"slices"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/oneline"
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
func (s *section) bodyStateLine(body *node, m *guess.Match) {
	path := scalar(placeOnly(m.From.Place))
	from, where := s.b.statesSeen(m)
	values, unclear, plain := guess.Mapped(m.Field.States, from, guess.Labels(from, nil, nil))
	var pairs []string
	done := map[string]bool{}
	for _, theirs := range slices.Sorted(maps.Keys(values)) {
		if ours := values[theirs]; !done[ours] {
			done[ours] = true
			number := m.From.Shape.Is(service.IsFraction|service.IsWhole) && guess.LooksWhole(theirs)
			pairs = append(pairs, ours, pick(number, theirs, quoted(theirs)))
		}
	}
	switch {
	case len(values)+len(unclear) == 0 && !m.From.Shape.Is(service.IsWhole|service.IsFraction):
		s.b.lookAt(say("learn.own_words", m.Field.Name, path))
		s.put(body, "", *m, path)
	case len(pairs) == 0:
		why := say("learn.takes_ids")
		if len(unclear) > 0 {
			why = say(where, oneline.Few(unclear, mostNamed))
		}
		s.lacks(body, m.Field.Name, flow("at", path, "map", bodyGaps[m.Field.Name]), why)
	case plain:
		s.put(body, "", *m, path)
	default:
		if len(unclear) > 0 {
			m.Note = say("learn.not_mapped", oneline.Few(unclear, mostNamed))
		}
		s.put(body, "", *m, flow("at", path, "map", flow(pairs...)))
	}
}

// statesSeen is the place that tells the values of a state: that of the request, or where
// the request names none that of the orders that are read. where is the key of what is said
// of values that are not ours there.
func (b *builder) statesSeen(m *guess.Match) (from *guess.Candidate, where string) {
	if len(m.From.Texts)+len(guess.Labels(m.From, nil, nil)) > 0 {
		return m.From, "learn.values_of_request"
	}
	if l := b.found.Lists[guess.Orders]; l != nil {
		all := guess.Candidates(l.Record, l.Rows)
		guess.TakeItems(all, b.words)
		if read := guess.Find(guess.Assign(b.words.Fields(lexicon.Order), all), m.Field.Name); read != nil {
			return read.From, "learn.values_of_orders"
		}
	}
	return m.From, ""
}

// stateLine writes a state's line: its path, with a map where the service's values are
// not ours. Those that are not clear stay as they are, which a person has to know.
func (b *builder) stateLine(name string, m *guess.Match, labels map[string]string) string {
	path := scalar(m.From.Place.String())
	values, unclear, plain := guess.Mapped(m.Field.States, m.From, labels)
	if len(unclear) > 0 {
		m.Note = say("learn.not_mapped", oneline.Few(unclear, mostNamed))
		b.lookAt(say("learn.unclear", name, oneline.Few(unclear, mostNamed)))
	}
	maps.DeleteFunc(values, func(theirs, ours string) bool { return theirs == ours }) // kept as they are anyway
	if plain || len(values) == 0 {
		return path
	}
	return flow("at", path, "map", flowMap(values))
}
