package strictyaml

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// checkShape refuses what the library would take silently, cut or without a place: tags,
// a second document, parts of a whole number, and what is no length of time. It returns
// what the file holds, nil where that is nothing.
func checkShape(data []byte, t reflect.Type) (ast.Node, error) {
	file, err := parser.ParseBytes(data, 0)
	if err != nil {
		return nil, err
	}
	var body ast.Node
	for _, document := range file.Docs {
		if document.Body == nil {
			continue
		}
		if body != nil {
			return nil, Mistake(document.Body, "a second document begins here: one file holds one")
		}
		body = document.Body
	}
	return body, check(body, t)
}

// check walks a node beside the Go type that it is decoded into, nil where that type
// reads itself.
func check(node ast.Node, t reflect.Type) error {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t != nil && readsItself(t) {
		t = nil
	}
	switch n := node.(type) {
	case *ast.TagNode:
		return Mistake(n, "tags such as %s are not understood here: leave it out", n.Start.Value)
	case *ast.AnchorNode:
		return check(n.Value, t)
	case *ast.MappingNode:
		for _, entry := range n.Values {
			if err := check(entry, t); err != nil {
				return err
			}
		}
	case *ast.MappingValueNode:
		if err := check(n.Key, nil); err != nil {
			return err
		}
		return check(n.Value, below(t, n.Key))
	case *ast.SequenceNode:
		for _, item := range n.Values {
			if err := check(item, below(t, nil)); err != nil {
				return err
			}
		}
	case ast.ScalarNode:
		return checkScalar(n, t)
	}
	return nil
}

func checkScalar(n ast.ScalarNode, t reflect.Type) error {
	if t == nil || n.Type() == ast.NullType || n.Type() == ast.AliasType {
		return nil
	}
	text := n.GetToken().Value
	if t == durationType {
		if _, err := parseDuration(text); err != nil {
			return Mistake(n, "%q is no length of time: %s", text, expected(t))
		}
		return nil
	}
	if isWhole(t) && n.Type() != ast.IntegerType {
		return Mistake(n, "%q is no whole number: %s", text, expected(t))
	}
	return nil
}

var durationType = reflect.TypeFor[time.Duration]()

// parseDuration reads what Go reads; 0 needs no unit, in any spelling of it.
func parseDuration(text string) (time.Duration, error) {
	return time.ParseDuration(strings.TrimSpace(text))
}

// durations lets the decoder read what parseDuration reads.
var durations = yaml.CustomUnmarshaler(func(d *time.Duration, text []byte) (err error) {
	*d, err = parseDuration(strings.Trim(strings.TrimSpace(string(text)), `"'`))
	return err
})

func isWhole(t reflect.Type) bool { return t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64 }

func readsItself(t reflect.Type) bool {
	_, ok := reflect.PointerTo(t).MethodByName("UnmarshalYAML")
	return ok
}

// below is the type of what stands below a value of type t: of its key's value, or of
// its items.
func below(t reflect.Type, key ast.Node) reflect.Type {
	if t == nil {
		return nil
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Map:
		return t.Elem()
	case reflect.Struct:
		if key != nil {
			return fieldType(t, key.GetToken().Value)
		}
	}
	return nil
}

func fieldType(t reflect.Type, key string) reflect.Type {
	for field := range t.Fields() {
		name, options, _ := strings.Cut(field.Tag.Get("yaml"), ",")
		if name == key && name != "" {
			return field.Type
		}
		if slices.Contains(strings.Split(options, ","), "inline") {
			if found := fieldType(field.Type, key); found != nil {
				return found
			}
		}
	}
	return nil
}

// Mistake is an error that the library could have made, at a node's place in the file.
func Mistake(node ast.Node, format string, args ...any) error {
	return &yaml.SyntaxError{Message: fmt.Sprintf(format, args...), Token: node.GetToken()}
}

// message says what a library's error means to who wrote the file, and not to Go.
func message(err error) string {
	if wrong, ok := errors.AsType[*yaml.TypeError](err); ok {
		return fmt.Sprintf("%q does not fit here: %s", wrong.Token.Value, expected(wrong.DstType))
	}
	if big, ok := errors.AsType[*yaml.OverflowError](err); ok {
		return fmt.Sprintf("%s is too large a number here", big.SrcNum)
	}
	if wrong, ok := errors.AsType[*yaml.UnexpectedNodeTypeError](err); ok {
		return fmt.Sprintf("want %s here, not %s", kinds[wrong.Expected], kinds[wrong.Actual])
	}
	if located, ok := errors.AsType[yaml.Error](err); ok {
		return located.GetMessage()
	}
	return err.Error()
}

// expected says what a value of a type looks like.
func expected(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == durationType:
		return "want one such as 30s, 5m or 24h"
	case t.Kind() == reflect.Bool:
		return "want true or false"
	case isWhole(t):
		return "want one such as 3"
	case t.Kind() == reflect.String:
		return "want a text"
	case t.Kind() == reflect.Slice:
		return "want a list"
	}
	return "want keys with values"
}

// kinds are the library's names of nodes in a reader's words.
var kinds = map[ast.NodeType]string{
	ast.MappingType: "keys with values", ast.MappingValueType: "keys with values", ast.SequenceType: "a list",
	ast.StringType: "a text", ast.LiteralType: "a text", ast.IntegerType: "a number", ast.FloatType: "a number",
	ast.BoolType: "true or false", ast.NullType: "nothing", ast.InfinityType: "a number", ast.NanType: "a number",
	ast.AnchorType: "an anchor", ast.AliasType: "an alias",
}
