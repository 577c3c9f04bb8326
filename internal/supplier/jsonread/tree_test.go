package jsonread

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMemberOfABody(t *testing.T) {
	steps, err := ParseMemberPath("a.b")
	require.NoError(t, err)
	for body, want := range map[string]string{
		`{}`:                    `{"a":{"b":1}}`,
		` { "c":2}`:             ` {"a":{"b":1}, "c":2}`,
		`{"a":{"b":[0]},"z":0}`: `{"a":{"b":1},"z":0}`,
		`{"c":"}","a":{}}`:      `{"c":"}","a":{"b":1}}`,
		`{"a":2}`:               "",
		`[]`:                    "",
		`{"c"`:                  "",
	} {
		got, err := WithMember(body, steps, "1")
		require.Equal(t, want == "", err != nil, body)
		if err == nil {
			require.Equal(t, want, got)
		}
	}
}
