package journaltest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// querying is how orders, files and notes are found and counted.
var querying = topic{
	"queries":           testQueries,
	"each order":        testEachOrder,
	"handed over":       testHandedOver,
	"counts of queries": testCountQueries,
	"notes":             testNotes,
}

func testQueries(t *testing.T, at Opener) {
	j := open(t, at)
	f := Record(t, j, File("a.csv"), Draft("1", "a", 2), Draft("2", "b", 3), Draft("3", "c", 4))
	all := Links(t, j, f)
	accepted, waiting := all[0].Order, all[1].Order
	accepted.State, accepted.RemoteID, accepted.RemoteStatus, accepted.ChangedAt = state.Accepted, "ord_1", "new", Start.Add(time.Hour)
	Swap(t, j, accepted)
	waiting.NotBefore = Start.Add(time.Minute)
	Swap(t, j, waiting)
	other := Draft("1", "z", 2)
	other.Account = "other"
	g := File("b.csv")
	g.Account, g.Placed, g.State, g.ChangedAt = "other", state.PlacedArchive, state.FileFinal, Start.Add(time.Minute)
	g = Record(t, j, g, other)
	requireOrders(t, j, g, waiting)
	requireFiles(t, j, f, g, []int64{accepted.ID, waiting.ID})
	counts, err := j.Counts(t.Context(), "acme")
	require.NoError(t, err)
	require.Equal(t, map[state.State]int{state.Ready: 2, state.Accepted: 1}, counts)
}

// requireOrders asks for what queries find of four orders: three of acme, of which the second
// waits, and that of another account's file.
func requireOrders(t *testing.T, j state.Journal, others state.File, waiting state.Order) {
	t.Helper()
	for name, c := range map[string]struct {
		query state.OrderQuery
		want  []string
	}{
		"account":    {state.OrderQuery{Account: "acme"}, []string{"1", "2", "3"}},
		"ready":      {state.OrderQuery{Account: "acme", States: []state.State{state.Ready}}, []string{"2", "3"}},
		"due":        {state.OrderQuery{Account: "acme", States: []state.State{state.Ready}, Due: Start}, []string{"3"}},
		"due later":  {state.OrderQuery{Account: "acme", Due: Start.Add(time.Minute), Limit: 2}, []string{"1", "2"}},
		"two states": {state.OrderQuery{States: []state.State{state.Ready, state.Accepted}}, []string{"1", "2", "3", "1"}},
		"file":       {state.OrderQuery{File: others.ID}, []string{"1"}},
		"remote":     {state.OrderQuery{RemoteIDs: []string{"ord_1", "ord_2"}}, []string{"1"}},
		"open":       {state.OrderQuery{Account: "acme", Open: true}, []string{"1"}},
		"after":      {state.OrderQuery{Account: "acme", After: waiting.ID}, []string{"3"}},
		"newest":     {state.OrderQuery{Account: "acme", Newest: true, Limit: 1}, []string{"1"}},
		"key":        {state.OrderQuery{Key: &state.OrderKey{Account: "other", Source: "keycrm", ExternalID: "1"}}, []string{"1"}},
		"none":       {state.OrderQuery{RemoteIDs: []string{"' OR 1=1 --"}}, nil},
	} {
		orders, err := j.Orders(t.Context(), c.query)
		require.NoError(t, err, name)
		var ids []string
		for _, o := range orders {
			ids = append(ids, o.ExternalID)
		}
		require.Equal(t, c.want, ids, name)
	}
}

