package orderfile

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Column is a column of an order file and what was made of its heading.
type Column struct {
	Index   int    // from 0
	Heading string // as the file spells it, on one line
	Meaning string // the field as templates name it, "" where the column is not read
	Item    int    // the number of a numbered item's column, -1 elsewhere
	Choice  int    // 1 for the column that goes before, 2 for the one that is taken where it is blank …
	Passed  bool   // the template names the heading as one that is not read
	Nearest string // of an unknown heading: the known one that it is most like, "" without any
	Means   string // the meaning of Nearest
}

// HeadingRow is the row of the headings, as a spreadsheet counts; 0 where none was found.
func (r *Report) HeadingRow() int {
	if r.sketch == nil {
		return 0
	}
	return r.sketch.Number
}

// RecognisedBy is the headings by which the template was chosen; empty where it was
// fixed, or where no template recognised the file.
func (r *Report) RecognisedBy() []string {
	if r.sketch == nil {
		return nil
	}
	return r.sketch.sign
}

// Fixed reports whether the caller named the template, and the headings did not choose it.
func (r *Report) Fixed() bool { return r.fixed }

// Columns tells of each heading how it was read, by column.
func (r *Report) Columns() []Column {
	if r.sketch == nil {
		return nil
	}
	return r.sketch.columns()
}

func (s *sketch) columns() []Column {
	choice := map[int]int{}
	number := map[int]int{}
	means := map[int]field.Field{}
	note := func(columns map[field.Field][]column) {
		for m, list := range columns {
			for i, c := range list {
				means[c.index], choice[c.index], number[c.index] = m, i+1, c.number
			}
		}
	}
	note(s.layout.columns)
	for _, group := range s.layout.groups {
		note(group.columns)
	}
	var out []Column
	for _, c := range s.Cells {
		one := Column{Index: c.Column, Heading: celltext.OneLine(c.Text), Item: -1}
		if m, read := means[c.Column]; read {
			one.Meaning, one.Choice, one.Item = string(m), choice[c.Column], number[c.Column]
		} else if one.Passed = s.profile.passes(c.Text); !one.Passed {
			nearest, m := s.profile.nearest(c.Text)
			one.Nearest, one.Means = nearest, string(m)
		}
		out = append(out, one)
	}
	return out
}

// nearest is the known heading that an unknown one is most like: the same with
// look-alike letters, the longest that stands in it as whole words, or one a slip of the
// fingers away. Short words are near to many others, and prove nothing.
func (p *Profile) nearest(text string) (string, field.Field) {
	key := headingKey(text)
	if key == "" || !strings.ContainsFunc(key, unicode.IsLetter) {
		return "", ""
	}
	if known, ok := p.folded[fold(key)]; ok {
		return known, p.headings[known].meaning
	}
	candidates := make([]string, 0, len(p.headings))
	inside := ""
	for known := range p.headings {
		candidates = append(candidates, known)
		longer := len(known) > len(inside) || len(known) == len(inside) && known < inside
		if longer && len(known) > 2 && standsIn(key, known) {
			inside = known
		}
	}
	if inside != "" {
		return inside, p.headings[inside].meaning
	}
	slices.Sort(candidates) // of equals the first, so that it is always the same
	found := strictyaml.Nearest(key, candidates)
	if !aSlip(key, found) {
		return "", ""
	}
	return found, p.headings[found].meaning
}

// aSlip reports whether two headings of some length differ by one letter, or two of a long one.
func aSlip(a, b string) bool {
	const short, long = 6, 12
	length := min(utf8.RuneCountInString(a), utf8.RuneCountInString(b))
	switch {
	case length < short:
		return false
	case length < long:
		return strictyaml.Distance(a, b) <= 1
	}
	return strictyaml.Distance(a, b) <= 2
}

// standsIn reports whether a text holds the words side by side and whole.
func standsIn(text, words string) bool {
	plain := func(s string) string {
		return " " + strings.Join(strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' }), " ") + " "
	}
	return strings.Contains(plain(text), plain(words)) && strings.TrimSpace(plain(words)) != ""
}
