package service

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/templates"
)

func decoded(t *testing.T, text string) any {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var v any
	require.NoError(t, decoder.Decode(&v))
	return v
}

func shapeOf(t *testing.T, text string) *Shape {
	t.Helper()
	words, err := lexicon.Load(templates.Open(""))
	require.NoError(t, err)
	return ShapeOf(decoded(t, text), words)
}

func TestPlacesAreWrittenAsTheMappingHasThem(t *testing.T) {
	record := decoded(t, `{"a":{"b":"x"},"list":[{"n":1.50},{"n":null},{"n":"2"}],"by id":{"7":{"q":3}}}`)
	for want, c := range map[string]struct {
		place Place
		text  string
		many  int
	}{
		"a.b":         {Place{{Name: "a"}, {Name: "b"}}, "x", 1},
		"list[].n":    {Place{{Name: "list"}, {Kind: ToEach}, {Name: "n"}}, "1.50", 2},
		`"by id".*.q`: {Place{{Name: "by id"}, {Kind: ToAll}, {Name: "q"}}, "3", 1},
		"nothing":     {Place{{Name: "nothing"}}, "", 0},
	} {
		require.Equal(t, want, c.place.String())
		require.Equal(t, c.text, c.place.Text(record), want)
		require.Len(t, c.place.In(record), c.many, want)
	}
	require.Equal(t, ".", Place{}.String())
	require.True(t, Place{{Name: "a"}}.Single())
	require.False(t, Place{{Name: "a"}, {Kind: ToEach}}.Single())
}

// TestNamesThatAreValues: an object whose names are ids, or properties, has one member.
func TestNamesThatAreValues(t *testing.T) {
	s := shapeOf(t, `{"stock":{"17":{"q":1},"18":{"q":2}},"attributes":{"Колір":"синій"},"names":{"uk":"Лампа"}}`)
	require.True(t, s.Member("stock").Keyed)
	require.Equal(t, []string{"17", "18"}, s.Member("stock").Examples)
	require.True(t, s.Member("stock").Member("*").Member("q").Is(IsWhole))
	require.True(t, s.Member("attributes").Keyed, "a list of properties by their names")
	require.False(t, s.Member("names").Keyed)
}

func TestListingsNearTheRootComeFirst(t *testing.T) {
	words, err := lexicon.Load(templates.Open(""))
	require.NoError(t, err)
	o := NewSample("a file", decoded(t, `{"meta":{"links":[{"rel":"next"}]},"data":[{"id":1,"parts":[{"n":1}]},{"id":2}]}`), words)
	lists := o.Listings()
	require.Len(t, lists, 2, "a list inside records is none of its own")
	require.Equal(t, []string{"data", "meta.links"}, []string{lists[0].Root.String(), lists[1].Root.String()})
	require.Len(t, lists[0].Rows, 2)
}
