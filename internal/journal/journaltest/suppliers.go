package journaltest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
)

// parting is how orders of several suppliers are told apart.
var parting = topic{
	"two suppliers with one number": testOneNumber,
	"ids of two suppliers":          testIDsOfSuppliers,
	"a decision about one of two":   testDecisionOfOne,
}

// draftOf is an order of a file for a supplier.
func draftOf(supplier, id, content string, rows ...int) state.Draft {
	d := Draft(id, content, rows...)
	d.Supplier = supplier
	return d
}

// testOneNumber: one number is an order each, whatever the other supplier has under it.
func testOneNumber(t *testing.T, at Opener) {
	j := open(t, at)
	const tricky = "\x1fbeta\x1f1" // what a file may hold is no other supplier's
	f := Record(t, j, File("a.csv"), draftOf("", "1", "a", 2), draftOf("beta", "1", "b", 3), draftOf("gamma", "1", "c", 4), draftOf("", tricky, "d", 5))
	links := Links(t, j, f)
	require.Equal(t, []state.Relation{state.Own, state.Own, state.Own, state.Own}, relations(links))
	require.Equal(t, []byte("b"), links[1].Order.Content)
	require.Equal(t, state.OrderKey{Account: "acme", Source: "keycrm", Supplier: "beta", ExternalID: "1"}, links[1].Order.OrderKey)
	require.Equal(t, tricky, links[3].Order.ExternalID)

	again := File("again.csv")
	again.SHA256 = "bb22"
	again = Record(t, j, again, draftOf("beta", "1", "b", 2), draftOf("gamma", "1", "other", 3))
	require.Equal(t, []state.Relation{state.Duplicate, state.Clash}, relations(Links(t, j, again)), "each meets its own")

	keys, err := j.ClashKeys(t.Context(), state.ClashQuery{Account: "acme"})
	require.NoError(t, err)
	require.Equal(t, []state.OrderKey{links[2].Order.OrderKey}, keys)
	for name, c := range map[string]struct {
		query state.OrderQuery
		want  []string
	}{
		"number":     {state.OrderQuery{Account: "acme", Number: "1"}, []string{"", "beta", "gamma"}},
		"of one":     {state.OrderQuery{Account: "acme", Number: "1", Suppliers: []string{"beta"}}, []string{"beta"}},
		"waiting":    {state.OrderQuery{Account: "acme", States: []state.State{state.Ready}, Suppliers: []string{"gamma", "beta"}}, []string{"beta", "gamma"}},
		"the first":  {state.OrderQuery{Account: "acme", Suppliers: []string{""}}, []string{"", ""}},
		"keys":       {state.OrderQuery{Keys: []state.OrderKey{links[2].Order.OrderKey, links[0].Order.OrderKey}}, []string{"", "gamma"}},
		"of others":  {state.OrderQuery{Account: "acme", Strangers: []string{"", "beta"}}, []string{"gamma"}},
		"nobody's":   {state.OrderQuery{Account: "acme", Suppliers: []string{"delta"}}, nil},
		"everything": {state.OrderQuery{Account: "acme"}, []string{"", "beta", "gamma", ""}},
	} {
		orders, err := j.Orders(t.Context(), c.query)
		require.NoError(t, err, name)
		require.Equal(t, c.want, suppliersOf(orders), name)
		counts, err := j.CountOrders(t.Context(), c.query)
		require.NoError(t, err, name)
		require.Equal(t, len(c.want), counts[state.Ready], name)
	}
	for text, want := range map[string][]string{"": {"gamma", "beta"}, "1": {"gamma", "beta"}} {
		page, err := j.Search(t.Context(), state.SearchQuery{Account: "acme", Text: text, Suppliers: []string{"beta", "gamma"}})
		require.NoError(t, err)
		require.Equal(t, want, suppliersOf(page.Orders), text)
	}
	page, err := j.Search(t.Context(), state.SearchQuery{Account: "acme", Text: "1", Suppliers: []string{""}})
	require.NoError(t, err)
	require.Equal(t, []string{""}, suppliersOf(page.Orders))
}

func suppliersOf(orders []state.Order) (names []string) {
	for _, o := range orders {
		names = append(names, o.Supplier)
	}
	return names
}

// testIDsOfSuppliers: an id is one order of a supplier, and may be another one of another.
func testIDsOfSuppliers(t *testing.T, at Opener) {
	j := open(t, at)
	f := Record(t, j, File("a.csv"), draftOf("beta", "1", "a", 2), draftOf("gamma", "2", "b", 3), draftOf("gamma", "3", "c", 4))
	links := Links(t, j, f)
	accepted := func(o state.Order) error {
		o.State, o.RemoteID = state.Accepted, "ord_1"
		_, err := j.Swap(t.Context(), o.Attempted(state.Posted, Start, state.Outcome{}))
		return err
	}
	require.NoError(t, accepted(links[0].Order))
	require.NoError(t, accepted(links[1].Order))
	var taken *state.TakenError
	require.ErrorAs(t, accepted(links[2].Order), &taken)
	require.Equal(t, links[1].Order.OrderKey, taken.By)
}

// testDecisionOfOne: what a person said of an order is not said of another supplier's.
func testDecisionOfOne(t *testing.T, at Opener) {
	j := open(t, at)
	f := Record(t, j, File("a.csv"), draftOf("beta", "1", "a", 2), draftOf("gamma", "1", "a", 3))
	order := Links(t, j, f)[0].Order
	order.State = state.Accepted
	order = Swap(t, j, order)
	_, err := j.Decide(t.Context(), state.Ruling{Order: order, Known: map[string]int64{"hash of b": order.ID},
		Decision: state.Decision{Account: "acme", Order: order.ID, Number: "1", At: Start, Kind: state.DecidedKeep, Before: order}})
	require.NoError(t, err)
	later := File("b.csv")
	later.SHA256 = "bb22"
	later = Record(t, j, later, draftOf("beta", "1", "b", 2), draftOf("gamma", "1", "b", 3))
	require.Equal(t, []state.Relation{state.Duplicate, state.Clash}, relations(Links(t, j, later)))
	found, err := j.Orders(t.Context(), state.OrderQuery{Account: "acme", Alias: "1"})
	require.NoError(t, err)
	require.Equal(t, []string{"beta"}, suppliersOf(found))
}
