package learn

import (
	"maps"
	"regexp"
	"slices"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
)

// labelled finds "1 - new, 2 - sent" in a description.
var labelled = regexp.MustCompile(`([A-Za-z0-9_]{1,30})\s*(?:[-–—:=]|\()\s*([\p{L}][\p{L}\p{N}' ’ʼ/_-]{1,60})`)

// labels are the texts that stand for a field's values: from its description, or from a
// sibling such as status_name beside status_id.
func labels(c *candidate, sibling *candidate, rows []any) map[string]string {
	out := map[string]string{}
	if len(c.shape.description) < 5000 {
		for _, pair := range labelled.FindAllStringSubmatch(c.shape.description, 60) {
			out[pair[1]] = pair[2]
		}
	}
	if sibling != nil {
		for _, row := range rows {
			if value, label := c.place.text(row), sibling.place.text(row); value != "" && label != "" {
				out[value] = label
			}
		}
	}
	return out
}

// mapped proposes our value for each value that a place has. unclear are those whose
// words say nothing; plain is true where all values are already ours.
func mapped(s *lexicon.States, c *candidate, labels map[string]string) (values map[string]string, unclear []string, plain bool) {
	values, plain = map[string]string{}, true
	seen := slices.Concat(c.shape.enum, c.texts)
	if len(c.shape.enum) == 0 {
		for value := range labels {
			if slices.Contains(c.texts, value) || len(c.texts) == 0 {
				seen = append(seen, value)
			}
		}
	}
	slices.Sort(seen)
	for _, text := range slices.Compact(seen) {
		ours := s.Of(text)
		if ours == "" {
			ours = s.Of(labels[text])
		}
		switch {
		case len(text) > 60 || len(values)+len(unclear) > 60:
		case ours == "":
			unclear, plain = append(unclear, clean(text, 40)), false
		default:
			values[text] = ours
			plain = plain && ours == text
		}
	}
	return values, unclear, plain
}

// stateLine writes a state's line: its path, with a map where the service's values are
// not ours. Those that are not clear stay as they are, which a person has to know.
func (b *builder) stateLine(name string, m *match, labels map[string]string) string {
	path := scalar(m.from.place.String())
	values, unclear, plain := mapped(m.field.States, m.from, labels)
	if len(unclear) > 0 {
		m.note = "not clear, so not mapped: " + shortList(unclear)
		b.lookAt("%s: these values are not clear and stay as they are: %s", name, shortList(unclear))
	}
	maps.DeleteFunc(values, func(theirs, ours string) bool { return theirs == ours }) // kept as they are anyway
	if plain || len(values) == 0 {
		return path
	}
	return flow("at", path, "map", flowMap(values))
}
