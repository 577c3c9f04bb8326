package journaltest

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
)

// searching is how people find orders, and what happened in a day.
var searching = topic{
	"search":         testSearch,
	"pages":          testPages,
	"changed orders": testSearchChanged,
	"figures":        testFigures,
}

// Ordered is a draft with a content that people search by.
func Ordered(id, name, phone, sku, carrier string) state.Draft {
	d := Draft(id, id, 2)
	d.Content = fmt.Appendf(nil, `{"external_id":%q,"recipient":{"name":%q,"phone":%q,"delivery":{"carrier":%q,"city":"Київ"}},"items":[{"sku":%q,"quantity":1,"price":"450.00"}],
		"payment":{"method":"prepaid"}}`, id, name, phone, carrier, sku)
	return d
}

// searched is the first page of a search, by numbers.
func searched(t *testing.T, j Journal, q state.SearchQuery) (numbers []string) {
	t.Helper()
	q.Account = "acme"
	page, err := j.Search(t.Context(), q)
	require.NoError(t, err)
	require.True(t, page.Complete)
	for _, o := range page.Orders {
		numbers = append(numbers, o.ExternalID)
		require.Empty(t, o.Body)
	}
	return numbers
}

func testSearch(t *testing.T, at Opener) {
	j := open(t, at)
	recordSearched(t, j)
	for name, c := range map[string]struct {
		query state.SearchQuery
		want  []string
	}{
		"all":                  {state.SearchQuery{}, []string{"B-4", "A-3", "A-2", "A-1"}},
		"number":               {state.SearchQuery{Text: "a-1"}, []string{"A-1"}},
		"beginning of a name":  {state.SearchQuery{Text: "шевч"}, []string{"B-4", "A-2", "A-1"}},
		"whole name":           {state.SearchQuery{Text: "Шевченко"}, []string{"B-4", "A-1"}},
		"two words":            {state.SearchQuery{Text: "олена шевч"}, []string{"A-1"}},
		"name and phone":       {state.SearchQuery{Text: "шевч 067 123 45 99"}, []string{"A-2"}},
		"phone":                {state.SearchQuery{Text: "0931234567"}, []string{"B-4"}},
		"sku":                  {state.SearchQuery{Text: "kb-01"}, []string{"A-2", "A-1"}},
		"supplier's id":        {state.SearchQuery{Text: "ord_77"}, []string{"A-1"}},
		"waybill":              {state.SearchQuery{Text: "2045 0000 0000 01"}, []string{"A-3"}},
		"waybill of a parcel":  {state.SearchQuery{Text: "20450000000002"}, []string{"A-3"}},
		"nobody":               {state.SearchQuery{Text: "бондар"}, nil},
		"nothing but signs":    {state.SearchQuery{Text: " … "}, nil},
		"handed over":          {state.SearchQuery{States: []state.State{state.HandedOver}}, []string{"A-1"}},
		"accepted":             {state.SearchQuery{States: []state.State{state.Accepted}}, []string{"A-3"}},
		"two states":           {state.SearchQuery{States: []state.State{state.Ready, state.HandedOver}}, []string{"B-4", "A-2", "A-1"}},
		"words and state":      {state.SearchQuery{Text: "шевч", States: []state.State{state.Ready}}, []string{"B-4", "A-2"}},
		"inbox itself":         {state.SearchQuery{Sources: []string{""}}, []string{"B-4"}},
		"words and source":     {state.SearchQuery{Text: "шевченко", Sources: []string{"keycrm"}}, []string{"A-1"}},
		"day":                  {state.SearchQuery{From: Start.Add(time.Hour), To: Start.Add(48 * time.Hour)}, []string{"A-3"}},
		"words and day":        {state.SearchQuery{Text: "шевч", From: Start.Add(time.Hour)}, []string{"B-4"}},
		"carrier":              {state.SearchQuery{Carrier: "nova_poshta"}, []string{"A-2", "A-1"}},
		"carrier of a parcel":  {state.SearchQuery{Carrier: "meest"}, []string{"B-4", "A-3"}},
		"late":                 {state.SearchQuery{LateAt: Start.Add(7 * 24 * time.Hour)}, []string{"A-3"}},
		"waybill that day":     {state.SearchQuery{WaybillOn: Start.AddDate(0, 0, 3)}, []string{"A-3"}},
		"no waybill that day":  {state.SearchQuery{WaybillOn: Start.AddDate(0, 0, 2)}, nil},
		"not late yet":         {state.SearchQuery{LateAt: Start.Add(7*24*time.Hour - 1)}, nil},
		"late, of a carrier":   {state.SearchQuery{LateAt: Start.Add(30 * 24 * time.Hour), Carrier: "nova_poshta"}, nil},
		"late, of its carrier": {state.SearchQuery{LateAt: Start.Add(30 * 24 * time.Hour), Carrier: "ukrposhta"}, []string{"A-3"}},
	} {
		require.Equal(t, c.want, searched(t, j, c.query), name)
	}
	_, err := j.Search(t.Context(), state.SearchQuery{Account: "acme", Cursor: "nonsense"})
	require.Error(t, err)
}

