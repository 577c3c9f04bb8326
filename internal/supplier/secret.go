package supplier

import "log/slog"

// Secret holds a token. However it is printed, logged or marshalled it shows as
// "[redacted]"; only Reveal gives the text.
type Secret struct{ text string }

const redacted = "[redacted]"

// NewSecret wraps a token.
func NewSecret(text string) Secret { return Secret{text} }

// Reveal is the token itself, for the one place that puts it on the wire.
func (s Secret) Reveal() string { return s.text }

// IsSet reports whether there is a token at all.
func (s Secret) IsSet() bool { return s.text != "" }

// String redacts.
func (s Secret) String() string { return redacted }

// GoString redacts under %#v.
func (s Secret) GoString() string { return redacted }

// MarshalText redacts in JSON and YAML.
func (s Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// LogValue redacts in slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue(redacted) }
