package guess

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/pattern"
)

// labelled finds "1 - new, 2 - sent" in a description.
var labelled = pattern.Lazy(`([A-Za-z0-9_]{1,30})\s*(?:[-–—:=]|\()\s*([\p{L}][\p{L}\p{N}' ’ʼ/_-]{1,60})`)

// hyphenated is a word with a hyphen, which is no value with its label.
var hyphenated = pattern.Lazy(`^[A-Za-z_]+-[A-Za-z]`)

// numbered finds "5 Nova Poshta, 43 Ukrposhta" in a description.
var numbered = pattern.Lazy(`(?:^|[,;.:(/]\s*)([0-9]{1,9})\s+(\p{L}[\p{L}\p{N}' ’ʼ/_-]{1,60})`)

// listed finds words that stand in a row, as in "one of: alpha, beta, gamma-two".
var listed = pattern.Lazy(`[A-Za-z][A-Za-z0-9_-]*(?:\s*[,|/]\s*[A-Za-z][A-Za-z0-9_-]*)+`)

// saysNumbers reports whether a description gives the meaning of several numbers: such a
// place has ids and no amounts.
func saysNumbers(s *service.Shape) bool {
	return len(s.Description) < 5000 && len(numbered().FindAllString(s.Description, 2)) > 1
}

// wordsSaid are the values that a description lists, of a place that has no enum.
func wordsSaid(s *service.Shape) []string {
	if len(s.Enum) > 0 || len(s.Description) >= 5000 {
		return nil
	}
	var out []string
	for _, row := range listed().FindAllString(s.Description, 10) {
		out = append(out, strings.FieldsFunc(row, func(r rune) bool { return strings.ContainsRune(",|/ ", r) })...)
	}
	return out
}

// Labels are the texts that stand for a field's values: from its description, or from a
// sibling such as status_name beside status_id.
func Labels(c *Candidate, sibling *Candidate, rows []any) map[string]string {
	out := map[string]string{}
	words := wordsSaid(c.Shape)
	if len(c.Shape.Description) < 5000 {
		for _, pair := range labelled().FindAllStringSubmatch(c.Shape.Description, 60) {
			if !hyphenated().MatchString(pair[0]) && !slices.Contains(words, pair[2]) {
				out[pair[1]] = pair[2]
			}
		}
		for _, pair := range numbered().FindAllStringSubmatch(c.Shape.Description, 60) {
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
			if slices.Contains(c.Texts, value) || len(c.Texts) == 0 || s.Of(labels[value]) != "" {
				seen = append(seen, value)
			}
		}
	}
	for _, word := range wordsSaid(c.Shape) {
		if s.Of(word) != "" { // what else stands there may be no value
			seen = append(seen, word)
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
	for text := range values {
		if s.Second(cmp.Or(labels[text], text)) && saidTwice(values, text) {
			unclear, plain = append(unclear, service.Clean(text, 40)), false
			delete(values, text)
		}
	}
	slices.Sort(unclear)
	return values, unclear, plain
}

// saidTwice reports whether another value means the same.
func saidTwice(values map[string]string, text string) bool {
	for other, ours := range values {
		if other != text && ours == values[text] {
			return true
		}
	}
	return false
}
