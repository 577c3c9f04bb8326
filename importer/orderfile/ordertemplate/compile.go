package ordertemplate

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

// Compile reads the YAML of an order template; file is its name in errors. What
// it extends is a built-in template. A mistake is a *strictyaml.Error with its line.
func Compile(file string, data []byte) (*Template, error) {
	return newLoader(templates.Open("")).compile(file, data)
}

// loader reads templates of a set. What many of them extend is read once.
type loader struct {
	from  templates.Set
	alone map[string]ownFile       // that extend nothing, by their text
	bases map[string]*templateFile // by name
	words map[string]*lexicon.Lexicon
}

// ownFile is what a template's file says itself. Nothing changes it where it extends nothing.
type ownFile struct {
	file *templateFile
	keys map[string]bool // of all headings that it names
}

func newLoader(from templates.Set) *loader {
	return &loader{from, map[string]ownFile{}, map[string]*templateFile{}, map[string]*lexicon.Lexicon{}}
}

func (l *loader) compile(file string, data []byte) (*Template, error) {
	f, own, err := l.read(file, data, nil)
	if err != nil {
		return nil, err
	}
	c := templateCompiler{l, file, data, &Template{name: f.Name, own: own, headings: map[string]Heading{}, exact: map[string]Heading{},
		passed: map[string]bool{}, lineitem: map[string]Heading{}, folded: map[string]string{}}}
	for _, step := range []func(*templateFile) error{c.head, c.columns, c.recognised, c.reading, c.defaults} {
		if err := step(f); err != nil {
			return nil, err
		}
	}
	return c.p, nil
}

// read reads a template and what it extends; own are the keys that it names itself.
func (l *loader) read(file string, data []byte, above []string) (f *templateFile, own map[string]bool, err error) {
	if f, own, err = l.readOwn(file, data); err != nil || f.Extends.Text == "" {
		return f, own, err
	}
	c := templateCompiler{file: file}
	if slices.Contains(above, f.Extends.Text) || f.Extends.Text == f.Name {
		return nil, nil, c.fail(f.Extends, "a template cannot extend itself: %s", strings.Join(append(above, f.Extends.Text), " → "))
	}
	base, err := l.base(c, f.Extends, above)
	if err != nil {
		return nil, nil, err
	}
	f.extend(base)
	return f, own, nil
}

// readOwn reads a template without what it extends. The one that most of them extend is the
// longest by far: it is read once, be it as a base, as the one for files of no known source, or
// as one to choose from.
func (l *loader) readOwn(file string, data []byte) (f *templateFile, own map[string]bool, err error) {
	if read, known := l.alone[string(data)]; known {
		return read.file, read.keys, nil
	}
	if f = readCompact(data); f == nil {
		f = &templateFile{}
		if err := strictyaml.Decode(file, data, f); err != nil {
			return nil, nil, err
		}
	}
	own = f.spelledKeys()
	for _, list := range f.Recognised {
		for _, s := range list {
			own[s.key] = true
		}
	}
	if f.Extends.Text == "" {
		l.alone[string(data)] = ownFile{f, own}
	}
	return f, own, nil
}

// base is the template that another one extends.
func (l *loader) base(c templateCompiler, name strictyaml.Scalar, above []string) (*templateFile, error) {
	if base, known := l.bases[name.Text]; known {
		return base, nil
	}
	data, file, err := l.from.Read(templates.Orders, name.Text)
	if err != nil {
		e := c.fail(name, "%v", err)
		if unknown, ok := errors.AsType[*templates.UnknownError](err); ok {
			e.Mend = unknown.Hint()
		}
		return nil, e
	}
	base, _, err := l.read(file, data, append(above, name.Text))
	if err == nil {
		l.bases[name.Text] = base
	}
	return base, err
}

// lexicon compiles the words of a template; templates without words of their own share one.
func (l *loader) lexicon(w lexicon.Words) (*lexicon.Lexicon, error) {
	key := fmt.Sprint(w)
	if x, known := l.words[key]; known {
		return x, nil
	}
	x, err := lexicon.New(w, lexicon.Overlay{})
	if err == nil {
		l.words[key] = x
	}
	return x, err
}

// templateCompiler carries what a mistake is located with.
type templateCompiler struct {
	*loader
	file string
	data []byte
	p    *Template
}

func (c templateCompiler) head(f *templateFile) error {
	switch {
	case f.Kind.Text != "" && f.Kind.Text != string(templates.Orders):
		return c.fail(f.Kind, "kind must be orders, not %q", f.Kind.Text)
	case f.Name == Automatic:
		return c.atKey("name", fmt.Sprintf("%q means that the headings choose the template: give it another name", Automatic))
	}
	return nil
}

