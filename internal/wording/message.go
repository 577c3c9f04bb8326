package wording

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
)

// Message is a sentence of the catalogue with its values. It is made where something is
// found out, and said where somebody reads it, who decides the language: the journal keeps
// it, so that a file's result and the status page may speak different ones.
type Message struct {
	Key    string // of the catalogue; "" for a text that is not ours, which stands in Values alone
	Values []any  // texts, whole numbers, and messages within the message
}

// NewMessage is a sentence of the catalogue. Values are texts, whole numbers, Stringers
// (taken as the text that they give now) and messages.
func NewMessage(key string, values ...any) Message {
	kept := make([]any, len(values))
	for i, value := range values {
		switch v := value.(type) {
		case string, Message, int, int64:
			kept[i] = v
		case fmt.Stringer:
			kept[i] = v.String()
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
	if sentence, known := catalogue()[m.Key]; known {
		return format(l.Of(sentence.UK, sentence.EN), values)
	}
	return strings.TrimSpace(m.Key + " " + strings.TrimSuffix(fmt.Sprintln(values...), "\n"))
}

// format puts values into a sentence. One without places for values is no format: its "%" is
// a per cent sign.
func format(sentence string, values []any) string {
	wanted := 0
	for i, place := range places.FindAllStringSubmatch(sentence, -1) {
		at, err := strconv.Atoi(place[1])
		if err != nil {
			at = i + 1
		}
		wanted = max(wanted, at)
	}
	if wanted == 0 {
		return sentence
	}
	for len(values) < wanted {
		values = append(values, "…")
	}
	return fmt.Sprintf(sentence, values[:wanted]...)
}

// places finds where a sentence has its values: %s, and %[2]s where their order differs.
var places = regexp.MustCompile(`%(?:\[(\d+)\])?[sdvq]`)

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

// MarshalJSON writes the message as Keep does: whatever keeps one keeps all of it.
func (m Message) MarshalJSON() ([]byte, error) { return json.Marshal(kept(m)) }

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
	}
	return string(raw)
}

// sentence is an entry of the catalogue: formats of package fmt, whose values may be
// numbered where a language needs another order.
type sentence struct {
	UK string `yaml:"uk"`
	EN string `yaml:"en"`
}

//go:embed catalogue/*.yaml
var catalogueFiles embed.FS

// catalogue is every sentence by its key. It is read when the first one is said.
var catalogue = sync.OnceValue(func() map[string]sentence {
	out := map[string]sentence{}
	if err := readCatalogue(out); err != nil {
		panic("the embedded catalogue: " + err.Error()) // a test reads the same bytes
	}
	return out
})

func readCatalogue(into map[string]sentence) error {
	return fs.WalkDir(catalogueFiles, "catalogue", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := catalogueFiles.ReadFile(path)
		if err != nil {
			return err
		}
		var part map[string]sentence
		if err := yaml.UnmarshalWithOptions(data, &part, yaml.Strict()); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		for key, s := range part {
			if _, twice := into[key]; twice {
				return fmt.Errorf("%s: %s stands twice", path, key)
			}
			into[key] = s
		}
		return nil
	})
}
