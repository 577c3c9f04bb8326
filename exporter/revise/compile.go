package revise

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Rules are compiled rules. Many may use them at once; what they remember for Unused is of all
// products so far, so that each build compiles rules of its own. Nil rules change nothing.
type Rules struct {
	texts   []textRule
	numbers []numberRule
	labels  []*labelRule
	minus   int64
}

// textRule is a rule for one field.
type textRule struct {
	field   *field
	when    *template.Condition
	from    *template.Phrase
	replace []*replacement
	missing *template.Phrase // the default
}

type replacement struct {
	name    string // as messages call it
	find    string
	pattern *regexp.Regexp
	with    string
	used    atomic.Bool
}

type labelRule struct {
	place int
	value *template.Phrase
	when  *template.Condition
	used  atomic.Bool
}

// compiler checks the rules of one file.
type compiler struct {
	file  string
	rules *Rules
}

// Compile checks the rules of a feed. Mistakes are of type *strictyaml.Error, with their place
// in the file; there are no rules where the spec has none.
func (s *Spec) Compile(file string) (*Rules, error) {
	c := &compiler{file: file, rules: &Rules{}}
	for _, f := range s.fields() {
		for i := range f.specs {
			if err := c.text(f.field, &f.specs[i]); err != nil {
				return nil, err
			}
		}
	}
	for _, n := range s.numbers() {
		if err := c.number(n.rule, n.spec); err != nil {
			return nil, err
		}
	}
	if minus := s.Quantity.Minus; minus.Set {
		pieces, err := strconv.ParseInt(minus.Text, 10, 64)
		if err != nil || pieces < 0 {
			return nil, c.fail(minus, "minus is a number of pieces, such as 3, and not below 0", "quantity: minus %q is no number of pieces", minus.Text)
		}
		c.rules.minus = pieces
	}
	if err := c.labels(s.Labels); err != nil {
		return nil, err
	}
	if r := c.rules; len(r.texts) == 0 && len(r.numbers) == 0 && len(r.labels) == 0 && r.minus == 0 {
		return nil, nil
	}
	return c.rules, nil
}

func (c *compiler) fail(at strictyaml.Scalar, mend, format string, args ...any) error {
	return at.Wrong(c.file, format, args...).With(mend)
}

// text compiles a rule for a field.
func (c *compiler) text(f *field, s *Field) (err error) {
	r := textRule{field: f}
	if r.when, err = c.condition(s.When); err != nil {
		return err
	}
	if s.From.Set {
		if r.from, err = template.CompilePhrase(c.file, s.From); err != nil {
			return err
		}
	}
	if s.Default.Set {
		if strings.TrimSpace(s.Default.Text) == "" {
			return c.fail(s.Default, "write what stands where nothing is there, or take default away", "%s: the default is blank", f.name)
		}
		if r.missing, err = template.CompilePhrase(c.file, s.Default); err != nil {
			return err
		}
	}
	for i := range s.Replace {
		made, err := c.replacement(f, &s.Replace[i])
		if err != nil {
			return err
		}
		r.replace = append(r.replace, made)
	}
	if r.from == nil && len(r.replace) == 0 && r.missing == nil {
		return c.fail(s.When, "give it from, replace or default", "%s: the rule does nothing", f.name)
	}
	c.rules.texts = append(c.rules.texts, r)
	return nil
}

func (c *compiler) condition(s strictyaml.Scalar) (*template.Condition, error) {
	when, err := template.CompileCondition(c.file, s)
	if err != nil || when == nil {
		return nil, err
	}
	return when, nil
}

func (c *compiler) replacement(f *field, s *Replacement) (*replacement, error) {
	at := s.With
	for _, wanted := range []strictyaml.Scalar{s.Find, s.Pattern} {
		if wanted.Set {
			at = wanted
		}
	}
	switch {
	case s.Find.Set == s.Pattern.Set:
		return nil, c.fail(at, "find is a text, pattern a regular expression", "%s: a replacement has either find or pattern", f.name)
	case at.Text == "":
		return nil, c.fail(at, "write what is to be replaced", "%s: what is to be replaced is blank", f.name)
	case !s.With.Set:
		return nil, c.fail(at, `write with: "" to take it out`, "%s: with is missing beside %q", f.name, at.Text)
	}
	if unfilled.MatchString(s.With.Text) {
		return nil, c.fail(s.With, "make the text by from, such as from: \"{name}\"; $1 is the first group of a pattern", "%s: fields in braces are not filled in with, and %q has one", f.name, s.With.Text)
	}
	r := &replacement{name: fmt.Sprintf("replace %q", at.Text), find: s.Find.Text, with: s.With.Text}
	if s.Pattern.Set {
		pattern, err := regexp.Compile(s.Pattern.Text)
		if err != nil {
			return nil, c.fail(at, "it is read as RE2: https://github.com/google/re2/wiki/Syntax", "%s: %q is no regular expression: %v", f.name, at.Text, err)
		}
		if r.pattern = pattern; pattern.MatchString("") {
			return nil, c.fail(at, "let it match at least one letter", "%s: %q matches between any two letters", f.name, at.Text)
		}
	}
	return r, nil
}

// unfilled is what looks like a field in braces and is no group of a pattern.
var unfilled = regexp.MustCompile(`(^|[^$])\{[^{}]*\}`)

func (c *compiler) number(r numberRule, s Number) (err error) {
	if !s.Default.Set {
		return nil
	}
	if r.missing, err = strconv.ParseInt(s.Default.Text, 10, 64); err != nil || r.missing <= 0 {
		return c.fail(s.Default, "write a whole number above 0, such as 300", "%s: the default %q is none", r.name, s.Default.Text)
	}
	c.rules.numbers = append(c.rules.numbers, r)
	return nil
}

func (c *compiler) labels(places map[string]LabelSpecs) error {
	for _, name := range slices.Sorted(maps.Keys(places)) {
		place, err := strconv.Atoi(name)
		for _, s := range places[name] {
			if err != nil || place < 0 || place >= template.MostLabels {
				return c.fail(s.Value, fmt.Sprintf("places are 0 to %d", template.MostLabels-1), "labels: there is no place %q", name)
			}
			if strings.TrimSpace(s.Value.Text) == "" {
				return c.fail(s.Value, "write the label", "labels: a label of place %s is blank", name)
			}
			when, err := c.condition(s.When)
			if err != nil {
				return err
			}
			value, err := template.CompilePhrase(c.file, s.Value)
			if err != nil {
				return err
			}
			c.rules.labels = append(c.rules.labels, &labelRule{place: place, value: value, when: when})
		}
	}
	return nil
}
