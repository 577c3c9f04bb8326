package csvtemplate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Compiler names the mistakes of one template.
type Compiler struct {
	File string // its name in errors
}

// Choice is a word of the notation and what it means.
type Choice struct{ Name, Means string }

// Fail is a mistake at a value's place.
func (c Compiler) Fail(at strictyaml.Scalar, format string, args ...any) *strictyaml.Error {
	return at.Wrong(c.File, format, args...)
}

// Choose gives what the word of a key means, and the fallback where there is no word.
// Capitals are no matter.
func (c Compiler) Choose(key string, word strictyaml.Scalar, known []Choice, fallback string) (string, error) {
	if !word.Set {
		return fallback, nil
	}
	i := slices.IndexFunc(known, func(k Choice) bool { return strings.EqualFold(k.Name, word.Text) })
	if i < 0 {
		return "", c.Unknown(word, key, names(known))
	}
	return known[i].Means, nil
}

// names are the known words without further spellings of tab, which nobody could read.
func names(known []Choice) (out []string) {
	for _, k := range known {
		if !strings.ContainsAny(k.Name, "\t\\") {
			out = append(out, k.Name)
		}
	}
	return out
}

// fewWords are so few that a hint can list them all.
const fewWords = 4

// Unknown is a mistake that hints at the nearest of the known words, or lists them all.
func (c Compiler) Unknown(at strictyaml.Scalar, key string, known []string) error {
	e := c.Fail(at, "unknown %s %q", key, at.Text)
	if near := strictyaml.Nearest(at.Text, known); near != "" && len(known) > fewWords {
		e.Mend = fmt.Sprintf("did you mean %q?", near)
	} else {
		e.Mend = "one of: " + strings.Join(known, ", ")
	}
	return e
}