// recordSearched records what testSearch looks for: orders of three files and two accounts.
func recordSearched(t *testing.T, j state.Journal) {
	t.Helper()
	late := Ordered("A-3", "Коваль Олег", "+380501112233", "KB-02", "ukrposhta")
	late.CreatedAt = Start.Add(24 * time.Hour)
	f := Record(t, j, File("a.csv"), Ordered("A-1", "Шевченко Олена", "+380671234567", "KB-01", "nova_poshta"),
		Ordered("A-2", "Шевчук Петро", "+380671234599", "KB-01", "nova_poshta"), late)
	g := File("b.csv")
	g.Source, g.SHA256 = "", "bb22"
	inbox := Ordered("B-4", "Шевченко Іван", "+380931234567", "KB-03", "meest")
	inbox.Source, inbox.CreatedAt = "", Start.Add(48*time.Hour)
	Record(t, j, g, inbox)
	other := Ordered("A-1", "Шевченко Олена", "+380671234567", "KB-01", "nova_poshta")
	other.Account = "other"
	h := File("c.csv")
	h.Account = "other"
	Record(t, j, h, other)
	o := Links(t, j, f)[0].Order
	o.State, o.RemoteID, o.RemoteStatus, o.Tried = state.Accepted, "ord_77", "handed_over", &state.Attempt{Kind: state.Posted, State: state.Accepted}
	Swap(t, j, o)
	o = Links(t, j, f)[2].Order
	o.State, o.RemoteID, o.RemoteStatus, o.Waybills = state.Accepted, "ord_78", "shipped", []string{"20450000000001"}
	o.ChangedAt = Start.AddDate(0, 0, 3).Add(time.Hour)
	o.Parcels = []state.Parcel{{ID: "p", Waybill: "20450000000002", Carrier: "meest", State: "in_transit", ShippedAt: Start}}
	Swap(t, j, o)
}

// testPages: the pages of a list have each order once, whatever is asked for.
func testPages(t *testing.T, at Opener) {
	j := open(t, at)
	var drafts []state.Draft
	var want []string
	for n := range 3*state.SearchLimit + 5 {
		d := Ordered(fmt.Sprintf("N%03d", n), fmt.Sprintf("Name%d Common", n%7), "", "KB-01", "meest")
		d.CreatedAt = Start.Add(time.Duration(n/10) * time.Hour) // some come at one time
		drafts, want = append(drafts, d), append([]string{d.ExternalID}, want...)
	}
	Record(t, j, File("a.csv"), drafts...)
	for name, q := range map[string]state.SearchQuery{"by time": {}, "by a word": {Text: "common"}, "by many words": {Text: "n"}, "by two": {Text: "common n", Carrier: "meest"}} {
		var got []string
		pages := 0
		for q.Account = "acme"; ; pages++ {
			page, err := j.Search(t.Context(), q)
			require.NoError(t, err)
			require.LessOrEqual(t, len(page.Orders), state.SearchLimit)
			for _, o := range page.Orders {
				got = append(got, o.ExternalID)
			}
			if q.Cursor = page.Next; q.Cursor == "" {
				break
			}
		}
		require.Equal(t, want, got, name)
		require.GreaterOrEqual(t, pages, 3, name)
	}
}

// testSearchChanged: an order is found by what it is now, and by nothing else.
func testSearchChanged(t *testing.T, at Opener) {
	j := open(t, at)
	f := Record(t, j, File("a.csv"), Ordered("1", "Olena", "+380671234567", "KB-01", "meest"))
	held := Links(t, j, f)[0].Order
	held.State, held.Code = state.Rejected, "rejected"
	Swap(t, j, held)
	g := File("b.csv")
	g.SHA256 = "bb22"
	corrected := Ordered("1", "Olena", "+380671234568", "KB-02", "meest")
	corrected.Hash = "hash of the corrected one"
	g = Record(t, j, g, corrected)
	require.Equal(t, []string{"1"}, searched(t, j, state.SearchQuery{Text: "kb-02 0671234568 olena"}))
	require.Empty(t, searched(t, j, state.SearchQuery{Text: "kb-01"}))
	require.Empty(t, searched(t, j, state.SearchQuery{Text: "0671234567"}))

	held = Links(t, j, g)[0].Order
	decision := state.Decision{Account: "acme", Order: held.ID, At: Start, Kind: state.DecidedAs, Value: "1-2", Number: "1", Before: held}
	made := Ordered("1-2", "Taras", "+380671234500", "KB-03", "meest").Order
	made.File = g.ID
	r, err := j.Decide(t.Context(), state.Ruling{Decision: decision, Order: held, Made: &made})
	require.NoError(t, err)
	require.Equal(t, []string{"1-2"}, searched(t, j, state.SearchQuery{Text: "taras"}))
	r.Decision.UndoneAt = Start
	_, err = j.Decide(t.Context(), state.Ruling{Decision: r.Decision, Order: r.Order, Unmade: r.Made.ID})
	require.NoError(t, err)
	require.Empty(t, searched(t, j, state.SearchQuery{Text: "taras"}))
	require.Empty(t, searched(t, j, state.SearchQuery{Carrier: "meest", Text: "1-2"}))
}

