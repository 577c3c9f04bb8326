package template

import (
	"github.com/dropbridge/dropbridge/exporter/encode"
	"github.com/dropbridge/dropbridge/exporter/markup"
	"github.com/dropbridge/dropbridge/exporter/template/function"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Phrase is a text with fields in braces, such as "https://my.example/p/{sku}". What stands
// in braces is what a template's value can be: a path, or an expression over the offer; "{{"
// and "}}" are the braces themselves.
type Phrase struct {
	source string
	parts  []phrasePart

	attributes []string // names that it asks for
}

type phrasePart struct {
	text  string // as it is, where there is no field
	field *value
	name  string // of the field, as it is written
}

// CompilePhrase reads a phrase that stands in a file. Mistakes are of type *strictyaml.Error.
func CompilePhrase(file string, source strictyaml.Scalar) (*Phrase, error) {
	c := newCompiler(file)
	p := &Phrase{source: source.Text}
	for rest := source.Text; rest != ""; {
		text, name, behind, err := function.NextField(rest)
		if err != "" {
			return nil, c.fail(source, "%q: %s", source.Text, err)
		}
		if text != "" {
			p.parts = append(p.parts, phrasePart{text: text})
		}
		if rest = behind; name == "" {
			continue
		}
		at := source
		at.Text = name
		v, mistake := c.compileValue(c.paths, at)
		if mistake != nil {
			return nil, mistake
		}
		p.parts = append(p.parts, phrasePart{field: &v, name: name})
	}
	p.attributes = c.attributes
	return p, nil
}

// Attributes are the names of the attributes that the phrase asks for.
func (p *Phrase) Attributes() []string { return p.attributes }

// String is the phrase as it is written.
func (p *Phrase) String() string { return p.source }

// Private reports whether the phrase shows what the client pays.
func (p *Phrase) Private() bool {
	for _, part := range p.parts {
		if part.field != nil && part.field.private {
			return true
		}
	}
	return false
}

// Append appends the phrase over the offer at hand, each field as escape writes it (nil: as it
// is). A field with nothing to show is named by blank, the first of them; "" where all have.
func (p *Phrase) Append(dst []byte, s *Scope, escape func(dst []byte, text string) []byte) (out []byte, blank string) {
	for i := range p.parts {
		part := &p.parts[i]
		if part.field == nil {
			dst = append(dst, part.text...)
			continue
		}
		s.scratch = part.field.append(s.scratch[:0], s)
		text := encode.View(s.scratch)
		if !markup.Shown(text) {
			if blank == "" {
				blank = part.name
			}
			continue
		}
		if escape == nil {
			dst = append(dst, text...)
		} else {
			dst = escape(dst, text)
		}
	}
	return dst, blank
}

// Condition is an expression or a path of which a rule depends.
type Condition struct {
	condition  *condition
	source     string
	attributes []string // names that it asks for
}

// Attributes are the names of the attributes that the condition asks for.
func (c *Condition) Attributes() []string { return c.attributes }

// CompileCondition reads a condition that stands in a file. Mistakes are of type *strictyaml.Error.
func CompileCondition(file string, source strictyaml.Scalar) (*Condition, error) {
	c := newCompiler(file)
	compiled, err := c.condition(c.paths, source)
	if err != nil || compiled == nil {
		return nil, err
	}
	return &Condition{compiled, source.Text, c.attributes}, nil
}

// String is the condition as it is written.
func (c *Condition) String() string { return c.source }

// Private reports whether the condition looks at what the client pays otherwise than by the
// margin, which stays unknown in a feed that is not private.
func (c *Condition) Private() bool { return c.condition.paid }

// Holds reports whether it is true of the offer at hand. A nil condition always is.
func (c *Condition) Holds(s *Scope) bool { return c == nil || c.condition.isTrue(s) }
