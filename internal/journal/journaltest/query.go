package journaltest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer"
)

// querying is how orders, files and notes are found and counted.
var querying = topic{
	"queries":           testQueries,
	"each order":        testEachOrder,
	"counts of queries": testCountQueries,
	"notes":             testNotes,
}

func testQueries(t *testing.T, at Opener) {
	j := open(t, at)
	f := Record(t, j, File("a.csv"), Draft("1", "a", 2), Draft("2", "b", 3), Draft("3", "c", 4))
	all := Links(t, j, f)
	accepted, waiting := all[0].Order, all[1].Order
	accepted.State, accepted.RemoteID, accepted.RemoteStatus, accepted.ChangedAt = importer.Accepted, "ord_1", "new", Start.Add(time.Hour)
	Swap(t, j, accepted)
	waiting.NotBefore = Start.Add(time.Minute)
	Swap(t, j, waiting)
	other := Draft("1", "z", 2)
	other.Account = "other"
	g := File("b.csv")
	g.Account, g.Placed, g.State = "other", importer.PlacedArchive, importer.FileFinal
	g = Record(t, j, g, other)

	for name, c := range map[string]struct {
		query importer.OrderQuery
		want  []string
	}{
		"account":    {importer.OrderQuery{Account: "acme"}, []string{"1", "2", "3"}},
		"ready":      {importer.OrderQuery{Account: "acme", States: []importer.State{importer.Ready}}, []string{"2", "3"}},
		"due":        {importer.OrderQuery{Account: "acme", States: []importer.State{importer.Ready}, Due: Start}, []string{"3"}},
		"due later":  {importer.OrderQuery{Account: "acme", Due: Start.Add(time.Minute), Limit: 2}, []string{"1", "2"}},
		"two states": {importer.OrderQuery{States: []importer.State{importer.Ready, importer.Accepted}}, []string{"1", "2", "3", "1"}},
		"file":       {importer.OrderQuery{File: g.ID}, []string{"1"}},
		"remote":     {importer.OrderQuery{RemoteIDs: []string{"ord_1", "ord_2"}}, []string{"1"}},
		"open":       {importer.OrderQuery{Account: "acme", Open: true}, []string{"1"}},
		"after":      {importer.OrderQuery{Account: "acme", After: waiting.ID}, []string{"3"}},
		"newest":     {importer.OrderQuery{Account: "acme", Newest: true, Limit: 1}, []string{"1"}},
		"key":        {importer.OrderQuery{Key: &importer.OrderKey{Account: "other", Source: "keycrm", ExternalID: "1"}}, []string{"1"}},
		"none":       {importer.OrderQuery{RemoteIDs: []string{"' OR 1=1 --"}}, nil},
	} {
		orders, err := j.Orders(t.Context(), c.query)
		require.NoError(t, err, name)
		var ids []string
		for _, o := range orders {
			ids = append(ids, o.ExternalID)
		}
		require.Equal(t, c.want, ids, name)
	}
	for name, c := range map[string]struct {
		query importer.FileQuery
		want  []string
	}{
		"states": {importer.FileQuery{States: []importer.FileState{importer.FileFinal, importer.FileSettled}}, []string{"b.csv"}},
		"placed": {importer.FileQuery{Placed: []importer.Placed{importer.PlacedInbox}}, []string{"a.csv"}},
		"sha":    {importer.FileQuery{SHA256: "aa11", Newest: true}, []string{"b.csv", "a.csv"}},
		"result": {importer.FileQuery{Account: "acme", Result: "results/x.csv"}, []string{"a.csv"}},
		"orders": {importer.FileQuery{Orders: []int64{accepted.ID, waiting.ID}}, []string{"a.csv"}},
		"limit":  {importer.FileQuery{Limit: 1}, []string{"a.csv"}},
	} {
		files, err := j.Files(t.Context(), c.query)
		require.NoError(t, err, name)
		var names []string
		for _, f := range files {
			names = append(names, f.Name)
		}
		require.Equal(t, c.want, names, name)
	}
	counts, err := j.Counts(t.Context(), "acme")
	require.NoError(t, err)
	require.Equal(t, map[importer.State]int{importer.Ready: 2, importer.Accepted: 1}, counts)
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
	accepted.State, accepted.RemoteID, accepted.RemoteStatus, accepted.ChangedAt = importer.Accepted, "ord_1", "new", Start.Add(time.Hour)
	accepted.Parcels = []importer.Parcel{{ID: "p1", Waybill: "20450000000001", State: "created", At: Start, Carrier: "meest", ShippedAt: Start}}
	Swap(t, j, accepted)

	for name, c := range map[string]struct {
		query importer.OrderQuery
		want  []string
	}{
		"all":                {importer.OrderQuery{Account: "acme"}, []string{"1", "2", "3"}},
		"of a source":        {importer.OrderQuery{Account: "acme", Sources: []string{"keycrm"}}, []string{"1", "2"}},
		"of the inbox":       {importer.OrderQuery{Account: "acme", Sources: []string{""}}, []string{"3"}},
		"open":               {importer.OrderQuery{Account: "acme", Sources: []string{"keycrm"}, Open: true}, []string{"1"}},
		"changed":            {importer.OrderQuery{Account: "acme", Since: Start.Add(time.Hour)}, []string{"1"}},
		"changed just later": {importer.OrderQuery{Account: "acme", Since: Start.Add(time.Hour + 1)}, nil},
		"another account":    {importer.OrderQuery{Account: "other"}, nil},
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
	for o, err := range j.EachOrder(t.Context(), importer.OrderQuery{Account: "acme"}) {
		require.NoError(t, err)
		require.Equal(t, accepted.Parcels, o.Parcels, "carrier and day of a parcel are kept")
		break // the rest is not read
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range j.EachOrder(ended, importer.OrderQuery{Account: "acme"}) {
		require.Error(t, err)
	}
}

func testCountQueries(t *testing.T, at Opener) {
	j := open(t, at)
	f := Record(t, j, File("a.csv"), Draft("1", "a", 2), Draft("2", "b", 3))
	f.Counts = importer.Counts{Accepted: 1, Skipped: 2}
	f, err := j.SwapFile(t.Context(), f)
	require.NoError(t, err)
	g := File("b.csv")
	g.Source, g.ChangedAt = "", Start.Add(time.Hour)
	other := Draft("3", "c", 4)
	other.Source, other.ChangedAt = "", Start.Add(time.Hour)
	g = Record(t, j, g, other)
	g.Counts = importer.Counts{Accepted: 1}
	_, err = j.SwapFile(t.Context(), g)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		orders importer.OrderQuery
		want   int
	}{
		"all": {importer.OrderQuery{Account: "acme"}, 3}, "source": {importer.OrderQuery{Sources: []string{""}}, 1},
		"since": {importer.OrderQuery{Since: Start.Add(time.Minute)}, 1}, "files": {importer.OrderQuery{Files: []int64{f.ID, 0}}, 2},
		"linked":          {importer.OrderQuery{Linked: []importer.Relation{importer.Own}}, 3},
		"state or linked": {importer.OrderQuery{States: []importer.State{importer.Ready}, Linked: []importer.Relation{importer.Clash}}, 3},
		"number":          {importer.OrderQuery{Number: "2"}, 1},
	} {
		counts, err := j.CountOrders(t.Context(), c.orders)
		require.NoError(t, err, name)
		require.Equal(t, c.want, counts[importer.Ready], name)
	}
	for name, c := range map[string]struct {
		files importer.FileQuery
		want  importer.Counts
	}{
		"all": {importer.FileQuery{Account: "acme"}, importer.Counts{Accepted: 2, Skipped: 2}}, "name": {importer.FileQuery{Names: []string{"a.csv", "z"}}, f.Counts},
		"source": {importer.FileQuery{Sources: []string{""}}, g.Counts}, "since": {importer.FileQuery{Since: Start.Add(time.Minute)}, g.Counts},
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
}