func testFigures(t *testing.T, at Opener) {
	j := open(t, at)
	day := Start.Truncate(24 * time.Hour)
	f := Record(t, j, File("a.csv"), Draft("1", "a", 2), Draft("2", "b", 3))
	f.Counts, f.State, f.Placed = state.Counts{Accepted: 1, Skipped: 4, Pending: 1}, state.FileSettled, state.PlacedArchive
	_, err := j.SwapFile(t.Context(), f)
	require.NoError(t, err)
	later := File("b.csv")
	later.SHA256, later.CreatedAt, later.ChangedAt = "bb22", Start.Add(24*time.Hour), Start.Add(24*time.Hour)
	next := Draft("3", "c", 2)
	next.CreatedAt = later.CreatedAt
	Record(t, j, later, next)
	o := accept(t, j, Links(t, j, f)[0].Order, "ord_1")
	o.Waybills, o.ChangedAt = []string{"20450000000001"}, Start.Add(24*time.Hour)
	o = Swap(t, j, o)
	o.Waybills, o.ChangedAt = []string{"20450000000001", "20450000000002"}, Start.Add(48*time.Hour)
	o.Parcels = []state.Parcel{{ID: "p", Waybill: "20450000000001", State: "in_transit", ShippedAt: Start}}
	Swap(t, j, o)

	for n, want := range []state.Figures{
		{Files: 1, Rows: state.Counts{Accepted: 1, Skipped: 4, Pending: 1}, Orders: map[state.State]int{state.Accepted: 1, state.Ready: 1}, LastOrder: Start},
		{Files: 1, Orders: map[state.State]int{state.Ready: 1}, Waybills: 1, LastOrder: next.CreatedAt, LastWaybill: Start.Add(24 * time.Hour)},
		{Orders: map[state.State]int{}, Waybills: 1, LastOrder: next.CreatedAt, LastWaybill: Start.Add(48 * time.Hour)},
	} {
		got, err := j.Figures(t.Context(), "acme", day.AddDate(0, 0, n), day.AddDate(0, 0, n+1))
		require.NoError(t, err)
		require.Equal(t, want, got, n)
	}
	requireLate(t, j)
	few, err := j.CountOrders(t.Context(), state.OrderQuery{Account: "acme", CountTo: 1})
	require.NoError(t, err)
	sum := 0
	for _, n := range few {
		sum += n
	}
	require.Equal(t, 1, sum, "no more are counted")
	got, err := j.Figures(t.Context(), "acme", day.AddDate(0, 0, 20), day.AddDate(0, 0, 21))
	require.NoError(t, err)
	require.Equal(t, state.Figures{Orders: map[state.State]int{}, Late: 1, LastOrder: next.CreatedAt, LastWaybill: Start.Add(48 * time.Hour)}, got)
	again := File("a.csv")
	again.Drops, again.Mark, again.ChangedAt = 1, "10 21 31", day.AddDate(0, 0, 20)
	Record(t, j, again, Draft("1", "a", 2))
	got, err = j.Figures(t.Context(), "acme", day.AddDate(0, 0, 20), day.AddDate(0, 0, 21))
	require.NoError(t, err)
	require.Equal(t, 1, got.Files, "it was dropped again")
}

// requireLate asks for the order that was shipped at Start: from when on it is late, and how
// long, and what a list of late ones has of it.
func requireLate(t *testing.T, j state.Journal) {
	t.Helper()
	for days, want := range map[int][]string{6: nil, 7: {"1"}, 45: {"1"}, 46: nil} { // shipped at Start
		late, err := j.Orders(t.Context(), state.OrderQuery{Account: "acme", LateAt: Start.AddDate(0, 0, days), Last: true, Limit: 10})
		require.NoError(t, err)
		var numbers []string
		for _, o := range late {
			require.True(t, o.Late(Start.AddDate(0, 0, days)))
			numbers = append(numbers, o.ExternalID)
		}
		require.Equal(t, want, numbers, days)
		counts, err := j.CountOrders(t.Context(), state.OrderQuery{Account: "acme", LateAt: Start.AddDate(0, 0, days)})
		require.NoError(t, err)
		require.Equal(t, len(want), counts[state.Accepted], days)
	}
	bare, err := j.Orders(t.Context(), state.OrderQuery{Account: "acme", LateAt: Start.AddDate(0, 0, 7), LateFirst: true, Bare: true})
	require.NoError(t, err)
	require.Len(t, bare, 1)
	require.Empty(t, bare[0].Content)
	require.Empty(t, bare[0].Body)
	require.NotEmpty(t, bare[0].Parcels)
}
