package orderbody

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/itchyny/gojq"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/jq"
)

// orderProgram is a jq program that makes the body of an order from the order's JSON.
//
// jq calculates in floats and forgets how a number was written. So each number of the
// body has to be one that stands in the order, of which the order's own digits are sent,
// or a whole number that stands in the program.
type orderProgram struct {
	code     *gojq.Code
	literals map[string]string // whole numbers of the program, by their exact value
	texts    map[string]bool   // its texts
	limit    time.Duration     // for one order
}

// programTime is how long a program may work on one order.
const programTime = 5 * time.Second

// orderProgram compiles create_order's jq.
func (c *compiler) orderProgram(w strictyaml.Scalar) (*orderProgram, error) {
	query, err := gojq.Parse(w.Text)
	if err != nil {
		return nil, c.Wrong(w, "create_order: jq: %s", oneline.Clean(err.Error(), 200))
	}
	out := &orderProgram{literals: map[string]string{}, texts: map[string]bool{}, limit: programTime}
	wholeNumbers(reflect.ValueOf(query), out.literals)
	textsIn(reflect.ValueOf(query), out.texts)
	timeless, err := gojq.Parse(`def now: error("now is not the same each time, and a body has to be"); .`)
	if err != nil {
		return nil, err
	}
	query.FuncDefs = slices.Concat(timeless.FuncDefs, query.FuncDefs)
	if out.code, err = gojq.Compile(query); err != nil {
		return nil, c.Wrong(w, "create_order: jq: %s", oneline.Clean(err.Error(), 200))
	}
	return out, nil
}

// wholeNumbers gathers the whole numbers of a program.
func wholeNumbers(v reflect.Value, into map[string]string) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			wholeNumbers(v.Elem(), into)
		}
	case reflect.Slice:
		for i := range v.Len() {
			wholeNumbers(v.Index(i), into)
		}
	case reflect.Struct:
		if term, ok := v.Interface().(gojq.Term); ok && jsonread.IsDigits(term.Number) {
			for _, text := range []string{term.Number, "-" + term.Number} {
				if value, ok := exact(text); ok {
					into[value] = value
				}
			}
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				wholeNumbers(v.Field(i), into)
			}
		}
	}
}

// exact is one text for all that write the same number, such as 450, 450.00 and 4.5e2.
func exact(text string) (string, bool) {
	digits := strings.TrimPrefix(strings.TrimPrefix(text, "+"), "-")
	if len(text) > 60 || len(digits) == 0 || strings.Trim(digits, "0123456789.eE+-") != "" {
		return "", false
	}
	if _, exponent, found := strings.Cut(strings.ToLower(digits), "e"); found {
		if n, err := strconv.Atoi(exponent); err != nil || n > 60 || n < -60 {
			return "", false
		}
	}
	value, ok := new(big.Rat).SetString(text)
	if !ok {
		return "", false
	}
	return value.RatString(), true
}

// run makes the body of an order; the same order gives the same bytes.
func (p *orderProgram) run(order supplier.NewOrder) ([]byte, error) {
	text, err := json.Marshal(order)
	if err != nil {
		return nil, &valueError{what: "the order cannot be written as JSON: " + oneline.Clean(err.Error(), 200)}
	}
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.UseNumber()
	var input any
	if err := decoder.Decode(&input); err != nil {
		return nil, &valueError{what: "the order cannot be read as JSON: " + oneline.Clean(err.Error(), 200)}
	}
	results := p.code.RunWithContext(jq.NewBudget(p.limit), input)
	body, ok := results.Next()
	if err, failed := body.(error); failed {
		if errors.Is(err, context.DeadlineExceeded) {
			return nil, &valueError{what: fmt.Sprintf("the supplier's mapping: create_order: jq did not end within %s", p.limit)}
		}
		return nil, &valueError{what: "the supplier's mapping: create_order: jq: " + oneline.Clean(err.Error(), 200)}
	}
	if _, object := body.(map[string]any); !ok || !object {
		return nil, &valueError{what: "the supplier's mapping: create_order: jq makes no object of this order"}
	}
	if _, more := results.Next(); more {
		return nil, &valueError{what: "the supplier's mapping: create_order: jq makes more than one body of this order"}
	}
	known := maps.Clone(p.literals)
	numbersOf(input, known)
	made, err := appendMade(nil, body, known, 0)
	if err != nil {
		return nil, err
	}
	return made, p.calculatedTexts(body, digitsOf(input))
}

