package ordertemplate

import (
	"cmp"
	"sync"

	"github.com/dropbridge/dropbridge/templates"
)

// builtIn keeps the profiles that the built-in templates compile to, by name: neither ever
// changes, and all of them together cost as much as reading a long file.
var builtIn sync.Map // of func() (*Template, error)

// Load reads an order template of a set by its name or file, or all of them for
// Automatic. The built-in ones are read when the first file is.
func Load(from templates.Set, name string) (*Template, error) {
	own := from != templates.Open("")
	switch {
	case name == Automatic && own:
		among, err := newLoader(from).choice((*loader).candidate)
		if err != nil {
			return nil, err
		}
		return &Template{among: func() *choice { return among }}, nil
	case name == Automatic:
		return &Template{among: builtInChoice}, nil
	case own || templates.IsFile(name):
		return newLoader(from).load(name)
	}
	once, _ := builtIn.LoadOrStore(name, sync.OnceValues(func() (*Template, error) { return newLoader(from).load(name) }))
	return once.(func() (*Template, error))()
}

// builtInChoice is what the built-in templates offer.
var builtInChoice = sync.OnceValue(func() *choice {
	among, err := newLoader(templates.Open("")).choice((*loader).candidateLater)
	if err != nil {
		panic("the built-in order templates: " + err.Error()) // a test compiles the same bytes
	}
	return among
})

func (l *loader) choice(candidate func(*loader, string) (*candidate, error)) (*choice, error) {
	names, err := l.from.Names(templates.Orders)
	if err != nil {
		return nil, err
	}
	among := &choice{}
	if among.base, err = l.load("generic"); err != nil {
		return nil, err
	}
	for _, name := range names {
		c, err := candidate(l, name)
		if err != nil {
			return nil, err
		}
		if len(c.signs) > 0 {
			among.candidates = append(among.candidates, c)
		}
	}
	return among, nil
}

func (l *loader) load(name string) (*Template, error) {
	return templates.Load(l.from, templates.Orders, name, l.compile)
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
