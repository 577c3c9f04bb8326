package written

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Mistakes makes the errors about what is wrong in a mapping's file.
type Mistakes struct {
	File string // its name
}

// Wrong is a mistake at a place of the file.
func (m Mistakes) Wrong(at strictyaml.Scalar, format string, args ...any) error {
	return at.Wrong(m.File, format, args...)
}

// Unknown is a name that is not among the known ones.
func (m Mistakes) Unknown(at strictyaml.Scalar, what, name string, known []string) error {
	hint := "known are: " + strings.Join(known, ", ")
	if near := strictyaml.Nearest(name, known); near != "" {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	return &strictyaml.Error{File: m.File, Line: at.Line, Column: at.Column,
		Message: fmt.Sprintf("unknown %s %q", what, name), Mend: hint}
}

// Placed is the first of some values that the file has, for the line of a mistake.
func Placed(values ...strictyaml.Scalar) strictyaml.Scalar {
	for _, given := range values {
		if given.Set {
			return given
		}
	}
	return strictyaml.Scalar{}
}

// Choice is a mistake where a value is none of the known ones.
func (m Mistakes) Choice(w strictyaml.Scalar, what string, known ...string) error {
	if slices.Contains(known, w.Text) {
		return nil
	}
	return m.Unknown(w, what, w.Text, known)
}
