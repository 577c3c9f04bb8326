package template

import (
	"github.com/dropbridge/dropbridge/exporter/encode"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// Records makes what a format writes of the offer at hand. It is one worker's memory: a
// record is valid until the next one.
type Records struct {
	record     encode.Record
	attributes []encode.Attribute
	scratch    []byte // of texts; a text stays where it is when the memory grows
}

// Row is one row of a table.
func (m *Records) Row(t *Table, r *Row, s *Scope) *encode.Record {
	m.scratch, m.record.Table, m.record.Cells = m.scratch[:0], t.index, m.record.Cells[:0]
	for i := range r.cells {
		v, start := &r.cells[i], len(m.scratch)
		m.record.Cells = append(m.record.Cells, encode.Cell{Text: m.textOfValue(v, s), Proved: v.proved(s)})
		switch v.kind {
		case moneyKind, integerKind:
			m.record.Cells[i].Number = true
		case composed:
			m.record.Cells[i].Number = t.columns[i].number && spreadsheet.IsNumber(m.scratch[start:])
		}
	}
	return &m.record
}

// textOfValue is the text of a value, "" where it is absent.
func (m *Records) textOfValue(v *value, s *Scope) string {
	if v.kind == textKind || v.kind == addressKind {
		return v.text(s)
	}
	start := len(m.scratch)
	m.scratch = v.append(m.scratch, s)
	return encode.View(m.scratch[start:])
}

// Offer is the elements of the offer at hand.
func (m *Records) Offer(t *Template, s *Scope) *encode.Record {
	m.reset()
	m.open(&t.offer, 0, encode.Lines, s) // what an offer cannot do without, the template needs
	m.elements(t.offer.children, s, 1)
	return &m.record
}

// Document is the elements around the offers of a feed.
func (m *Records) Document(t *Template, f *Facts) []encode.Element {
	m.reset()
	m.appendAround(&t.document, &Scope{Facts: f}, 0)
	return m.record.Elements
}

func (m *Records) reset() {
	m.scratch, m.attributes, m.record.Elements = m.scratch[:0], m.attributes[:0], m.record.Elements[:0]
}

// open appends an element that holds others, and reports whether all that it requires is there.
func (m *Records) open(e *element, level int, holds encode.Content, s *Scope) (complete bool) {
	attributes, complete := m.attributesOf(e, s)
	m.record.Elements = append(m.record.Elements, encode.Element{Tag: e.tag, Level: level, Holds: holds, Attributes: attributes, Incomplete: !complete})
	return complete
}

// appendAround appends an element around the offers. Those that hold others always stand.
func (m *Records) appendAround(e *element, s *Scope, level int) {
	switch {
	case e.each != nil:
		one := *e
		one.each = nil
		for range e.each.items(s) {
			m.appendAround(&one, s, level)
		}
		return
	case len(e.children) == 0 && !e.offers:
		m.element(e, s, level)
		return
	case e.when != nil && !e.when.isTrue(s):
		return
	}
	holds := encode.Lines
	if e.offers {
		holds = encode.Offers
	}
	if !m.open(e, level, holds, s) {
		return
	}
	for k := range e.children {
		m.appendAround(&e.children[k], s, level+1)
	}
}

func (m *Records) elements(elements []element, s *Scope, level int) {
	for i := range elements {
		e := &elements[i]
		if e.each == nil {
			m.element(e, s, level)
			continue
		}
		for range e.each.items(s) {
			m.element(e, s, level)
		}
	}
}

// element appends one element with what it holds.
func (m *Records) element(e *element, s *Scope, level int) {
	if e.when != nil && !e.when.isTrue(s) {
		return
	}
	if e.value == nil && !e.empty {
		if m.open(e, level, encode.Elements, s) {
			m.elements(e.children, s, level+1)
		}
		return
	}
	attributes, complete := m.attributesOf(e, s)
	made := encode.Element{Tag: e.tag, Level: level, Attributes: attributes, Incomplete: !complete}
	if complete && !e.empty {
		made.Text, made.Holds, made.Proved = m.textOfValue(e.value, s), e.content(), e.value.proved(s)
	}
	m.record.Elements = append(m.record.Elements, made)
}

// content is how the element holds its value.
func (e *element) content() encode.Content {
	switch kind := e.value.kind; {
	case kind >= moneyKind:
		return encode.Figure
	case kind == addressKind:
		return encode.Address
	case e.cdata && (kind == textKind || kind == composed):
		return encode.CDATA
	}
	return encode.Words
}

// attributesOf are the attributes of an element that are there or always stand. complete: all
// required ones are there. Those behind a missing one are not looked at.
func (m *Records) attributesOf(e *element, s *Scope) (_ []encode.Attribute, complete bool) {
	first := len(m.attributes)
	for k := range e.attributes {
		a := &e.attributes[k]
		text := m.textOfValue(&a.value, s)
		if absent := encode.Blank(text); absent && a.required {
			return m.attributes[first:], false
		} else if absent && !a.always {
			continue
		} else if absent {
			text = ""
		}
		m.attributes = append(m.attributes, encode.Attribute{Name: a.name, Text: text, Proved: a.value.proved(s)})
	}
	return m.attributes[first:], true
}

// Options are what a format knows of the template's feeds beside their records. The
// document is asked for after the last offer.
func (t *Template) Options(f *Facts) encode.Options {
	var tables []encode.Table
	for i := range t.sheets {
		sheet := &t.sheets[i]
		table := encode.Table{Name: sheet.name, Optional: sheet.optional}
		for _, c := range sheet.columns {
			table.Columns = append(table.Columns, encode.Column{Heading: c.heading, Style: c.style(), Width: c.width})
		}
		tables = append(tables, table)
	}
	around := func() []encode.Element { return new(Records).Document(t, f) }
	return encode.Options{Tables: tables, CSV: t.csv, Doctype: t.doctype, Document: around, Date: f.Date}
}

func (c *column) style() encode.Style {
	switch {
	case c.kind == integerKind:
		return encode.Integer
	case c.kind == moneyKind || c.number:
		return encode.Money
	}
	return encode.Text
}