// requireFiles asks for what queries find of two files, of which the first has some orders.
func requireFiles(t *testing.T, j state.Journal, f, g state.File, orders []int64) {
	t.Helper()
	for name, c := range map[string]struct {
		query state.FileQuery
		want  []string
	}{
		"states": {state.FileQuery{States: []state.FileState{state.FileFinal, state.FileSettled}}, []string{"b.csv"}},
		"placed": {state.FileQuery{Placed: []state.Placed{state.PlacedInbox}}, []string{"a.csv"}},
		"sha":    {state.FileQuery{SHA256: "aa11", Newest: true}, []string{"b.csv", "a.csv"}},
		"result": {state.FileQuery{Account: "acme", Result: "results/x.csv"}, []string{"a.csv"}},
		"orders": {state.FileQuery{Orders: orders}, []string{"a.csv"}},
		"limit":  {state.FileQuery{Limit: 1}, []string{"a.csv"}},
		"newest": {state.FileQuery{Newest: true}, []string{"b.csv", "a.csv"}},
		"below":  {state.FileQuery{Newest: true, Below: g.Place()}, []string{"a.csv"}},
		"last":   {state.FileQuery{Newest: true, Below: f.Place()}, nil},
	} {
		files, err := j.Files(t.Context(), c.query)
		require.NoError(t, err, name)
		var names []string
		for _, f := range files {
			names = append(names, f.Name)
			require.True(t, f.DroppedAt.Equal(f.ChangedAt), "they were dropped once, and nothing happened since")
		}
		require.Equal(t, c.want, names, name)
	}
}

// testHandedOver: an order that nobody has confirmed is found and counted apart, while to
// whoever works with orders it is an accepted one.
func testHandedOver(t *testing.T, at Opener) {
	j := open(t, at)
	f := Record(t, j, File("a.csv"), Draft("1", "a", 2), Draft("2", "b", 3), Draft("3", "c", 4))
	all := Links(t, j, f)
	for i, status := range []string{supplier.HandedOver, "confirmed"} {
		order := all[i].Order
		order.State, order.RemoteID, order.RemoteStatus = state.Accepted, order.ExternalID, status
		Swap(t, j, order)
	}
	for name, c := range map[string]struct {
		query  state.OrderQuery
		counts map[state.State]int
	}{
		"all":         {state.OrderQuery{}, map[state.State]int{state.HandedOver: 1, state.Accepted: 1, state.Ready: 1}},
		"handed over": {state.OrderQuery{States: []state.State{state.HandedOver}}, map[state.State]int{state.HandedOver: 1}},
		"confirmed":   {state.OrderQuery{States: []state.State{state.Accepted}, Confirmed: true}, map[state.State]int{state.Accepted: 1}},
		"accepted":    {state.OrderQuery{States: []state.State{state.Accepted}}, map[state.State]int{state.Accepted: 1, state.HandedOver: 1}},
		"open":        {state.OrderQuery{Open: true}, map[state.State]int{state.Accepted: 1, state.HandedOver: 1}},
	} {
		counts, err := j.CountOrders(t.Context(), c.query)
		require.NoError(t, err, name)
		require.Equal(t, c.counts, counts, name)
		orders, err := j.Orders(t.Context(), c.query)
		require.NoError(t, err, name)
		sum := 0
		for _, n := range counts {
			sum += n
		}
		require.Len(t, orders, sum, name)
	}
}

