package supplier

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// mistakes makes the errors about what is wrong in a mapping's file.
type mistakes struct {
	file string // its name
}

// wrong is a mistake at a place of the file.
func (m mistakes) wrong(at strictyaml.Scalar, format string, args ...any) error {
	return at.Wrong(m.file, format, args...)
}

// unknown is a name that is not among the known ones.
func (m mistakes) unknown(at strictyaml.Scalar, what, name string, known []string) error {
	hint := "known are: " + strings.Join(known, ", ")
	if near := strictyaml.Nearest(name, known); near != "" {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	return &strictyaml.Error{File: m.file, Line: at.Line, Column: at.Column,
		Message: fmt.Sprintf("unknown %s %q", what, name), Hint: hint}
}

// choice is a mistake where a value is none of the known ones.
func (m mistakes) choice(w strictyaml.Scalar, what string, known ...string) error {
	if slices.Contains(known, w.Text) {
		return nil
	}
	return m.unknown(w, what, w.Text, known)
}
