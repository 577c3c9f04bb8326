package ordertemplate

import (
	"cmp"
	"sync"

	"github.com/dropbridge/dropbridge/templates"
)

// candidate is a template that the headings of a file may choose, as far as that takes.
type candidate struct {
	signs   [][]string      // see Template
	own     map[string]bool // see Template
	twoRows bool            // headings may stand in two rows
	whole   func() *Template
}

// candidate compiles a template, so that each mistake in it is found.
func (l *loader) candidate(name string) (*candidate, error) {
	p, err := l.load(name)
	if err != nil {
		return nil, err
	}
	return &candidate{p.signs, p.own, p.twoRows, func() *Template { return p }}, nil
}

// candidateLater reads what a built-in template is chosen by, and compiles the rest when a
// file has chosen it: most of them are never asked for.
func (l *loader) candidateLater(name string) (*candidate, error) {
	data, file, err := l.from.Read(templates.Orders, name)
	if err != nil {
		return nil, err
	}
	f, own, err := l.readOwn(file, data)
	if err != nil {
		return nil, err
	}
	c := templateCompiler{loader: l, file: file, data: data, p: &Template{}}
	if err := c.recognised(f); err != nil {
		return nil, err
	}
	base := &templateFile{}
	if f.Extends.Text != "" {
		if base, err = l.base(c, f.Extends, nil); err != nil {
			return nil, err
		}
	}
	return &candidate{
		signs: c.p.signs, own: own, twoRows: cmp.Or(f.HeadingRows.Text, base.HeadingRows.Text) == "2",
		whole: sync.OnceValue(func() *Template {
			whole, err := newLoader(templates.Open("")).withBases(l).compile(file, data)
			if err != nil {
				panic("a built-in order template: " + err.Error()) // a test compiles the same bytes
			}
			return whole
		}),
	}, nil
}

// withBases takes over what another loader has read of templates that others extend. Nothing
// changes them any more.
func (l *loader) withBases(read *loader) *loader {
	l.bases = read.bases
	return l
}

// fit is how many headings of the row are the template's own, and the length of the
// longest of its signs in it, with that sign as the file spells it; nothing where no sign
// is there.
func (c *candidate) fit(spelled spelledRow) (fit [2]int, sign []string) {
	longest := 0
	for _, keys := range c.signs {
		if len(keys) > longest && spelled.hasAll(keys) {
			longest, sign = len(keys), nil
			for _, key := range keys {
				sign = append(sign, spelled.by[key])
			}
		}
	}
	if longest == 0 {
		return [2]int{}, nil
	}
	count := 0
	for _, keys := range spelled.cells {
		if c.own[keys[0]] || c.own[keys[1]] {
			count++
		}
	}
	return [2]int{count, longest}, sign
}

// hasAll reports whether each key is that of a heading of the row.
func (s spelledRow) hasAll(keys []string) bool {
	for _, key := range keys {
		if _, there := s.by[key]; !there {
			return false
		}
	}
	return true
}