// columns compiles the headings, and refuses a profile that cannot know an order's four
// needed columns: it would read no file.
func (c templateCompiler) columns(f *templateFile) error {
	for _, m := range append(f.meanings(), fieldTiers{field.PackedItem, &tiers{Then: f.PackedItems}}) {
		if err := c.addTiers(m.field, m.tiers); err != nil {
			return err
		}
	}
	for _, s := range f.Unused {
		key := s.key
		other, taken := c.p.headings[key]
		if !taken {
			other, taken = c.p.exact[key]
		}
		switch {
		case key == "":
			return c.fail(s.Scalar, "%q is no heading: nothing of it is compared", s.Text)
		case taken && other.Field != "":
			return c.fail(s.Scalar, "heading %q of unused is already one of %s", s.Text, other.Field)
		case bracketed(s.Text):
			c.p.exact[key] = Heading{}
		default:
			c.p.passed[key] = true
		}
	}
	for m, list := range map[field.Field]spellings{field.OrderNumber: f.Lineitem.OrderNumber, field.OrderTotal: f.Lineitem.OrderTotal} {
		for _, s := range list {
			c.p.lineitem[HeadingKey(s.Text)] = Heading{m, 1, 0}
		}
	}
	have := map[field.Field]bool{}
	for _, h := range c.p.headings {
		have[h.Field] = true
	}
	for _, h := range c.p.exact {
		have[h.Field] = true
	}
	for _, m := range []field.Field{field.RecipientName, field.Phone, field.SKU, field.Quantity} {
		if !have[m] && !(m == field.RecipientName && have[field.LastName]) && !have[field.PackedItem] {
			return c.atKey("headings", fmt.Sprintf("no heading for %s", m))
		}
	}
	return nil
}

func (c templateCompiler) addTiers(m field.Field, t *tiers) error {
	rank := 0
	for tier, list := range t.lists() {
		for _, s := range *list {
			key, known := s.key, c.p.headings
			if bracketed(s.Text) {
				known = c.p.exact
			}
			if key == "" {
				return c.fail(s.Scalar, "%q is no heading of %s: nothing of it is compared", s.Text, m)
			}
			if other, taken := known[key]; taken {
				return c.fail(s.Scalar, "heading %q of %s is already one of %s", s.Text, m, other.Field)
			}
			known[key] = Heading{m, tier, rank}
			if !bracketed(s.Text) {
				c.p.folded[fold(key)] = key
			}
			rank++
		}
	}
	return nil
}

func (c templateCompiler) recognised(f *templateFile) error {
	for _, list := range f.Recognised {
		var sign []string
		for _, s := range list {
			if s.key == "" {
				return c.fail(s.Scalar, "%q is no heading: nothing of it is compared", s.Text)
			}
			if !slices.Contains(sign, s.key) {
				sign = append(sign, s.key)
			}
		}
		if len(sign) < 2 {
			at := strictyaml.Scalar{}
			if len(list) > 0 {
				at = list[0].Scalar
			}
			if at.Line == 0 {
				return c.atKey("recognised_by", "a list of headings is empty: name two at least")
			}
			return c.fail(at, "one heading alone tells no source from another: name two at least")
		}
		c.p.signs = append(c.p.signs, sign)
	}
	return nil
}

// reading compiles how cells are read.
func (c templateCompiler) reading(f *templateFile) error {
	p := c.p
	p.words = words{keys(f.Words.TotalRow), f.Words.Words}
	var err error
	if p.Lexicon, err = c.lexicon(f.Words.Words); err != nil {
		return c.atKey("words", err.Error())
	}
	switch f.Decimal.Text {
	case "":
	case ".", ",":
		p.Decimal = f.Decimal.Text[0]
	default:
		return c.fail(f.Decimal, `decimal_mark must be "." or ",", not %q`, f.Decimal.Text)
	}
	switch f.HeadingRows.Text {
	case "", "1":
	case "2":
		p.twoRows = true
	default:
		return c.fail(f.HeadingRows, "heading_rows must be 1 or 2, not %q", f.HeadingRows.Text)
	}
	switch f.Items.Text {
	case "":
	case "after_product":
		p.inProducts = true
	default:
		return c.fail(f.Items, "items must be after_product or left out, not %q", f.Items.Text)
	}
	return nil
}

func (c templateCompiler) defaults(f *templateFile) error {
	if c.p.name == "" {
		return c.atKey("", "the template has no name")
	}
	for _, one := range []struct {
		key      string
		value    strictyaml.Scalar
		known    []string
		fallback string
		into     *string
	}{
		{"carrier", f.Defaults.Carrier, supplier.Carriers(), defaultCarrier, &c.p.Carrier},
		{"payment_method", f.Defaults.PaymentMethod, []string{supplier.PaymentPrepaid, supplier.PaymentBalance, supplier.PaymentCOD}, defaultPayment, &c.p.Payment},
	} {
		*one.into = one.value.Text
		switch {
		case one.value.Text == "":
			*one.into = one.fallback
		case !slices.Contains(one.known, one.value.Text):
			e := c.fail(one.value, "unknown %s %q", one.key, one.value.Text)
			e.Mend = "one of: " + strings.Join(one.known, ", ")
			return e
		}
	}
	return nil
}

func (c templateCompiler) fail(at strictyaml.Scalar, format string, args ...any) *strictyaml.Error {
	return at.Wrong(c.file, format, args...)
}

// atKey locates a mistake by a key of the first level, or by the file where it is not there.
func (c templateCompiler) atKey(key, message string) error {
	e := &strictyaml.Error{File: c.file, Message: message}
	for n, line := range bytes.Split(c.data, []byte("\n")) {
		if key != "" && bytes.HasPrefix(line, []byte(key+":")) {
			e.Line, e.Column = n+1, 1
			break
		}
	}
	return e
}
