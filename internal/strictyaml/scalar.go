package strictyaml

import (
	"fmt"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
)

// Scalar is one value of a file as it is written, with its place: for who compiles a file
// and has to name the place of a mistake that is no mistake of form.
type Scalar struct {
	Text         string
	Set          bool // whether the file has it; a null is as if it had not
	Line, Column int  // from 1
}

// UnmarshalYAML keeps the value's text and place.
func (s *Scalar) UnmarshalYAML(node ast.Node) error {
	token := node.GetToken()
	s.Set, s.Line, s.Column = true, token.Position.Line, token.Position.Column
	scalar, ok := node.(ast.ScalarNode)
	if !ok {
		return &yaml.SyntaxError{Message: "want a text, not a list or a mapping", Token: token}
	}
	switch n := node.(type) {
	case *ast.NullNode:
	case *ast.IntegerNode, *ast.FloatNode: // a code such as 01234567 is no octal number
		s.Text = token.Value
	case *ast.LiteralNode: // its own value is as it stands in the file, with the sign before it
		s.Text = n.Value.Value
	default:
		s.Text = fmt.Sprint(scalar.GetValue())
	}
	return nil
}

// Wrong is a mistake at the value's place. It is called in many places, each of which would have it
// within itself.
//
//go:noinline
func (s Scalar) Wrong(file, format string, args ...any) *Error {
	return &Error{File: file, Line: s.Line, Column: s.Column, Message: fmt.Sprintf(format, args...)}
}
