package journaltest

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/wording"
)

var forgetting = topic{
	"forgets the person of a final order":     testForget,
	"remembers what is not final":             testForgetNotFinal,
	"finds what was not changed or forgotten": testForgettable,
}

// personal is a draft whose content is that of an order to a person.
func personal(id, name, phone string) state.Draft {
	d := Draft(id, id)
	d.Content = fmt.Appendf(nil, `{"external_id":%q,"recipient":{"name":%q,"phone":%q,"email":"who@shop.example","delivery":{"carrier":"nova_poshta","city":"Kyiv"}},"items":[{"sku":"KB-01","quantity":2,"price":"450.00"}],"payment":{"method":"prepaid"},"comment":"ring %s"}`, id, name, phone, name)
	d.Body = d.Content
	return d
}

// completed makes an order of a file final.
func completed(t *testing.T, j state.Journal, o state.Order) state.Order {
	t.Helper()
	o.State, o.RemoteID, o.RemoteStatus, o.Waybills = state.Accepted, "ord_"+o.ExternalID, "completed", []string{"20450000000001"}
	o.Message = wording.Literal("told of Zhuravel")
	o.Tried = &state.Attempt{Kind: state.Posted, Began: Start, Ended: Start, State: state.Accepted, Message: wording.Literal("to Zhuravel")}
	return Swap(t, j, o)
}

func testForget(t *testing.T, at Opener) {
	j := open(t, at)
	f := Record(t, j, File("a.csv"), personal("1", "Zhuravel Olena", "+380671112233"), personal("2", "Other Man", "+380509998877"))
	links := Links(t, j, f)
	one := completed(t, j, links[0].Order)
	two := completed(t, j, links[1].Order)
	ruled, err := j.Decide(t.Context(), state.Ruling{Order: one, Decision: state.Decision{Account: one.Account, Order: one.ID, At: Start, Person: "clerk", Kind: state.DecidedKeep, Number: "1", Before: one}})
	require.NoError(t, err)
	one = ruled.Order
	n, err := j.Forget(t.Context(), []state.Order{one}, Start.Add(time.Hour))
	require.NoError(t, err)
	require.Equal(t, 1, n)
	got, err := j.Orders(t.Context(), state.OrderQuery{Key: &one.OrderKey})
	require.NoError(t, err)
	require.Equal(t, Start.Add(time.Hour), got[0].ForgottenAt)
	require.Equal(t, one.Hash, got[0].Hash, "the same order is known when it comes again")
	require.Equal(t, "ord_1", got[0].RemoteID)
	require.Equal(t, []string{"20450000000001"}, got[0].Waybills)
	require.Empty(t, got[0].Body)
	require.Contains(t, string(got[0].Content), `"sku":"KB-01","quantity":2,"price":"450.00"`)
	attempts, err := j.Attempts(t.Context(), one.ID)
	require.NoError(t, err)
	decisions, err := j.Decisions(t.Context(), one.ID)
	require.NoError(t, err)
	require.Equal(t, "clerk", decisions[0].Person)
	all, err := json.Marshal([]any{got, attempts, decisions, string(got[0].Content), string(decisions[0].Before.Content), got[0].Message.Keep(), attempts[0].Message.Keep()})
	require.NoError(t, err)
	for _, word := range []string{"Zhuravel", "671112233", "who@shop", "Kyiv"} {
		require.NotContains(t, string(all), word)
	}
	for text, found := range map[string]int{"Zhuravel": 0, "0671112233": 0, "KB-01": 2, "ord_1": 1, "Other": 1} {
		page, err := j.Search(t.Context(), state.SearchQuery{Account: one.Account, Text: text})
		require.NoError(t, err)
		require.Len(t, page.Orders, found, text)
	}
	n, err = j.Forget(t.Context(), []state.Order{one, two}, Start.Add(time.Hour))
	require.NoError(t, err)
	require.Equal(t, 1, n, "one has changed since")
	require.NoError(t, j.Scrub(t.Context()))
	freed, err := j.Tidy(t.Context())
	require.NoError(t, err)
	require.Zero(t, freed, "there is nothing to give back")
	again := File("b.csv")
	again.SHA256 = "bb22"
	g := Record(t, j, again, personal("1", "Zhuravel Olena", "+380671112233"))
	require.Equal(t, []state.Relation{state.Duplicate}, relations(Links(t, j, g)), "it is not posted again")
}

func testForgetNotFinal(t *testing.T, at Opener) {
	j := open(t, at)
	f := Record(t, j, File("a.csv"), personal("1", "Zhuravel Olena", "+380671112233"), personal("2", "Zhuravel Olena", "+380671112233"))
	links := Links(t, j, f)
	underWay := accept(t, j, links[0].Order, "ord_1")
	clashing := completed(t, j, links[1].Order)
	other := File("b.csv")
	other.SHA256 = "bb22"
	d := personal("2", "Zhuravel Olena", "+380671112233")
	d.Hash = "another"
	require.Equal(t, []state.Relation{state.Clash}, relations(Links(t, j, Record(t, j, other, d))))
	n, err := j.Forget(t.Context(), []state.Order{underWay, clashing}, Start)
	require.NoError(t, err)
	require.Zero(t, n)
	got, err := j.Orders(t.Context(), state.OrderQuery{Remembered: true})
	require.NoError(t, err)
	require.Len(t, got, 2)
	require.Contains(t, string(got[1].Body), "Zhuravel")
}

func testForgettable(t *testing.T, at Opener) {
	j := open(t, at)
	f := Record(t, j, File("a.csv"), personal("1", "A", "1"), personal("2", "B", "2"))
	one := completed(t, j, Links(t, j, f)[0].Order)
	found := func(q state.OrderQuery) (numbers []string) {
		for o, err := range j.EachOrder(t.Context(), q) {
			require.NoError(t, err)
			numbers = append(numbers, o.ExternalID)
		}
		return numbers
	}
	require.Empty(t, found(state.OrderQuery{Unchanged: Start}))
	require.Equal(t, []string{"1", "2"}, found(state.OrderQuery{Unchanged: Start.Add(1)}))
	_, err := j.Forget(t.Context(), []state.Order{one}, Start)
	require.NoError(t, err)
	require.Equal(t, []string{"2"}, found(state.OrderQuery{Unchanged: Start.Add(1), Remembered: true}))
}
