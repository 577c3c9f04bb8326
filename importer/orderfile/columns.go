package orderfile

import (
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
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
	return r.sketch.Sign
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
	note := func(columns map[field.Field][]ordertemplate.Column) {
		for m, list := range columns {
			for i, c := range list {
				means[c.Index], choice[c.Index], number[c.Index] = m, i+1, c.Number
			}
		}
	}
	note(s.layout.Columns)
	for _, group := range s.layout.Groups {
		note(group.Columns)
	}
	var out []Column
	for _, c := range s.Cells {
		one := Column{Index: c.Column, Heading: celltext.OneLine(c.Text), Item: -1}
		if m, read := means[c.Column]; read {
			one.Meaning, one.Choice, one.Item = string(m), choice[c.Column], number[c.Column]
		} else if one.Passed = s.Template.Passes(c.Text); !one.Passed {
			nearest, m := s.Template.Nearest(c.Text)
			one.Nearest, one.Means = nearest, string(m)
		}
		out = append(out, one)
	}
	return out
}
