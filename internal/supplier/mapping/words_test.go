package mapping

import (
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/wire"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// sharedWords are keys that mean one thing at several places, and are compiled in one.
var sharedWords = map[string]string{
	"Sign.header": "Spot.header", "Sign.query": "Spot.query",
	"Login.encode": "wire.encode", "Operation.encode": "wire.encode", "CreateOrder.encode": "wire.encode", "Then.encode": "wire.encode",
	"Login.root": "wire.root", "Operation.root": "wire.root", "CreateOrder.root": "wire.root", "Then.root": "wire.root",
	"Login.json": "wire.json", "Operation.json": "wire.json", "CreateOrder.json": "wire.json", "Then.json": "wire.json",
}

func sharedWord(word string) string {
	if shared := sharedWords[word]; shared != "" {
		return shared
	}
	return word
}

// choices are words among which a key chooses, and which decide how a list is read or an
// order written. Functions of signatures and kinds of refusals are tables, tested where they
// stand.
var choices = map[string][]string{
	"File.answers":     {written.AnswersXML},
	"File.types":       {"loose"},
	"Idempotency.kind": {supplier.IdempotencyNone, supplier.IdempotencyExternalID, supplier.IdempotencyKey},
	"Paging.kind":      {PagingNone, PagingPage, PagingOffset, PagingCursor, PagingLastID, PagingLink},
	"Paging.end":       {endEmpty, EndShort, EndNotFound},
	"Times.layout":     {"rfc3339", "epoch"},
	"Place.layout":     {"epoch_ms"},
	"Place.decimal":    {",", "either"},
	"Place.as":         {"number", "text"},
	"Operation.order":  {newestFirst},
	"wire.encode":      {wire.Form, wire.XML},
}

// apart are the words that no dialect can use, since it carries all that an order says, and
// why; each has tests of its own.
var apart = map[string]string{
	"Place.single": "a service whose order is one item cannot take an order of two",
}

// wordsOf collects the keys of a type of package written and of all that it is made of.
func wordsOf(of reflect.Type, into map[string]bool, seen map[reflect.Type]bool) {
	switch of.Kind() {
	case reflect.Pointer, reflect.Slice:
		wordsOf(of.Elem(), into, seen)
		return
	case reflect.Struct:
	default:
		return
	}
	if seen[of] || !strings.HasSuffix(of.PkgPath(), "/mapping/written") {
		return
	}
	seen[of] = true
	for i := range of.NumField() {
		field := of.Field(i)
		if key, _, _ := strings.Cut(field.Tag.Get("yaml"), ","); key != "" && key != "-" {
			into[sharedWord(of.Name()+"."+key)] = true
		}
		wordsOf(field.Type, into, seen)
	}
}

// usedWords collects the keys that a value of package written has.
func usedWords(v reflect.Value, into map[string]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			usedWords(v.Elem(), into)
		}
	case reflect.Slice:
		for i := range v.Len() {
			usedWords(v.Index(i), into)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Type().Field(i)
			if !field.IsExported() {
				continue
			}
			if key, _, _ := strings.Cut(field.Tag.Get("yaml"), ","); key != "" && key != "-" && !v.Field(i).IsZero() {
				word := sharedWord(v.Type().Name() + "." + key)
				into[word] = true
				for _, text := range textsOf(v.Field(i).Interface()) {
					into[word+" "+text] = true
				}
			}
			usedWords(v.Field(i), into)
		}
	}
}

// textsOf are the texts that a key has.
func textsOf(v any) (out []string) {
	switch v := v.(type) {
	case strictyaml.Scalar:
		return []string{v.Text}
	case written.Scalars:
		for _, one := range v {
			out = append(out, one.Text)
		}
	}
	return out
}

// TestDialectsUseEveryWord: each key of the language, and each choice, is used by the mapping of a dialect, so
// that the whole job is done through it.
func TestDialectsUseEveryWord(t *testing.T) {
	all, used := map[string]bool{}, map[string]bool{}
	wordsOf(reflect.TypeFor[written.File](), all, map[reflect.Type]bool{})
	require.Greater(t, len(all), 100)
	for _, name := range append(dialect.Names(), "default") {
		data, err := os.ReadFile("../../../templates/suppliers/" + name + ".yaml")
		require.NoError(t, err)
		var file written.File
		require.NoError(t, strictyaml.Decode(name, data, &file))
		usedWords(reflect.ValueOf(file), used)
	}
	for word, of := range choices {
		for _, choice := range of {
			all[word+" "+choice] = true
		}
	}
	var unused []string
	for word := range all {
		if !used[word] {
			unused = append(unused, word)
		}
	}
	require.ElementsMatch(t, slices.Collect(maps.Keys(apart)), unused, "these words are used by no dialect, or are no words apart")
}
