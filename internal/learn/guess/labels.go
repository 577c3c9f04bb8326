package guess

import (
	"regexp"
	"slices"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// labelled finds "1 - new, 2 - sent" in a description.
var labelled = regexp.MustCompile(`([A-Za-z0-9_]{1,30})\s*(?:[-–—:=]|\()\s*([\p{L}][\p{L}\p{N}' ’ʼ/_-]{1,60})`)

// Labels are the texts that stand for a field's values: from its description, or from a
// sibling such as status_name beside status_id.
func Labels(c *Candidate, sibling *Candidate, rows []any) map[string]string {
	out := map[string]string{}
	if len(c.Shape.Description) < 5000 {
		for _, pair := range labelled.FindAllStringSubmatch(c.Shape.Description, 60) {
			out[pair[1]] = pair[2]
		}
	}
	if sibling != nil {
		for _, row := range rows {
			if value, label := c.Place.Text(row), sibling.Place.Text(row); value != "" && label != "" {
				out[value] = label
			}
		}
	}
	return out
}

// Mapped proposes our value for each value that a place has. unclear are those whose
// words say nothing; plain is true where all values are already ours.
func Mapped(s *lexicon.States, c *Candidate, labels map[string]string) (values map[string]string, unclear []string, plain bool) {
	values, plain = map[string]string{}, true
	seen := slices.Concat(c.Shape.Enum, c.Texts)
	if len(c.Shape.Enum) == 0 {
		for value := range labels {
			if slices.Contains(c.Texts, value) || len(c.Texts) == 0 {
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
			unclear, plain = append(unclear, service.Clean(text, 40)), false
		default:
			values[text] = ours
			plain = plain && ours == text
		}
	}
	return values, unclear, plain
}
