package suppliertest

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// tree is a JSON document as the reference library's tokens tell it: nil, bool,
// string, jsontext.Value for numbers, []any, map[string]any (the last of equal names).
func tree(d *jsontext.Decoder) (any, error) {
	token, err := d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case 'n':
		return nil, nil
	case 't', 'f':
		return token.Bool(), nil
	case '"':
		return token.String(), nil
	case '0':
		return jsontext.Value(token.String()), nil
	case '[':
		list := []any{}
		for d.PeekKind() != ']' {
			v, err := tree(d)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = d.ReadToken()
		return list, err
	}
	members := map[string]any{}
	for d.PeekKind() != '}' {
		key, err := d.ReadToken()
		if err != nil {
			return nil, err
		}
		name := key.String()
		if members[name], err = tree(d); err != nil {
			return nil, err
		}
	}
	_, err = d.ReadToken()
	return members, err
}

// JSONTree is a whole document as the reference library reads it.
func JSONTree(text string) (any, error) {
	d := jsontext.NewDecoder(strings.NewReader(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	v, err := tree(d)
	if err != nil {
		return nil, err
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("something follows: %w", err)
	}
	return v, nil
}
