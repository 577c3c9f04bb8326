package jq

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
)

// Decode reads a JSON text for a run: nil, bool, string, json.Number, []any and
// map[string]any. A key that an object has twice with different values, at any depth, is a
// *jsonread.ShapeError: jq would take the last one and pass over the other.
func Decode(raw string) (any, error) {
	d := jsontext.NewDecoder(strings.NewReader(raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	value, err := decodeNext(d)
	if err != nil {
		return nil, err
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the value")
	}
	return value, nil
}

func decodeNext(d *jsontext.Decoder) (any, error) {
	token, err := d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case 't', 'f':
		return token.Bool(), nil
	case '"':
		return token.String(), nil
	case '0':
		return json.Number(token.String()), nil
	case '[':
		return decodeList(d)
	case '{':
		return decodeObject(d)
	}
	return nil, nil
}

func decodeList(d *jsontext.Decoder) (any, error) {
	list := []any{}
	for d.PeekKind() != ']' {
		value, err := decodeNext(d)
		if err != nil {
			return nil, err
		}
		list = append(list, value)
	}
	_, err := d.ReadToken()
	return list, err
}

func decodeObject(d *jsontext.Decoder) (any, error) {
	members := map[string]any{}
	for d.PeekKind() != '}' {
		key, err := d.ReadToken()
		if err != nil {
			return nil, err
		}
		name := key.String()
		value, err := decodeNext(d)
		if err != nil {
			return nil, err
		}
		if before, twice := members[name]; twice && !reflect.DeepEqual(before, value) {
			return nil, jsonread.At(&jsonread.ShapeError{Want: "one value", Mend: "ask the supplier to write each key once",
				Got: fmt.Sprintf("the key twice, with %s and with %s", shown(before), shown(value))}, name)
		}
		members[name] = value
	}
	_, err := d.ReadToken()
	return members, err
}

// shown is a value for a person.
func shown(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return "a value"
	}
	return oneline.Clean(string(text), 40)
}
