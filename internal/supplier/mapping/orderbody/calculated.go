package orderbody

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/itchyny/gojq"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
)

// textsIn gathers the texts that stand in a program.
func textsIn(v reflect.Value, into map[string]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		if text, ok := v.Interface().(*gojq.String); ok {
			into[text.Str] = true
		}
		textsIn(v.Elem(), into)
	case reflect.Slice:
		for i := range v.Len() {
			textsIn(v.Index(i), into)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				textsIn(v.Field(i), into)
			}
		}
	}
}

// orderDigits are the digits of an order's values. An amount is known by its value and by all
// of its digits, as kopecks are written; of other texts a long part is as good as the whole.
type orderDigits struct {
	amounts map[string]bool
	others  []string
}

func digitsOf(order any) orderDigits {
	out := orderDigits{amounts: map[string]bool{}}
	numbers := map[string]string{}
	numbersOf(order, numbers)
	for same, text := range numbers {
		out.amounts[same] = true
		if strings.Contains(text, ".") {
			if whole, ok := exact(strings.Replace(text, ".", "", 1)); ok {
				out.amounts[whole] = true
			}
		}
	}
	eachText(order, func(text string) {
		if _, number := exact(text); !number || !strings.Contains(text, ".") {
			out.others = append(out.others, strings.Map(onlyDigits, text))
		}
	})
	return out
}

// leastPart is how many digits of a longer text, such as a phone, are no chance.
const leastPart = 6

// holds reports whether a text that is a number stands in the order.
func (w orderDigits) holds(text string) bool {
	same, ok := exact(text)
	if !ok || w.amounts[same] {
		return true
	}
	if !jsonread.IsDigits(text) {
		return false
	}
	for _, other := range w.others {
		if other == text || len(text) >= leastPart && strings.Contains(other, text) {
			return true
		}
	}
	return false
}

// calculatedTexts refuses a body with a text that is a number and stands neither in the
// order nor in the program: tostring would hide that jq has calculated it.
func (p *orderProgram) calculatedTexts(body any, order orderDigits) (err error) {
	eachText(body, func(text string) {
		if err == nil && jsonread.IsNumber(strings.TrimLeft(text, "0")) && !p.texts[text] && p.literals[text] == "" && !order.holds(text) {
			err = &valueError{what: fmt.Sprintf("the supplier's mapping: create_order: jq has calculated the number %s, which it sends as a text: send numbers as they stand in the order", oneline.Clean(text, 60))}
		}
	})
	return err
}

// eachText visits the texts of a value that jq has made or is given.
func eachText(value any, do func(text string)) {
	switch v := value.(type) {
	case string:
		do(v)
	case []any:
		for _, one := range v {
			eachText(one, do)
		}
	case map[string]any:
		for _, one := range v {
			eachText(one, do)
		}
	}
}
