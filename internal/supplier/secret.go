package supplier

import (
	"fmt"
	"html"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
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

// Hide redacts the token in a text that came from elsewhere, also as it stands in addresses.
func (s Secret) Hide(text string) string {
	if !s.IsSet() {
		return text
	}
	token := s.Reveal()
	var pairs []string
	for _, form := range forms(token) {
		pairs = append(pairs, form, redacted)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// forms are the ways in which services write a text back: as it is, in addresses, in JSON
// with more or fewer escapes, in HTML.
func forms(text string) []string {
	quoted, _ := jsontext.AppendQuote(nil, strings.ToValidUTF8(text, "\uFFFD")) // valid UTF-8 cannot fail
	inJSON := strings.TrimSuffix(strings.TrimPrefix(string(quoted), `"`), `"`)
	var ascii strings.Builder
	for _, r := range inJSON {
		if r < utf8.RuneSelf {
			ascii.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&ascii, `\u%04x`, unit)
		}
	}
	out := []string{text, inJSON, ascii.String(), strings.ReplaceAll(inJSON, "/", `\/`), strings.ReplaceAll(ascii.String(), "/", `\/`), html.EscapeString(text)}
	for _, escaped := range []string{url.QueryEscape(text), url.PathEscape(text)} {
		out = append(out, escaped, lowerHex(escaped))
	}
	// The longest first: a shorter one may be a part of it.
	slices.SortFunc(out, func(a, b string) int { return len(b) - len(a) })
	return slices.Compact(out)
}

// lowerHex writes the escapes of an address in small letters.
func lowerHex(escaped string) string {
	b := []byte(escaped)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' {
			copy(b[i+1:i+3], strings.ToLower(string(b[i+1:i+3])))
		}
	}
	return string(b)
}

// String redacts.
func (s Secret) String() string { return redacted }

// GoString redacts under %#v.
func (s Secret) GoString() string { return redacted }

// MarshalText redacts in JSON and YAML.
func (s Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// LogValue redacts in slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue(redacted) }
