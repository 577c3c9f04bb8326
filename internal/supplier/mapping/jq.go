package mapping

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/itchyny/gojq"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
)

// jqPatience is how long an expression may take for one record: one that never ends must
// not stop the program.
const jqPatience = 2 * time.Second

// JQ is a compiled jq expression. It sees nothing but its input: no files, no
// environment.
type JQ struct {
	code *gojq.Code
}

// jq compiles an expression of the mapping.
func (c *compiler) jq(at strictyaml.Scalar) (*JQ, error) {
	code, err := CompileJQ(at.Text)
	if err != nil {
		return nil, c.Wrong(at, "%v", err)
	}
	return code, nil
}

// CompileJQ compiles an expression.
func CompileJQ(text string) (*JQ, error) {
	query, err := gojq.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("jq: %s", oneline.Clean(err.Error(), 200))
	}
	code, err := gojq.Compile(query)
	if err != nil {
		return nil, fmt.Errorf("jq: %s", oneline.Clean(err.Error(), 200))
	}
	return &JQ{code}, nil
}

// Each visits the JSON texts of what the expression makes of a JSON text. A number that it
// calculated, and not only passed on, is marked: no reader of money takes it, as jq
// calculates in floats.
func (j *JQ) Each(raw string, do func(raw string) (more bool, err error)) error {
	decoder := json.NewDecoder(strings.NewReader(raw))
	decoder.UseNumber()
	var input any
	if err := decoder.Decode(&input); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), jqPatience)
	defer cancel()
	for results := j.code.RunWithContext(ctx, input); ; {
		result, ok := results.Next()
		if !ok {
			return nil
		}
		if err, failed := result.(error); failed {
			if halt, ok := err.(*gojq.HaltError); ok && halt.Value() == nil {
				return nil
			}
			return &jsonread.ShapeError{Want: "something that the mapping's jq can be used on", Got: "an error: " + oneline.Clean(err.Error(), 200), Slow: ctx.Err() != nil}
		}
		more, err := do(string(appendResult(nil, result)))
		if err != nil || !more {
			return err
		}
	}
}

// appendResult writes a result of jq as JSON.
func appendResult(b []byte, result any) []byte {
	switch v := result.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return fmt.Append(b, v)
	case string:
		return append(b, jsonread.Quote(v)...)
	case json.Number:
		return append(b, v...)
	case []any:
		b = append(b, '[')
		for i, one := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendResult(b, one)
		}
		return append(b, ']')
	case map[string]any:
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		b = append(b, '{')
		for i, name := range names {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(append(b, jsonread.Quote(name)...), ':')
			b = appendResult(b, v[name])
		}
		return append(b, '}')
	}
	encoded, err := gojq.Marshal(result) // int, float64 and *big.Int
	if err != nil {
		return append(b, "null"...)
	}
	switch {
	case string(encoded) == "null":
		return append(b, encoded...)
	case strings.ContainsAny(string(encoded), "eE"): // a text is no amount, and no number either
		return append(b, jsonread.Quote("calculated: "+string(encoded))...)
	}
	return append(append(b, encoded...), jsonread.Calculated...)
}
