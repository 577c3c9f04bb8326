package ordertemplate

import (
	"maps"
	"slices"
	"sync"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
)

// With is the template with headings of which a source's config says what they hold: as if each
// stood first in the template's list of that field. Of several headings of one field the first
// by the alphabet goes before. The template itself stays as it is.
func (p *Template) With(columns map[string]field.Field) *Template {
	if len(columns) == 0 {
		return p
	}
	out := *p
	if p.among != nil {
		out.among = sync.OnceValue(func() *choice { return p.among().with(columns) })
		return &out
	}
	out.said = map[string]Heading{}
	for n, heading := range slices.Sorted(maps.Keys(columns)) {
		out.said[ExactKey(heading)] = Heading{Field: columns[heading], Tier: GeneralTier, rank: n - len(columns)}
	}
	return &out
}

// with is the choice with what a source says of its headings. A template is still chosen by its
// own ones.
func (c *choice) with(columns map[string]field.Field) *choice {
	out := &choice{base: c.base.With(columns)}
	for _, one := range c.candidates {
		with := *one
		with.whole = sync.OnceValue(func() *Template { return one.whole().With(columns) })
		out.candidates = append(out.candidates, &with)
	}
	return out
}

// saidOf is what a source says of a heading.
func (p *Template) saidOf(text string) (Heading, bool) {
	if len(p.said) == 0 {
		return Heading{}, false
	}
	h, ok := p.said[ExactKey(text)]
	return h, ok
}

// saidColumn is the column of a cell of whose heading, with this HeadingKey, the source says what it
// holds.
func (p *Template) saidColumn(c cells.Cell, key string) (Column, bool) {
	h, ok := p.saidOf(c.Text)
	if !ok {
		return Column{}, false
	}
	return p.columnOf(c, h, -1, key), true
}
