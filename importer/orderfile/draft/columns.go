package draft

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

// Columns tells of each heading how it was read, by column.
func (s *Sketch) Columns() []Column {
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
		one := Column{Index: c.Column, Heading: celltext.SingleSpaced(c.Text), Item: -1}
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
