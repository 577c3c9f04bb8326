package wording

import (
	"fmt"
	"strings"
)

// Text is a sentence in every language. The zero Text is empty.
type Text struct{ uk, en string }

// Sayer is a value whose form depends on the language: a Text, an amount, a day.
type Sayer interface{ In(Language) string }

// Say formats a sentence as fmt.Sprintf does, from a format for each language. Both are
// given the same values: a Sayer in the form of the language, a []Text joined by "; ".
// A format that needs another order of the values numbers them: %[2]s.
func Say(uk, en string, values ...any) Text {
	return Text{uk: in(Ukrainian, uk, values), en: in(English, en, values)}
}

func in(l Language, format string, values []any) string {
	if len(values) == 0 {
		return format
	}
	said := make([]any, len(values))
	for i, value := range values {
		switch v := value.(type) {
		case Sayer:
			said[i] = v.In(l)
		case []Text:
			said[i] = joined(l, v)
		default:
			said[i] = v
		}
	}
	return fmt.Sprintf(format, said...)
}

func joined(l Language, texts []Text) string {
	said := make([]string, len(texts))
	for i, text := range texts {
		said[i] = text.In(l)
	}
	return strings.Join(said, "; ")
}

// In is the sentence in a language.
func (t Text) In(l Language) string { return l.Of(t.uk, t.en) }

// String is the sentence in English, which reports for programs and logs have.
func (t Text) String() string { return t.en }

// MarshalText writes it in English, to JSON as well.
func (t Text) MarshalText() ([]byte, error) { return []byte(t.en), nil }
