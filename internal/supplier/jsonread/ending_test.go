package jsonread

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

func TestEnding(t *testing.T) {
	far := strings.Repeat("x", endingReach)
	for text, want := range map[string]string{
		`{"data":[{"a":1},2],"meta":{"next":"c"}}`:    `{"data":[0],"meta":{"next":"c"}}`,
		` { "data" : [ "x" ] , "meta" : {"n":[1]} } `: ` { "data" : [0] , "meta" : {"n":[1]} } `,
		`{"data":[1]}`:                                                    `{"data":[0]}`,
		`{"data":["` + far + `"],"next":"c"}`:                             `{"data":[0],"next":"c"}`,
		`{"data":["],\"next\":\"a\"}"],"next":"c\\"}`:                     `{"data":[0],"next":"c\\"}`,
		`{"data":["\\\\"],"next":"]\\\"["}`:                               `{"data":[0],"next":"]\\\"["}`,
		`{"data":[1],"next":"passed over","links":[[2],{"a":[]}],"x":{}}`: `{"data":[0],"x":{}}`,
		`{"data":[],"next":"c"}`:                                          "", // of an empty page something else follows
		`{"data":[1],"next":"` + far + `"}`:                               "",
		`{"data":[1],"next":` + far:                                       "",
		`{"data":[1`:                                                      "",
		`{"data":`:                                                        "",
		`{"data":{"a":[1]},"next":"c"}`:                                   "",
		`{"first":1,"data":[1],"next":"c"}`:                               "",
		`[1]`:                                                             "",
		``:                                                                "",
	} {
		short, ok := Ending(text, "data")
		require.Equal(t, want, short, text)
		require.Equal(t, want != "", ok, text)
	}
}

// FuzzEnding: what is left of sound JSON is sound, and each of its members is one of the text.
func FuzzEnding(f *testing.F) {
	f.Add(`{"data":["],\"n\":\"\\"],"n":"\\\"]","l":[[1],{}],"m":{"c":"]"}}`)
	f.Fuzz(func(t *testing.T, text string) {
		short, ok := Ending(text, "data")
		if _, err := suppliertest.JSONTree(text); err != nil || !ok {
			return
		}
		_, err := suppliertest.JSONTree(short)
		require.NoError(t, err, short)
		require.NoError(t, EachValue(short, func(raw, name string) bool {
			require.True(t, name == "data" || hasMember(text, name, raw), "%s: %s", name, raw)
			return true
		}))
	})
}

func hasMember(text, name, raw string) (found bool) {
	_ = EachValue(text, func(value, key string) bool {
		found = found || key == name && value == raw
		return true
	})
	return found
}
