package shape

import (
	"encoding/json"
	"strings"

	"github.com/dropbridge/dropbridge/internal/pattern"
)

// Object is a JSON object; its numbers are json.Number, so that money keeps its text.
type Object = map[string]any

// Text is a value's text: of a JSON text or number; "" where it is anything else.
func Text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	default:
		return ""
	}
}

// Member is a member that is an object, nil where it is not.
func Member(o Object, name string) Object {
	m, _ := o[name].(Object)
	return m
}

// Objects are the objects of a list.
func Objects(v any) []Object {
	list, _ := v.([]any)
	all := make([]Object, 0, len(list))
	for _, element := range list {
		if o, ok := element.(Object); ok {
			all = append(all, o)
		}
	}
	return all
}

// Number is a decimal text as a JSON number of the same digits; null stays null.
func Number(v any) any {
	if text := Text(v); text != "" {
		return json.Number(text)
	}
	return nil
}

// Texts are the texts of a list.
func Texts(v any) []string {
	list, _ := v.([]any)
	all := make([]string, 0, len(list))
	for _, element := range list {
		all = append(all, Text(element))
	}
	return all
}

var wholeForm = pattern.Lazy(`^(0|[1-9][0-9]{0,15})$`)

// IsWhole reports whether a text is a whole number that JSON gives back unchanged.
func IsWhole(text string) bool { return wholeForm().MatchString(text) }

// ID is an id as a JSON number where nothing of it would be lost, such as a
// leading zero; else it stays as it is.
func ID(v any) any {
	if text, ok := v.(string); ok && IsWhole(text) {
		return json.Number(text)
	}
	return v
}

// MoneyText is money of a body as the contract's decimal text; what is no JSON number
// stays itself.
func MoneyText(v any) any {
	if n, ok := v.(json.Number); ok {
		return n.String()
	}
	return v
}

// Shifted moves the decimal point of a whole number to the left: Shifted(3)(3185) is
// 3.185.
func Shifted(places int) func(any) any {
	return func(v any) any {
		digits := Text(v)
		if digits == "" {
			return nil
		}
		digits, negative := strings.CutPrefix(digits, "-")
		if missing := places + 1 - len(digits); missing > 0 {
			digits = strings.Repeat("0", missing) + digits
		}
		cut := len(digits) - places
		text := digits[:cut]
		if fraction := strings.TrimRight(digits[cut:], "0"); fraction != "" {
			text += "." + fraction
		}
		if negative {
			text = "-" + text
		}
		return json.Number(text)
	}
}
