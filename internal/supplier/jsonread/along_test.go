package jsonread

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzAlong: what Along finds while a text is read is what Walk finds in it afterwards, and what
// it reads over is what Skip does.
func FuzzAlong(f *testing.F) {
	for _, text := range []string{
		`[{"a":{"b":1}},{"a":[{"b":"x\n"},{"b":null},7]},{"a":"\u00e9"},{ "c":[] , "a" :{}}]`, `{"a":1,"a":1}`, `{"a":1,"a":2}`,
		`{"a":[{"b":[1,2]},{"b":{"a":"]"}}],"z":"\\\""}`, `[[[1],[{"a":{}}]],{"a":[[]]}]`, `"a"`, `[`, `{"a":[1}`, `["x`,
	} {
		f.Add(text)
	}
	paths := []string{"[].a.b", "a[].b", "[][]", "a[]", "[].a[].b", "[].a"}
	f.Fuzz(func(t *testing.T, text string) {
		skipping := NewScanner(text)
		unsound := skipping.Skip()
		leaping := NewScanner(text)
		if failed := leaping.Leap(); unsound == nil {
			require.NoError(t, failed)
			require.Equal(t, skipping.pos, leaping.pos)
		}
		for _, path := range paths {
			p, err := ParsePath("x" + prefixed(path))
			require.NoError(t, err)
			steps := p.Steps[1:]
			require.True(t, CanGoAlong(steps))
			var found, want []string
			s := NewScanner(text)
			err = s.Along(steps, func(raw string) error { found = append(found, raw); return nil })
			if unsound != nil {
				require.Error(t, err)
				continue
			}
			refused := Walk(text[:skipping.pos], steps, func(raw, _ string) bool { want = append(want, raw); return true })
			require.Equal(t, refused == nil, err == nil, "%v, %v", refused, err)
			if err == nil {
				require.Equal(t, skipping.pos, s.pos)
				require.Equal(t, want, found, path)
			}
		}
	})
}

// prefixed is a path as it goes on behind a member.
func prefixed(path string) string {
	if path[0] == '[' {
		return path
	}
	return "." + path
}

func TestOnlyMembersAndElementsGoAlong(t *testing.T) {
	for path, want := range map[string]bool{"a[].b": true, "a.b": true, "a[0].b": false, "a.*": false} {
		p, err := ParsePath(path)
		require.NoError(t, err)
		require.Equal(t, want, CanGoAlong(p.Steps), path)
	}
}

// TestLeapTellsOfACutText as Skip does.
func TestLeapTellsOfACutText(t *testing.T) {
	for text, want := range map[string]string{`[1,{"a"`: "ends too early", `["a\"`: "a string without an end", `["a\`: "a string without an end", `[[]`: "ends too early", `"a`: "a string without an end"} {
		var broken *SyntaxError
		require.ErrorAs(t, NewScanner(text).Leap(), &broken, text)
		require.Equal(t, want, broken.what, text)
		require.Equal(t, len(text), broken.offset, text)
	}
}
