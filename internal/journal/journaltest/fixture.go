package journaltest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
)

// Journal is what stands behind the importer, with what only its owner asks of it.
type Journal interface {
	state.Journal
	// Respell makes one account of those that are spelled in several ways, and returns the
	// spellings that it found.
	Respell(ctx context.Context, account string, normal func(string) string) ([]string, error)
	// Commits is the number of transactions committed since the journal was opened.
	Commits() int64
	// Close waits for the writes under way. Writes after it fail; closing twice does not.
	Close() error
}

// Opener opens the journal of one place. Opened twice it is one journal in two processes.
type Opener func(ctx context.Context) (Journal, error)

// topic is a part of the suite: its tests by their names.
type topic map[string]func(t *testing.T, at Opener)

// open opens a journal that is closed with the test.
func open(t *testing.T, at Opener) Journal {
	t.Helper()
	j, err := at(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, j.Close()) })
	return j
}

// Start is when everything in the suite begins.
var Start = time.Date(2026, 10, 1, 9, 30, 0, 123456789, time.UTC)

// File is a file that was just dropped.
func File(name string) state.File {
	return state.File{Account: "acme", Source: "keycrm", SHA256: "aa11", Name: name, Spool: "spool/x", Result: "results/x.csv",
		Origin: "inbox/" + name, Mark: "10 20 30", Placed: state.PlacedInbox, State: state.FileOpen, CreatedAt: Start, ChangedAt: Start}
}

// Draft is an order of a file: its number, what stands for its content, and its rows.
func Draft(id, content string, rows ...int) state.Draft {
	return state.Draft{Rows: rows, Order: state.Order{
		OrderKey: state.OrderKey{Account: "acme", Source: "keycrm", ExternalID: id},
		Hash:     "hash of " + content, Content: []byte(content), Body: []byte("body of " + content), Key: "key " + id,
		State: state.Ready, CreatedAt: Start, ChangedAt: Start}}
}

// Record records a file with its orders.
func Record(t *testing.T, j state.Journal, f state.File, drafts ...state.Draft) state.File {
	t.Helper()
	f, err := j.Record(t.Context(), f, len(drafts), listed(drafts...))
	require.NoError(t, err)
	return f
}

// listed gives drafts one by one.
func listed(drafts ...state.Draft) func(int) (state.Draft, error) {
	return func(n int) (state.Draft, error) { return drafts[n], nil }
}

// Links are the links of a file, with whole orders.
func Links(t *testing.T, j state.Journal, f state.File) []state.Link {
	t.Helper()
	var out []state.Link
	for link, err := range j.Links(t.Context(), f.ID) {
		require.NoError(t, err)
		require.Empty(t, link.Order.Content)
		require.Empty(t, link.Order.Body)
		out = append(out, link)
	}
	for i := range out { // what links leave out
		whole, err := j.Orders(t.Context(), state.OrderQuery{Key: &out[i].Order.OrderKey})
		require.NoError(t, err)
		out[i].Order.Content, out[i].Order.Body = whole[0].Content, whole[0].Body
	}
	return out
}

// relations are those of links, one by one.
func relations(links []state.Link) []state.Relation {
	var out []state.Relation
	for _, l := range links {
		out = append(out, l.Relation)
	}
	return out
}

// Swap writes an order's state.
func Swap(t *testing.T, j state.Journal, o state.Order) state.Order {
	t.Helper()
	o, err := j.Swap(t.Context(), o)
	require.NoError(t, err)
	return o
}

// accept makes an order of a file accepted under an id of the supplier's.
func accept(t *testing.T, j state.Journal, o state.Order, id string) state.Order {
	t.Helper()
	o.State, o.RemoteID = state.Accepted, id
	return Swap(t, j, o)
}

// Clashes are the open conflicts of a query.
func Clashes(t *testing.T, j state.Journal, q state.ClashQuery) []state.FileLink {
	t.Helper()
	list, err := j.Clashes(t.Context(), q)
	require.NoError(t, err)
	return list
}

// Kept are the numbers that the journal keeps of an account, of all its sources or of some.
func Kept(t *testing.T, j state.Journal, account string, sources ...string) state.Kept {
	t.Helper()
	kept, err := j.Kept(t.Context(), account, sources)
	require.NoError(t, err)
	return kept
}

// Identity is what the journal says of itself.
func Identity(t *testing.T, j state.Journal) state.Identity {
	t.Helper()
	id, err := j.Identity(t.Context())
	require.NoError(t, err)
	return id
}
