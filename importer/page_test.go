package importer_test

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/decide"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// TestSearchTellsWhatAListShows: each order with what the page shows of it.
func TestSearchTellsWhatAListShows(t *testing.T) {
	r := newRig(t)
	r.importFile(r.write("a.csv", heading+rowOf("1", "KB-01", 2)+"2;Коваль Олена;+380500000102;Львів;Відділення №3;KB-02;1;\n"))
	o := r.order("1")
	o.RemoteStatus, o.Waybills = "shipped", []string{"20450000000001", "20450000000002"}
	o.Parcels = []state.Parcel{{ID: "p", Waybill: "20450000000002", Carrier: "nova_poshta", State: "in_transit", ShippedAt: r.clock.Now().Add(-8 * 24 * time.Hour)}}
	o, err := r.journal.Swap(t.Context(), o)
	require.NoError(t, err)

	list, next, complete, err := r.im.Search(t.Context(), state.SearchQuery{Text: "петренко 067 000 01 01"})
	require.NoError(t, err)
	require.Empty(t, next)
	require.True(t, complete)
	require.Equal(t, []overview.OrderEntry{{ID: o.ID, Number: "1", Recipient: "Петренко Іван", City: "Київ", Sum: money.Must("900.00"), Currency: "UAH", Payment: "prepaid",
		State: state.Accepted, OrderID: o.RemoteID, OrderStatus: "shipped", CameAt: o.CreatedAt, ChangedAt: o.ChangedAt, Late: true,
		Waybills: []overview.EntryWaybill{{Number: "20450000000001"}, {Number: "20450000000002", Carrier: "nova_poshta", State: "in_transit"}}}}, list)
	list, _, _, err = r.im.Search(t.Context(), state.SearchQuery{})
	require.NoError(t, err)
	require.Len(t, list, 2)
	require.Equal(t, []any{"2", "Львів", false, "", []overview.EntryWaybill{}}, []any{list[0].Number, list[0].City, list[0].Sum.IsSet(), list[0].Currency, list[0].Waybills},
		"a price that is not known is no sum of zero")
}

// TestStoryShowsBothContents: what the file says beside what the journal holds, and the row as it stands.
func TestStoryShowsBothContents(t *testing.T) {
	r := newRig(t)
	r.importFile(r.write("a.csv", orders("1")))
	r.importFile(r.write("b.csv", orders("7")+rowOf("1", "KB-02", 3)))
	status, err := r.im.Query(t.Context(), overview.StatusQuery{Number: "1"})
	require.NoError(t, err)
	story := status.Orders[0].Story
	require.Equal(t, "KB-01", story.Understood.Items[0].SKU)
	require.True(t, story.Files[0].Open)
	require.Equal(t, "KB-02", story.Files[0].Says.Items[0].SKU)
	require.False(t, story.Files[1].Open)
	require.Nil(t, story.Files[1].Says)
	written, err := r.im.Rows(t.Context(), story.Files[0].ID, story.Files[0].Rows)
	require.NoError(t, err)
	require.Equal(t, "Артикул", written.Headings[5])
	require.Len(t, written.Rows, 1)
	require.Equal(t, 3, written.Rows[0].Row)
	require.Equal(t, []string{"1", "Петренко Іван", "+380670000101", "Київ", "Відділення №12", "KB-02", "3", "450,00"}, written.Rows[0].Cells)
	_, err = r.im.Rows(t.Context(), 999, []int{2})
	require.Error(t, err)
}

// TestDecisionsAreActions: who did it, about what and from where, also when it is taken back.
func TestDecisionsAreActions(t *testing.T) {
	r := newRig(t)
	r.importFile(r.write("a.csv", orders("1")))
	r.importFile(r.write("b.csv", other("1")))
	_, err := r.im.Decide(t.Context(), decide.Answer{Number: "1", Kind: state.DecidedKeep, Person: "olena", Origin: "192.0.2.7"})
	require.NoError(t, err)
	_, err = r.im.Decide(t.Context(), decide.Answer{Number: "1", Kind: state.DecidedUndo, Person: "petro"})
	require.NoError(t, err)
	_, err = r.im.Decide(t.Context(), decide.Answer{Number: "1", Kind: state.DecidedRetry, Person: "ivan"})
	require.Error(t, err)
	actions, err := r.journal.Actions(t.Context(), state.ActionQuery{Account: r.config().Account, About: "1"})
	require.NoError(t, err)
	for i := range actions {
		actions[i].ID, actions[i].At = 0, time.Time{}
	}
	require.Equal(t, []state.Action{
		{Account: "acme", Person: "petro", Kind: "undo", About: "1", Detail: "keep", Origin: state.OriginCommand},
		{Account: "acme", Person: "olena", Kind: "keep", About: "1", Origin: "192.0.2.7"},
	}, actions)
}

