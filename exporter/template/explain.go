package template

import (
	"maps"
	"slices"

	"github.com/dropbridge/dropbridge/exporter/encode"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Explained is what an offer shows in one place, and how it came there.
type Explained struct {
	Place string         `json:"place"` // a heading, or an element with its attribute: "offer@id"
	Value string         `json:"value"`
	From  string         `json:"from"` // the path or expression that was taken; "" for a constant or a default
	Done  []remark.Code  `json:"done"` // what was done to it to fit
	Notes []wording.Text `json:"notes"`
}

// trace remembers from where the value at hand was taken.
type trace struct{ from string }

// took notes from where a value was taken, where somebody asks.
func (s *Scope) took(from string) {
	if s.trace != nil {
		s.trace.from = from
	}
}

// Explain tells of each place of the offer at hand what it shows. Places with nothing in them,
// and nothing to tell, are left out.
func (t *Template) Explain(s *Scope) []Explained {
	before := s.Notes
	s.trace = &trace{}
	e := &explainer{scope: s}
	if t.IsTable() {
		e.tables(t)
	} else {
		e.element(&t.offer)
	}
	s.Notes, s.trace = before, nil
	return e.out
}

type explainer struct {
	scope *Scope
	out   []Explained
}

func (e *explainer) tables(t *Template) {
	for i := range t.sheets {
		sheet := &t.sheets[i]
		if sheet.OfFeed() {
			continue
		}
		for k := range sheet.rows {
			row := &sheet.rows[k]
			for range row.Times(e.scope) {
				for c := range row.cells {
					place := sheet.columns[c].heading
					if len(t.sheets) > 1 {
						place = sheet.name + ": " + place
					}
					e.value(place, &row.cells[c])
				}
			}
		}
	}
}

func (e *explainer) element(el *element) {
	if el.when != nil && !el.when.isTrue(e.scope) {
		return
	}
	for i := range el.attributes {
		e.value(el.tag.Name+"@"+el.attributes[i].name, &el.attributes[i].value)
	}
	if el.value != nil {
		e.value(el.tag.Name, el.value)
	}
	for i := range el.children {
		child := &el.children[i]
		if child.each == nil {
			e.element(child)
			continue
		}
		one := *child
		one.each = nil
		for range child.each.items(e.scope) {
			e.element(&one)
		}
	}
}

// value tells of one place.
func (e *explainer) value(place string, v *value) {
	var notes remark.Notes
	e.scope.Notes, e.scope.trace.from = &notes, v.source
	text := string(v.append(nil, e.scope))
	made := Explained{Place: place, Value: text, From: e.scope.trace.from, Done: slices.Sorted(maps.Keys(notes.Repaired)), Notes: []wording.Text{}}
	for _, w := range notes.Warnings {
		made.Notes = append(made.Notes, w.Clone().Message)
	}
	if made.Done == nil {
		made.Done = []remark.Code{}
	}
	if encode.Blank(text) && len(made.Done)+len(made.Notes) == 0 {
		return
	}
	e.out = append(e.out, made)
}
