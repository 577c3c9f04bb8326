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

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
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
			return nil, worded(document.Body, "yaml.second")
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
		return worded(n, "yaml.tag", n.Start.Value)
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
			return worded(n, "yaml.no_duration", text, expected(t))
		}
		return nil
	}
	if isWhole(t) && n.Type() != ast.IntegerType {
		return worded(n, "yaml.no_number", text, expected(t))
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

// wordedError is a mistake in a sentence of the catalogue.
type wordedError struct {
	*yaml.SyntaxError
	what wording.Message
}

// Hint is none: the sentence says what is wanted.
func (*wordedError) Hint() string { return "" }

// Failure is that of a config.
func (*wordedError) Failure() failure.Kind { return failure.Config }

// worded is Mistake in a sentence of the catalogue.
func worded(node ast.Node, key string, values ...any) error {
	what := wording.NewMessage(key, values...)
	return &wordedError{&yaml.SyntaxError{Message: what.String(), Token: node.GetToken()}, what}
}

// what says what an error means to who wrote the file, and not to Go.
func what(err error) wording.Message {
	if said, ok := errors.AsType[wording.Message](err); ok {
		return said
	}
	if own, ok := errors.AsType[*wordedError](err); ok {
		return own.what
	}
	if wrong, ok := errors.AsType[*yaml.TypeError](err); ok {
		return wording.NewMessage("yaml.unfit", wrong.Token.Value, expected(wrong.DstType))
	}
	if big, ok := errors.AsType[*yaml.OverflowError](err); ok {
		return wording.NewMessage("yaml.too_large", big.SrcNum)
	}
	if wrong, ok := errors.AsType[*yaml.UnexpectedNodeTypeError](err); ok {
		return wording.NewMessage("yaml.other_kind", kindOf(wrong.Expected), kindOf(wrong.Actual))
	}
	if located, ok := errors.AsType[yaml.Error](err); ok {
		return wording.Literal(located.GetMessage())
	}
	return wording.Literal(err.Error())
}

// expected says what a value of a type looks like.
func expected(t reflect.Type) wording.Message {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	kind := "yaml.keys"
	switch {
	case t == durationType:
		kind = "yaml.duration"
	case t.Kind() == reflect.Bool:
		kind = "yaml.truth"
	case isWhole(t):
		kind = "yaml.whole"
	case t.Kind() == reflect.String:
		kind = "yaml.text"
	case t.Kind() == reflect.Slice:
		kind = "yaml.list"
	}
	return wording.NewMessage("yaml.want", wording.NewMessage(kind))
}

// kindOf is the library's name of a node in a reader's words.
func kindOf(node ast.NodeType) wording.Message {
	kind := map[ast.NodeType]string{
		ast.MappingType: "keys", ast.MappingValueType: "keys", ast.SequenceType: "list",
		ast.StringType: "text", ast.LiteralType: "text", ast.IntegerType: "number", ast.FloatType: "number",
		ast.BoolType: "truth", ast.NullType: "nothing", ast.InfinityType: "number", ast.NanType: "number",
		ast.AnchorType: "anchor", ast.AliasType: "alias",
	}[node]
	if kind == "" {
		return wording.Message{}
	}
	return wording.NewMessage("yaml." + kind)
}