// requireComplete checks that a body holds what every order has.
func (p *orderProgram) requireComplete(body []byte, order supplier.NewOrder) ([]byte, error) {
	if missing := missingFrom(string(body), order); missing != "" {
		return nil, &valueError{what: "the supplier's mapping: create_order: jq makes a body without " + missing + " of the order: no order can go without it"}
	}
	return body, nil
}

// missingFrom names what every order has and a body does not hold anywhere: the external
// id and each SKU as they are, the phone by its digits.
func missingFrom(body string, order supplier.NewOrder) string {
	texts := map[string]bool{}
	if err := textsOf(body, texts); err != nil {
		return "the values"
	}
	if !texts[order.ExternalID] {
		return "the external_id"
	}
	for _, item := range order.Items {
		if !texts[item.SKU] {
			return "the sku " + oneline.Clean(strconv.Quote(item.SKU), 60)
		}
	}
	phone := strings.Map(onlyDigits, order.Recipient.Phone)
	for text := range texts {
		if digits := strings.Map(onlyDigits, text); digits != "" && len(digits) >= min(9, len(phone)) && strings.HasSuffix(phone, digits) {
			return ""
		}
	}
	return "the phone"
}

func onlyDigits(r rune) rune {
	if r < '0' || r > '9' {
		return -1
	}
	return r
}

// textsOf gathers the texts and numbers of a JSON text.
func textsOf(raw string, into map[string]bool) (err error) {
	if c := jsonread.FirstByte(raw); c != '{' && c != '[' {
		into[jsonread.PlainText(raw)] = true
		return nil
	}
	failed := jsonread.EachValue(raw, func(value, _ string) bool {
		err = textsOf(value, into)
		return err == nil
	})
	return errors.Join(err, failed)
}

// numbersOf gathers the numbers of an order, and its texts that are one.
func numbersOf(value any, into map[string]string) {
	switch v := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			numbersOf(v[key], into)
		}
	case []any:
		for _, each := range v {
			numbersOf(each, into)
		}
	case json.Number:
		numbersOf(v.String(), into)
	case string:
		same, ok := exact(v)
		if _, known := into[same]; !ok || known {
			return
		}
		switch {
		case jsonread.IsNumber(v):
			into[same] = v
		case !strings.Contains(same, "/"): // a phone with its plus
			into[same] = same
		}
	}
}

// appendMade appends what the program made as JSON, its members sorted.
func appendMade(b []byte, value any, known map[string]string, depth int) (_ []byte, err error) {
	if depth > jsonread.MaxDepth {
		return nil, &valueError{what: fmt.Sprintf("the supplier's mapping: create_order: jq makes a body that is more than %d levels deep", jsonread.MaxDepth)}
	}
	switch v := value.(type) {
	case nil:
		return append(b, "null"...), nil
	case bool:
		return strconv.AppendBool(b, v), nil
	case string:
		return appendQuoted(b, v), nil
	case []any:
		b = append(b, '[')
		for i, each := range v {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = appendMade(b, each, known, depth+1); err != nil {
				return nil, err
			}
		}
		return append(b, ']'), nil
	case map[string]any:
		b = append(b, '{')
		for i, key := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = appendMade(append(appendQuoted(b, key), ':'), v[key], known, depth+1); err != nil {
				return nil, err
			}
		}
		return append(b, '}'), nil
	}
	return appendKnown(b, value, known)
}

// appendKnown appends a number with the digits of the order.
func appendKnown(b []byte, value any, known map[string]string) ([]byte, error) {
	text, isExact := "", true
	switch v := value.(type) {
	case int:
		text = strconv.Itoa(v)
	case *big.Int:
		text = v.String()
	case json.Number:
		text = v.String()
	case float64:
		text, isExact = strconv.FormatFloat(v, 'g', -1, 64), false
	default:
		return nil, &valueError{what: fmt.Sprintf("the supplier's mapping: create_order: jq makes a %T", value)}
	}
	same, ok := exact(text)
	digits, stands := known[same]
	if !ok || !stands {
		return nil, &valueError{what: fmt.Sprintf("the supplier's mapping: create_order: jq has calculated the number %s: send numbers as they stand in the order", oneline.Clean(text, 60))}
	}
	if isExact && jsonread.IsNumber(text) {
		digits = text // 2 pieces stay 2 where a price is 2.00
	}
	return append(b, digits...), nil
}