// TestManyFindingsAreOne: the first conflicts are told one by one, the rest with their true number.
func TestManyFindingsAreOne(t *testing.T) {
	const many = 150
	r := newRig(t)
	var first, second, waits []string
	for n := range many {
		first, second, waits = append(first, fmt.Sprint("C", n)), append(second, other(fmt.Sprint("C", n))[len(heading):]), append(waits, fmt.Sprint("U", n))
	}
	r.importFile(r.write("a.csv", orders(append(first, waits...)...)))
	text := heading
	for _, row := range second {
		text += row
	}
	r.importFile(r.write("b.csv", text))
	for _, number := range waits {
		o := r.order(number)
		o.State, o.Code = state.Unknown, "outcome_unknown"
		_, err := r.journal.Swap(t.Context(), o)
		require.NoError(t, err)
	}
	status := r.status()
	require.Equal(t, many, status.Conflicts)
	var conflicts, orders int
	for _, f := range status.Findings {
		switch f.Code {
		case state.CodeConflict:
			conflicts, orders = conflicts+1, orders+f.Count
			require.LessOrEqual(t, len(f.Orders), 100)
			if f.Count > 1 {
				require.Equal(t, many-10, f.Count)
				require.Contains(t, f.Message, "140")
			}
		case overview.FindingUnknown:
			require.Equal(t, many, f.Count)
			require.Len(t, f.Orders, 100)
			require.Contains(t, f.Message, "150")
		}
	}
	require.Equal(t, []int{11, many}, []int{conflicts, orders})
	one, err := r.im.Query(t.Context(), overview.StatusQuery{Number: "C120"})
	require.NoError(t, err)
	require.Equal(t, []string{state.CodeConflict}, codes(one), "an order that is asked for is told, whatever comes before it")
	require.Equal(t, []string{"C120"}, one.Findings[0].Orders)
}

// TestFilesAreListedPageByPage: the last changed first, by a part of the name or the source.
func TestFilesAreListedPageByPage(t *testing.T) {
	r := newRig(t)
	for n := range 23 {
		r.clock.After(time.Minute)
		r.importFile(r.write(fmt.Sprintf("Замовлення-%02d.csv", n), orders(fmt.Sprint(n))))
	}
	names := func(q overview.FilesQuery) (list []string, next string) {
		page, err := r.im.ListFiles(t.Context(), q)
		require.NoError(t, err)
		for _, f := range page.Files {
			list = append(list, f.Name)
			require.False(t, f.DroppedAt.IsZero())
		}
		return list, page.Next
	}
	first, next := names(overview.FilesQuery{})
	require.Len(t, first, 20)
	require.Equal(t, "Замовлення-22.csv", first[0])
	rest, end := names(overview.FilesQuery{Cursor: next})
	require.Equal(t, []string{"Замовлення-02.csv", "Замовлення-01.csv", "Замовлення-00.csv"}, rest)
	require.Empty(t, end)
	some, end := names(overview.FilesQuery{Name: "ЗАМОВЛЕННЯ-1"})
	require.Len(t, some, 10, "in whatever case")
	require.Empty(t, end)
	late, end := names(overview.FilesQuery{Since: r.clock.Now().Add(-2*time.Minute - time.Second)})
	require.Equal(t, []string{"Замовлення-22.csv", "Замовлення-21.csv", "Замовлення-20.csv"}, late)
	require.Empty(t, end)
	none, _ := names(overview.FilesQuery{Source: "keycrm"})
	require.Empty(t, none)
	for _, cursor := range []string{"x", "1", "1.x", "1.0", "1.-1"} {
		_, err := r.im.ListFiles(t.Context(), overview.FilesQuery{Cursor: cursor})
		require.ErrorIs(t, err, state.ErrCursor, cursor)
	}
}

// TestRefusedRowsAreReadOnce: what a file has left out is told of each order that is looked at,
// and read from the file once for each language.
func TestRefusedRowsAreReadOnce(t *testing.T) {
	r := newRig(t)
	r.importFile(r.write("a.csv", heading+rowOf("1", "KB-01", 2)+"2;Коваль Олена;12;Львів;3;KB-02;1;\n"))
	find := func(number string) []overview.OrderStatus {
		found, err := r.im.Find(t.Context(), state.InboxItself, number)
		require.NoError(t, err)
		return found
	}
	told := find("2")
	require.Equal(t, state.RowRejected, told[0].Story.Files[0].Status)
	files, err := r.journal.Files(t.Context(), state.FileQuery{})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(files[0].Spool, []byte("no longer readable"), 0o600))
	require.Equal(t, told, find("2"))
	require.Equal(t, "KB-01", find("1")[0].Story.Understood.Items[0].SKU)
	require.Empty(t, find("3"))
}

// TestDecidableIsAsTold: what cards show of orders is what the page of each shows: the same
// contents, files, decisions and buttons, whatever number of orders is asked for.
func TestDecidableIsAsTold(t *testing.T) {
	r := newRig(t)
	r.shop.promise = supplier.Idempotency{Kind: "none"}
	r.shop.script["2"], r.shop.script["4"] = []fault{timeoutLost}, []fault{refusedSKU}
	r.importFile(r.write("a.csv", orders("1", "2", "3", "4", "5")))
	r.importFile(r.write("b.csv", other("1")))
	r.importFile(r.write("c.csv", other("3")))
	r.decide(state.DecidedKeep, "3", "")
	r.decide(state.DecidedNotPosted, "2", "")
	var about []standing.Subject
	want := map[string]overview.OrderStatus{}
	for n := 1; n <= 5; n++ {
		number := fmt.Sprint(n)
		found, err := r.im.Find(t.Context(), state.InboxItself, number)
		require.NoError(t, err)
		require.Len(t, found, 1)
		want[number] = found[0]
		about = append(about, standing.Subject{Order: number}, standing.Subject{File: "a.csv"})
	}
	about = append(about, standing.Subject{Order: "none"}, standing.Subject{Order: "1", Source: "elsewhere"})
	got, err := r.im.Decidable(t.Context(), about)
	require.NoError(t, err)
	require.Len(t, got, 5)
	undone := 0
	for _, o := range got {
		told := want[o.ExternalID]
		told.Story.Attempts, o.Story.Attempts = nil, nil
		if o.State == state.Ready {
			told.Story.Way, o.Story.Way = "", "" // what it waits for is told on its page
		}
		require.Equal(t, told, o, o.ExternalID)
		if slices.Contains(o.Story.Actions, state.DecidedUndo) {
			undone++
		}
	}
	require.Equal(t, 2, undone, "decisions are of their own orders")
}
