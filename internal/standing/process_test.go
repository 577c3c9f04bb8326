package standing

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestRoleThatNobodyHas: work that no living process does is a failure.
func TestRoleThatNobodyHas(t *testing.T) {
	s := Snapshot{Roles: []string{"post", "follow", "http"}}
	require.Empty(t, Judge(s, wording.English), "one process that shares nothing does all")
	s.Processes = []Process{{Name: "a", Roles: []string{"post", "http"}}, {Name: "b", Roles: []string{"follow", "post"}, Waits: map[string]string{"follow": "the supplier is away"}}}
	require.Empty(t, Judge(s, wording.English))
	require.True(t, s.Ready("post"))
	require.False(t, s.Ready("follow"), "it waits")
	require.False(t, s.Ready("books"))
	require.Equal(t, []string{"follow: the supplier is away"}, s.Processes[1].RolesWaiting())

	s.Processes[1].Fenced = true
	list := Judge(s, wording.English)
	require.Len(t, list, 1)
	require.Equal(t, []any{Failing, CodeRole, "follow"}, []any{list[0].Level, list[0].Code, list[0].About})
	require.Equal(t, "no running process has the role follow: that part of the work stands still", list[0].Text)
	require.Contains(t, list[0].Mend, "dropbridge run --roles follow")
	require.Contains(t, Judge(s, wording.Ukrainian)[0].Text, "follow")
}

// TestWhoseItIs: of several suppliers each has findings of his own, with his name.
func TestWhoseItIs(t *testing.T) {
	s := Snapshot{StockWords: []StockWord{{Supplier: "beta", List: "suppliers.beta.products", Column: "Stock", Word: "soon", Products: 3},
		{Supplier: "alpha", List: "suppliers.alpha.products", Column: "Stock", Word: "ask", Products: 2}, {Supplier: "beta", Word: "later", Products: 1}},
		Drift: []Drift{{Supplier: "alpha", Operation: "alpha: products"}, {Supplier: "beta", Operation: "beta: orders"}, {Supplier: "alpha", Operation: "alpha: orders"}}}
	var said []string
	for _, f := range Judge(s, wording.English) {
		said = append(said, f.Code+" "+f.About+" "+strconv.Itoa(f.Count))
		require.True(t, strings.HasPrefix(f.Text, f.About+": "), f.Text)
		if f.Code == CodeStockWord {
			require.Contains(t, f.Mend, "suppliers."+f.About+".products")
		}
	}
	require.ElementsMatch(t, []string{CodeStockWord + " beta 4", CodeStockWord + " alpha 2", CodeDrift + " alpha 2", CodeDrift + " beta 1"}, said)
	for _, f := range Judge(Snapshot{StockWords: []StockWord{{Word: "soon"}}, Drift: make([]Drift, 2)}, wording.English) {
		require.False(t, strings.HasPrefix(f.Text, ": "), "the only one has no name")
	}
}
