package journal_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// testJoin: rows of a file that could not be read are linked to the orders that a later
// file brought, and links say which file that is.
func testJoin(t *testing.T, where string) {
	j := open(t, where)
	first := record(t, j, file("first.csv"), draft("1001", "a", 2))
	later := file("later \xff.csv")
	later.SHA256 = "bb22"
	later = record(t, j, later, draft("1002", "b", 2), draft("1003", "c", 3))

	key := func(id string) state.OrderKey {
		return state.OrderKey{Account: "acme", Source: "keycrm", ExternalID: id}
	}
	found, err := j.Orders(t.Context(), state.OrderQuery{Keys: []state.OrderKey{key("1003"), key("none"), key("1002"),
		{Account: "acme", Source: "other", ExternalID: "1001"}}})
	require.NoError(t, err)
	require.Len(t, found, 2)
	require.Equal(t, []string{"1002", "1003"}, []string{found[0].ExternalID, found[1].ExternalID})

	refusal := wording.Literal("no phone")
	join := state.Link{Order: found[0], Rows: []int{3, 4}, Relation: state.Past, Code: "phone_invalid", Message: refusal}
	again := join
	again.Rows, again.Code = []int{9}, "another"
	for _, links := range [][]state.Link{{join}, {again}, nil} { // a link that is there stays
		require.NoError(t, j.Join(t.Context(), first.ID, links))
	}
	got := links(t, j, first)
	require.Len(t, got, 2)
	require.Equal(t, "first.csv", got[0].From)
	join.Order, join.From = got[1].Order, "later \xff.csv"
	require.Equal(t, join, got[1])
	require.Equal(t, "1002", got[1].Order.ExternalID)
	files, err := j.Files(t.Context(), state.FileQuery{Account: "acme", Orders: []int64{found[0].ID}})
	require.NoError(t, err)
	require.Len(t, files, 2)
	require.Len(t, links(t, j, later), 2)
}
