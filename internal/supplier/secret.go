package supplier

import (
	"log/slog"
	"net/url"
	"strings"
)

// Secret holds a token. However it is printed, logged or marshalled it shows as
// "[redacted]"; only Reveal gives the text.
type Secret struct {
	// A pointer, so that also a Secret in an unexported field, where fmt cannot call
	// String, is printed as an address.
	text *string
}

const redacted = "[redacted]"

// NewSecret wraps a token.
func NewSecret(text string) Secret { return Secret{&text} }

// Reveal is the token itself, for the one place that puts it on the wire.
func (s Secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// IsSet reports whether there is a token at all.
func (s Secret) IsSet() bool { return s.Reveal() != "" }

// hide redacts the token in a text that came from elsewhere, also as it stands in addresses.
func (s Secret) hide(text string) string {
	if !s.IsSet() {
		return text
	}
	token := s.Reveal()
	for _, form := range []string{token, url.QueryEscape(token), url.PathEscape(token)} {
		text = strings.ReplaceAll(text, form, redacted)
	}
	return text
}

// String redacts.
func (s Secret) String() string { return redacted }

// GoString redacts under %#v.
func (s Secret) GoString() string { return redacted }

// MarshalText redacts in JSON and YAML.
func (s Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// LogValue redacts in slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue(redacted) }
