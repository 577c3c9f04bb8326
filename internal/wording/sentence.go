package wording

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// sentence is an entry of the catalogue: a text in each language. Where one of them has
// several forms, a number among the values chooses: the first value, or that of the place
// that the entry names in counts.
type sentence struct {
	UK     forms `yaml:"uk"`
	EN     forms `yaml:"en"`
	Counts int   `yaml:"counts,omitempty"`
}

// in is the sentence in a language with its values.
func (s *sentence) in(l Language, values []any) string {
	at := max(s.Counts, 1) - 1
	var counted any
	if at < len(values) {
		counted = values[at]
	}
	if l == English {
		return format(s.EN.of(language.English, counted), values)
	}
	return format(s.UK.of(language.Ukrainian, counted), values)
}

// forms are the texts of a sentence in one language, formats of package fmt whose values
// may be numbered where a language needs another order. In the catalogue they are one
// text, or texts by what a number is in the language, as Unicode's CLDR has it: one, few,
// many; "=1" for that number alone; and other for every other number.
type forms struct {
	other string
	by    map[string]string // nil where there is but one
}

// formNames are CLDR's, without that of all others.
var formNames = map[plural.Form]string{plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many"}

// UnmarshalYAML reads a text, or texts by their form.
func (f *forms) UnmarshalYAML(decode func(any) error) error {
	if decode(&f.other) == nil {
		return nil
	}
	if err := decode(&f.by); err != nil {
		return err
	}
	known := []string{"other"}
	for _, name := range formNames {
		known = append(known, name)
	}
	for name := range f.by {
		if _, err := strconv.ParseUint(strings.TrimPrefix(name, "="), 10, 32); !slices.Contains(known, name) && (err != nil || name[0] != '=') {
			return fmt.Errorf("the form %q is none of zero, one, two, few, many, other and =NUMBER", name)
		}
	}
	f.other = f.by["other"]
	delete(f.by, "other")
	return nil
}

// of is the text for a value, which chooses where it is a whole number.
func (f *forms) of(tag language.Tag, counted any) string {
	if len(f.by) == 0 {
		return f.other
	}
	n, whole := wholeNumber(counted)
	if !whole {
		return f.other
	}
	if text, exact := f.by["="+strconv.FormatInt(n, 10)]; exact {
		return text
	}
	if n = max(n, -n); n > million {
		n = n%million + million // no language looks at more
	}
	form := plural.Cardinal.MatchPlural(tag, int(n), 0, 0, 0, 0)
	if text, named := f.by[formNames[form]]; named {
		return text
	}
	return f.other
}

const million = 1_000_000

func wholeNumber(value any) (n int64, ok bool) {
	switch v := value.(type) {
	case int:
		return int64(v), true
	case int64:
		return v, true
	}
	return 0, false
}

// format puts values into a sentence. One without places for values is no format: its "%" is
// a per cent sign.
func format(sentence string, values []any) string {
	wanted := wantedBy(sentence)
	if wanted == 0 {
		return sentence
	}
	for len(values) < wanted {
		values = append(values, missing{})
	}
	return fmt.Sprintf(sentence, values[:wanted]...)
}

// missing is a value that a sentence has gained since it was kept, whatever it is to be.
type missing struct{}

// Format writes it as "…".
func (missing) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, "…") }

// wantedBy is how many values a sentence takes: it has them at %s, and at %[2]s where their
// order differs.
func wantedBy(sentence string) (wanted int) {
	places := 0
	for {
		_, rest, found := strings.Cut(sentence, "%")
		if !found {
			return wanted
		}
		at := 0
		if digits, behind, numbered := strings.Cut(rest, "]"); numbered && strings.HasPrefix(digits, "[") {
			if n, err := strconv.Atoi(digits[1:]); err == nil {
				at, rest = n, behind
			}
		}
		if rest != "" && strings.Contains("sdvq", rest[:1]) {
			places++
			wanted = max(wanted, cmp.Or(at, places))
		}
		sentence = rest
	}
}
