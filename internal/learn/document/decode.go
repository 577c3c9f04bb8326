package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// MaxDocument is how large a document, page or sample may be, in bytes.
const MaxDocument = 32_000_000

// maxNodes bounds the values of one document, those that YAML repeats by alias included.
const maxNodes = 6_000_000

// Error is an input that cannot be learned from, with the mend.
type Error struct {
	Source        string // the file or address
	Message, Mend wording.Message
	Err           error
}

// Error names the source and what is wrong with it, in English.
func (e *Error) Error() string { return e.whole().String() }

// Say is what is wrong, and the mend, in a language.
func (e *Error) Say(l wording.Language) (what, way string) { return e.whole().In(l), e.Mend.In(l) }

// whole is the source, what is wrong with it, and the cause.
func (e *Error) whole() wording.Message {
	switch cause := e.Err.(type) {
	case nil:
		return wording.NewMessage("learn_source.error", e.Source, e.Message)
	case wording.Message:
		return wording.NewMessage("learn_source.error_of", e.Source, e.Message, cause)
	default:
		return wording.NewMessage("learn_source.error_of", e.Source, e.Message, service.Clean(cause.Error(), 300))
	}
}

// Unwrap is what lies below it.
func (e *Error) Unwrap() error { return e.Err }

// Hint is the mend.
func (e *Error) Hint() string { return e.Mend.String() }

// Failure is that of what it wraps.
func (e *Error) Failure() failure.Kind { return failure.Unknown }

const wholeHint = "learn_source.whole_way"

// decode reads JSON or YAML into plain values, numbers as they are written.
func decode(source string, data []byte) (any, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	trimmed := bytes.TrimSpace(data)
	if len(trimmed) == 0 {
		return nil, &Error{Source: source, Message: wording.NewMessage("learn_source.empty"), Mend: wording.NewMessage(wholeHint)}
	}
	if bytes.IndexByte(data, 0) >= 0 {
		return nil, &Error{Source: source, Message: wording.NewMessage("learn_source.binary"), Mend: wording.NewMessage(wholeHint)}
	}
	v, err := decodeJSON(trimmed)
	if err == nil {
		return v, nil
	}
	if trimmed[0] == '{' || trimmed[0] == '[' {
		return nil, &Error{Source: source, Message: jsonMistake(data, len(data)-len(bytes.TrimLeft(data, " \t\r\n")), len(trimmed), err), Mend: wording.NewMessage(wholeHint)}
	}
	return decodeYAML(source, trimmed)
}

func decodeJSON(data []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more stands after its end")
	}
	return v, nil
}

// jsonMistake names the place of a mistake in what was read from start on.
func jsonMistake(data []byte, start, length int, err error) wording.Message {
	offset := start + length
	what := wording.Literal(service.Clean(err.Error(), 120))
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset = min(start+int(syntax.Offset), offset)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		what = wording.NewMessage("learn_source.cut")
	}
	before := data[:offset]
	line := bytes.Count(before, []byte("\n")) + 1
	return wording.NewMessage("learn_source.json", line, len(before)-bytes.LastIndexByte(before, '\n')-1, what)
}

// decodeYAML reads YAML by its syntax tree, so that numbers keep their text and what
// aliases repeat is counted.
func decodeYAML(source string, data []byte) (v any, err error) {
	broken := func(err error) error {
		return &Error{Source: source, Message: wording.NewMessage("learn_source.unknown"), Err: err, Mend: wording.NewMessage(wholeHint)}
	}
	defer func() {
		if cause := recover(); cause != nil {
			err = broken(fmt.Errorf("%v", cause))
		}
	}()
	if deepYAML(data) {
		return nil, broken(wording.NewMessage("learn_source.too_deep"))
	}
	file, err := parser.ParseBytes(data, 0)
	if err != nil {
		return nil, broken(errors.New(strings.SplitN(err.Error(), "\n", 2)[0]))
	}
	if len(file.Docs) == 0 || file.Docs[0].Body == nil {
		return nil, broken(wording.NewMessage("learn_source.nothing"))
	}
	y := yamlReader{anchors: map[string]ast.Node{}, left: maxNodes}
	v = y.value(file.Docs[0].Body, 0)
	if y.left < 0 {
		return nil, broken(wording.NewMessage("learn_source.too_much"))
	}
	if _, text := v.(string); text {
		return nil, &Error{Source: source, Message: wording.NewMessage("learn_source.unknown"), Err: wording.NewMessage("learn_source.plain_text"), Mend: wording.NewMessage("learn_source.text_way")}
	}
	return v, nil
}

// deepYAML finds nesting that would exhaust a recursive parser: brackets, and many
// list or key marks on one line.
func deepYAML(data []byte) bool {
	depth := 0
	for line := range bytes.Lines(data) {
		marks := 0
		for i := 0; i+1 < len(line) && bytes.IndexByte([]byte(" -?:"), line[i]) >= 0; i++ {
			if line[i] != ' ' {
				marks++
			}
		}
		if marks > 100 || len(line) > 1000 && len(line)-len(bytes.TrimLeft(line, " ")) > 1000 {
			return true
		}
		depth += bytes.Count(line, []byte("[")) + bytes.Count(line, []byte("{"))
		depth -= bytes.Count(line, []byte("]")) + bytes.Count(line, []byte("}"))
		if depth > 2000 || bytes.Count(line, []byte("["))+bytes.Count(line, []byte("{")) > 20000 {
			return true
		}
	}
	return false
}

type yamlReader struct {
	anchors map[string]ast.Node
	left    int
}

func (y *yamlReader) value(node ast.Node, depth int) any {
	if y.left--; y.left < 0 || depth > 200 {
		y.left = -1
		return nil
	}
	switch n := node.(type) {
	case *ast.AnchorNode:
		y.anchors[n.Name.GetToken().Value] = n.Value
		return y.value(n.Value, depth+1)
	case *ast.AliasNode:
		if target := y.anchors[n.Value.GetToken().Value]; target != nil {
			return y.value(target, depth+1)
		}
		return nil
	case *ast.TagNode:
		return y.value(n.Value, depth+1)
	case *ast.MappingNode:
		out := map[string]any{}
		for _, entry := range n.Values {
			y.entry(out, entry, depth)
		}
		return out
	case *ast.MappingValueNode:
		out := map[string]any{}
		y.entry(out, n, depth)
		return out
	case *ast.SequenceNode:
		out := []any{}
		for _, item := range n.Values {
			out = append(out, y.value(item, depth+1))
		}
		return out
	case *ast.LiteralNode:
		return n.Value.Value
	case *ast.NullNode, nil:
		return nil
	case *ast.BoolNode:
		return n.Value
	case *ast.IntegerNode, *ast.FloatNode:
		if text := n.GetToken().Value; json.Valid([]byte(text)) {
			return json.Number(text)
		}
		return n.GetToken().Value
	case *ast.StringNode:
		return n.Value
	}
	return node.GetToken().Value
}

func (y *yamlReader) entry(into map[string]any, entry *ast.MappingValueNode, depth int) {
	value := y.value(entry.Value, depth+1)
	if _, merge := entry.Key.(*ast.MergeKeyNode); merge {
		if merged, ok := value.(map[string]any); ok {
			for key, v := range merged {
				if _, own := into[key]; !own {
					into[key] = v
				}
			}
		}
		return
	}
	key := entry.Key.GetToken().Value
	if text, ok := entry.Key.(*ast.StringNode); ok {
		key = text.Value
	}
	into[key] = value
}
