package wording

// Text is a message that people read in their language and programs in English: its JSON is
// the English sentence. What Keep writes of it is the whole of it.
type Text Message

// In is the text in a language.
func (t Text) In(l Language) string { return Message(t).In(l) }

// String is the text in English.
func (t Text) String() string { return t.In(English) }

// MarshalText writes the English text.
func (t Text) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads a text, which is the same in every language from then on.
func (t *Text) UnmarshalText(text []byte) error {
	*t = Text(Literal(string(text)))
	return nil
}
