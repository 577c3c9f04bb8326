package wording

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Sayer is a value whose form depends on the language: a message, an amount, a day.
type Sayer interface{ In(Language) string }

// Message is a sentence of the catalogue with its values. It is made where something is
// found out, and said where somebody reads it, who decides the language: the journal keeps
// it, so that a file's result and the status page may speak different ones.
type Message struct {
	Key    string // of the catalogue; "" for a text that is not ours, which stands in Values alone
	Values []any  // texts, whole numbers, and messages or other Sayers within the message
}

// NewMessage is a sentence of the catalogue. Values are texts, whole numbers, Stringers and
// errors (taken as the text that they give now), messages, lists of them and other Sayers.
func NewMessage(key string, values ...any) Message {
	kept := make([]any, len(values))
	for i, value := range values {
		switch v := value.(type) {
		case string, Message, List, int, int64:
			kept[i] = v
		case fmt.Stringer:
			kept[i] = v.String()
		case error:
			kept[i] = v.Error()
		case Sayer:
			kept[i] = v
		default:
			kept[i] = fmt.Sprint(v)
		}
	}
	return Message{key, kept}
}

// Literal is a text that is not ours, such as a supplier's reason: the same in every language.
func Literal(text string) Message {
	if text == "" {
		return Message{}
	}
	return Message{Values: []any{text}}
}

// List is several messages where a sentence has one value: they are joined by "; ".
type List []Message

// In is the list in a language.
func (l List) In(language Language) string {
	said := make([]string, len(l))
	for i, message := range l {
		said[i] = message.In(language)
	}
	return strings.Join(said, "; ")
}

// Message is the list as a message, which is nothing but the list.
func (l List) Message() Message { return Message{Values: []any{l}} }

// IsZero reports whether there is nothing to say.
func (m Message) IsZero() bool { return m.Key == "" && len(m.Values) == 0 }

// In is the message in a language. A message that another version of the program kept may
// not fit the catalogue: a key that is not there is said with its values, and a value that
// the sentence has gained since is "…".
func (m Message) In(l Language) string {
	if l == "" {
		l = English // where nobody has said otherwise, as logs are
	}
	values := make([]any, len(m.Values))
	for i, value := range m.Values {
		if sayer, ok := value.(Sayer); ok {
			value = sayer.In(l)
		}
		values[i] = value
	}
	if sentence, known := find(m.Key); known {
		return sentence.in(l, values)
	}
	return strings.TrimSpace(m.Key + " " + strings.TrimSuffix(fmt.Sprintln(values...), "\n"))
}

// String is the message in English, as logs have it.
func (m Message) String() string { return m.In(English) }

// Error makes a message an error.
func (m Message) Error() string { return m.In(English) }

// kept is a message as it is written into a database.
type kept struct {
	Key    string `json:"say"`
	Values []any  `json:"with,omitempty"`
}

// keptMark begins the kept form of a message: any other text is a literal one.
const keptMark = `{"say":`

// MarshalJSON writes the message as Keep does: whatever keeps one keeps all of it, but for
// the form of an amount or a day, which is then the English one.
func (m Message) MarshalJSON() ([]byte, error) {
	values := slices.Clone(m.Values)
	for i, value := range values {
		switch v := value.(type) {
		case Message, List:
		case Sayer:
			values[i] = v.In(English)
		}
	}
	return json.Marshal(kept{m.Key, values})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (m *Message) UnmarshalJSON(data []byte) error {
	*m = Kept(string(data))
	return nil
}

// Keep writes a message as a text from which Kept makes it again; "" for none.
func (m Message) Keep() string {
	if m.IsZero() {
		return ""
	}
	if text, ok := m.literal(); ok && !strings.HasPrefix(text, keptMark) {
		return text
	}
	data, err := json.Marshal(m)
	if err != nil { // only texts, numbers and messages are in it
		return m.In(English)
	}
	return string(data)
}

func (m Message) literal() (text string, ok bool) {
	if m.Key != "" || len(m.Values) != 1 {
		return "", false
	}
	text, ok = m.Values[0].(string)
	return text, ok
}

// Kept reads what Keep wrote. Another text, such as one of an earlier version of the
// program, is taken as it is.
func Kept(text string) Message {
	if !strings.HasPrefix(text, keptMark) {
		return Literal(text)
	}
	var raw struct {
		Key    string            `json:"say"`
		Values []json.RawMessage `json:"with"`
	}
	if err := json.Unmarshal([]byte(text), &raw); err != nil {
		return Literal(text)
	}
	if raw.Key == "" && len(raw.Values) == 0 {
		return Message{}
	}
	m := Message{Key: raw.Key}
	for _, value := range raw.Values {
		m.Values = append(m.Values, keptValue(value))
	}
	return m
}

func keptValue(raw json.RawMessage) any {
	var number int64
	var text string
	switch {
	case json.Unmarshal(raw, &text) == nil:
		return text
	case json.Unmarshal(raw, &number) == nil:
		return number
	case strings.HasPrefix(string(raw), keptMark):
		return Kept(string(raw))
	case strings.HasPrefix(string(raw), "["+keptMark):
		var list List
		if json.Unmarshal(raw, &list) == nil {
			return list
		}
	}
	return string(raw)
}

// Clone is the message with texts of its own: a message that is kept would else keep in
// memory whatever its values were cut from.
func (m Message) Clone() Message {
	m.Values = slices.Clone(m.Values)
	for i, value := range m.Values {
		switch v := value.(type) {
		case string:
			m.Values[i] = strings.Clone(v)
		case Message:
			m.Values[i] = v.Clone()
		case List:
			list := slices.Clone(v)
			for n := range list {
				list[n] = list[n].Clone()
			}
			m.Values[i] = list
		}
	}
	return m
}