// testEachOrder: orders of one source, changed from a time on, one by one and whole but
// for their bodies.
func testEachOrder(t *testing.T, at Opener) {
	j := open(t, at)
	f := Record(t, j, File("a.csv"), Draft("1", "a", 2), Draft("2", "b", 3))
	root := File("c.csv")
	root.Source, root.SHA256 = "", "cc33"
	other := Draft("3", "c", 2)
	other.Source = ""
	Record(t, j, root, other)
	accepted := Links(t, j, f)[0].Order
	accepted.State, accepted.RemoteID, accepted.RemoteStatus, accepted.ChangedAt = state.Accepted, "ord_1", "new", Start.Add(time.Hour)
	accepted.Parcels = []state.Parcel{{ID: "p1", Waybill: "20450000000001", State: "created", At: Start, Carrier: "meest", ShippedAt: Start}}
	Swap(t, j, accepted)

	for name, c := range map[string]struct {
		query state.OrderQuery
		want  []string
	}{
		"all":                {state.OrderQuery{Account: "acme"}, []string{"1", "2", "3"}},
		"of a source":        {state.OrderQuery{Account: "acme", Sources: []string{"keycrm"}}, []string{"1", "2"}},
		"of the inbox":       {state.OrderQuery{Account: "acme", Sources: []string{""}}, []string{"3"}},
		"open":               {state.OrderQuery{Account: "acme", Sources: []string{"keycrm"}, Open: true}, []string{"1"}},
		"changed":            {state.OrderQuery{Account: "acme", Since: Start.Add(time.Hour)}, []string{"1"}},
		"changed just later": {state.OrderQuery{Account: "acme", Since: Start.Add(time.Hour + 1)}, nil},
		"another account":    {state.OrderQuery{Account: "other"}, nil},
	} {
		var ids []string
		for o, err := range j.EachOrder(t.Context(), c.query) {
			require.NoError(t, err, name)
			require.Empty(t, o.Body)
			require.NotEmpty(t, o.Content)
			ids = append(ids, o.ExternalID)
		}
		require.Equal(t, c.want, ids, name)
		orders, err := j.Orders(t.Context(), c.query)
		require.NoError(t, err)
		require.Len(t, orders, len(c.want), name)
	}
	for o, err := range j.EachOrder(t.Context(), state.OrderQuery{Account: "acme"}) {
		require.NoError(t, err)
		require.Equal(t, accepted.Parcels, o.Parcels, "carrier and day of a parcel are kept")
		break // the rest is not read
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range j.EachOrder(ended, state.OrderQuery{Account: "acme"}) {
		require.Error(t, err)
	}
}

func testCountQueries(t *testing.T, at Opener) {
	j := open(t, at)
	f := Record(t, j, File("a.csv"), Draft("1", "a", 2), Draft("2", "b", 3))
	f.Counts = state.Counts{Accepted: 1, Skipped: 2}
	f, err := j.SwapFile(t.Context(), f)
	require.NoError(t, err)
	g := File("b.csv")
	g.Source, g.ChangedAt = "", Start.Add(time.Hour)
	other := Draft("3", "c", 4)
	other.Source, other.ChangedAt = "", Start.Add(time.Hour)
	g = Record(t, j, g, other)
	g.Counts = state.Counts{Accepted: 1}
	_, err = j.SwapFile(t.Context(), g)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		orders state.OrderQuery
		want   int
	}{
		"all": {state.OrderQuery{Account: "acme"}, 3}, "source": {state.OrderQuery{Sources: []string{""}}, 1},
		"since": {state.OrderQuery{Since: Start.Add(time.Minute)}, 1}, "files": {state.OrderQuery{Files: []int64{f.ID, 0}}, 2},
		"linked":          {state.OrderQuery{Linked: []state.Relation{state.Own}}, 3},
		"state or linked": {state.OrderQuery{States: []state.State{state.Ready}, Linked: []state.Relation{state.Clash}}, 3},
		"number":          {state.OrderQuery{Number: "2"}, 1},
	} {
		counts, err := j.CountOrders(t.Context(), c.orders)
		require.NoError(t, err, name)
		require.Equal(t, c.want, counts[state.Ready], name)
	}
	for name, c := range map[string]struct {
		files state.FileQuery
		want  state.Counts
	}{
		"all": {state.FileQuery{Account: "acme"}, state.Counts{Accepted: 2, Skipped: 2}}, "name": {state.FileQuery{Names: []string{"a.csv", "z"}}, f.Counts},
		"source": {state.FileQuery{Sources: []string{""}}, g.Counts}, "since": {state.FileQuery{Since: Start.Add(time.Minute)}, g.Counts},
	} {
		counts, err := j.CountRows(t.Context(), c.files)
		require.NoError(t, err, name)
		require.Equal(t, c.want, counts, name)
	}
}

func testNotes(t *testing.T, at Opener) {
	j := open(t, at)
	require.NoError(t, j.SetNote(t.Context(), "acme", "cursor", "1"))
	require.NoError(t, j.SetNote(t.Context(), "acme", "cursor", "2"))
	require.NoError(t, j.SetNote(t.Context(), "acme", "gone", "x"))
	require.NoError(t, j.SetNote(t.Context(), "acme", "gone", ""))
	require.NoError(t, j.SetNote(t.Context(), "other", "cursor", "3"))
	notes, err := j.Notes(t.Context(), "acme")
	require.NoError(t, err)
	require.Equal(t, map[string]string{"cursor": "2"}, notes)
	size, err := j.Size(t.Context())
	require.NoError(t, err)
	require.Greater(t, size, int64(50_000), "tables alone take that")
}
