package ordertemplate

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// compactText are the built-in templates as YAML reads them, by the SHA-256 of their YAML: reading
// all of that takes half of a command that reads one small file. It is there only for speed: a template
// that is not in it, or has changed since, is read as YAML. Packed it has a quarter of its size. Its test
// writes it, with -update.
//
//go:embed compact.json.gz
var compactText []byte

var compactTemplates = sync.OnceValue(func() map[string]jsontext.Value {
	var templates map[string]jsontext.Value
	text, err := gzip.NewReader(bytes.NewReader(compactText))
	if err == nil {
		err = json.UnmarshalRead(text, &templates)
	}
	if err != nil {
		panic("compact.json.gz: " + err.Error()) // a test reads the same bytes
	}
	return templates
})

// compactKey is what the compact form knows a template by.
func compactKey(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// readCompact is a template of its own for whoever asks, nil where there is none of that text.
func readCompact(data []byte) *templateFile {
	text, there := compactTemplates()[compactKey(data)]
	if !there {
		return nil
	}
	f := &templateFile{}
	if err := json.Unmarshal(text, f, json.WithUnmarshalers(json.JoinUnmarshalers(
		json.UnmarshalFromFunc(func(d *jsontext.Decoder, s *spelling) error { return s.readCompact(d) }),
		json.UnmarshalFromFunc(func(d *jsontext.Decoder, s *strictyaml.Scalar) error {
			var read spelling
			err := read.readCompact(d)
			*s = read.Scalar
			return err
		})))); err != nil {
		panic("compact.json.gz: " + err.Error()) // a test reads the same bytes
	}
	return f
}

// readCompact reads a list: the text, its line and column, and, where it is another, the key.
func (s *spelling) readCompact(d *jsontext.Decoder) error {
	var places [2]int
	for n := 0; ; n++ {
		token, err := d.ReadToken()
		if err != nil {
			return err
		}
		switch kind := token.Kind(); {
		case kind == ']':
			s.Set, s.Line, s.Column = true, places[0], places[1]
			return nil
		case kind == '"' && n == 1:
			s.Text = token.String()
			s.key = s.Text
		case kind == '"':
			s.key = token.String()
		case kind == '0':
			place, err := token.Int()
			if err != nil {
				return err
			}
			places[n-2] = int(place)
		}
	}
}
