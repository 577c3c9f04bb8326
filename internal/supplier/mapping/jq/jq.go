package jq

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/itchyny/gojq"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
)

// Program is a compiled jq expression. It sees nothing but its input: no files, no
// environment.
type Program struct {
	code   *gojq.Code
	bounds bounds
}

// Compile compiles an expression.
func Compile(text string) (*Program, error) {
	query, err := gojq.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("jq: %s", oneline.Clean(err.Error(), 200))
	}
	code, err := gojq.Compile(query)
	if err != nil {
		return nil, fmt.Errorf("jq: %s", oneline.Clean(err.Error(), 200))
	}
	return &Program{code, usualBounds}, nil
}

// Each visits the JSON texts of what the expression makes of a JSON text. A number that it
// calculated, and not only passed on, is marked: no reader of money takes it, as jq
// calculates in floats. A text that it made of one is found by Proof.
func (p *Program) Each(raw string, do func(raw string) (more bool, err error)) error {
	input, err := Decode(raw)
	if err != nil {
		return err
	}
	budget, room := newBudget(p.bounds), p.bounds.output
	for results := p.code.RunWithContext(budget, input); ; {
		result, ok := results.Next()
		if !ok {
			return nil
		}
		if err, failed := result.(error); failed {
			if halt, ok := err.(*gojq.HaltError); ok && halt.Value() == nil {
				return nil
			}
			return unusable(err, budget.Err() != nil)
		}
		made, err := appendResult(nil, result, room)
		if err != nil {
			return unusable(err, true)
		}
		room -= len(made)
		more, err := do(string(made))
		if err != nil || !more {
			return err
		}
	}
}

// unusable is the error of a record that an expression fails for; spent says that others
// like it would cost as much.
func unusable(err error, spent bool) error {
	return &jsonread.ShapeError{Want: "something that the mapping's jq can be used on", Got: "an error: " + oneline.Clean(err.Error(), 200), Slow: spent}
}

// appendResult writes a result of jq as JSON that is not longer than room.
func appendResult(b []byte, result any, room int) (_ []byte, err error) {
	if text, ok := result.(string); len(b) > room || ok && len(text) > room-len(b) { // before it is copied
		return nil, ErrOutput
	}
	switch v := result.(type) {
	case nil:
		return append(b, "null"...), nil
	case bool:
		return fmt.Append(b, v), nil
	case string:
		return append(b, jsonread.Quote(v)...), nil
	case json.Number:
		return append(b, v...), nil
	case []any:
		b = append(b, '[')
		for i, one := range v {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = appendResult(b, one, room); err != nil {
				return nil, err
			}
		}
		return append(b, ']'), nil
	case map[string]any:
		return appendMembers(b, v, room)
	}
	return appendCalculated(b, result)
}

func appendMembers(b []byte, members map[string]any, room int) (_ []byte, err error) {
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	slices.Sort(names)
	b = append(b, '{')
	for i, name := range names {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(b, jsonread.Quote(name)...), ':')
		if b, err = appendResult(b, members[name], room); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

// inexact stands before a number that jq can only write with an exponent: such a text is no
// amount.
const inexact = "calculated: "

// appendCalculated appends a number that jq has calculated: int, float64 or *big.Int.
func appendCalculated(b []byte, number any) ([]byte, error) {
	encoded, err := gojq.Marshal(number)
	if err != nil {
		return nil, errors.New("a result that is no JSON")
	}
	switch {
	case string(encoded) == "null":
		return append(b, encoded...), nil
	case strings.ContainsAny(string(encoded), "eE"): // a text is no amount, and no number either
		return append(b, jsonread.Quote(inexact+string(encoded))...), nil
	}
	return append(append(b, encoded...), jsonread.Calculated...), nil
}
