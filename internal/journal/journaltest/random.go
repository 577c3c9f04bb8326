package journaltest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
)

// life is a journal to which anything may happen.
type life struct {
	j      Journal
	random *rand.Rand
	files  int
}

// testAnything: whatever happens to orders, files and accounts, what is kept is what is there.
func testAnything(t *testing.T, at Opener) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	l := life{j: open(t, at), random: rand.New(rand.NewPCG(seed, 1))}
	for step := range 150 {
		l.happen(t)
		if step%30 == 0 {
			RequireKept(t, l.j)
		}
	}
	RequireKept(t, l.j)
	requireFound(t, l.j)
	_, err := l.j.Respell(t.Context(), "http://x", func(account string) string { return strings.TrimRight(strings.ToLower(account), "/") })
	require.NoError(t, err)
	RequireKept(t, l.j)
	requireFound(t, l.j)
}

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

// happen does one thing.
func (l *life) happen(t *testing.T) {
	t.Helper()
	orders, err := l.j.Orders(t.Context(), state.OrderQuery{})
	require.NoError(t, err)
	what := l.random.IntN(10)
	if len(orders) == 0 || what < 3 {
		l.drop(t)
		return
	}
	o := pick(l.random, orders...)
	switch {
	case what < 7:
		o.State = pick(l.random, state.Ready, state.Sending, state.Accepted, state.Rejected, state.Unknown, state.Conflict)
		o.RemoteStatus = pick(l.random, "", "new", "handed_over", "cancelled", "completed")
		o.Code, o.NotBefore = pick(l.random, "", "unreachable", "other"), pick(l.random, time.Time{}, Start)
		o.Waybills = pick(l.random, nil, []string{fmt.Sprintf("2045%010d", o.ID)})
		Swap(t, l.j, o)
	case what < 9:
		l.decide(t, o)
	default:
		l.count(t)
	}
}

// drop records a file with a few orders of a few numbers.
func (l *life) drop(t *testing.T) {
	l.files++
	f := File(fmt.Sprintf("%d.csv", l.files%12)) // some are dropped again
	f.Account, f.Source = pick(l.random, "http://x", "HTTP://x/"), pick(l.random, "", "keycrm")
	f.ChangedAt = Start.Add(time.Duration(l.files) * time.Minute)
	f.Origin, f.Mark, f.Placed = "", fmt.Sprint(l.files), state.PlacedNowhere
	var drafts []state.Draft
	for _, n := range l.random.Perm(12)[:5] {
		d := Ordered(fmt.Sprint("N-", n), "Olena", "", pick(l.random, "KB-01", "KB-02"), "meest")
		d.Hash, d.Account, d.Source, d.Stated = "hash of "+string(d.Content), f.Account, f.Source, l.random.IntN(2) == 0
		d.Skipped = l.random.IntN(4) == 0
		d.Cancelled = d.Skipped && l.random.IntN(2) == 0
		drafts = append(drafts, d)
	}
	Record(t, l.j, f, drafts...)
}

// count gives a file other counts.
func (l *life) count(t *testing.T) {
	files, err := l.j.Files(t.Context(), state.FileQuery{})
	require.NoError(t, err)
	f := pick(l.random, files...)
	f.Counts = state.Counts{Accepted: l.random.IntN(5), Rejected: l.random.IntN(3), HandedOver: l.random.IntN(2)}
	f.State = pick(l.random, state.FileOpen, state.FileSettled)
	_, err = l.j.SwapFile(t.Context(), f)
	require.NoError(t, err)
}

// decide closes an order's conflicts, makes another order of it, or takes that back.
func (l *life) decide(t *testing.T, o state.Order) {
	links, err := l.j.OrderLinks(t.Context(), o.ID)
	require.NoError(t, err)
	decisions, err := l.j.Decisions(t.Context(), o.ID)
	require.NoError(t, err)
	r := state.Ruling{Order: o, Decision: state.Decision{Account: o.Account, Order: o.ID, At: Start, Kind: state.DecidedKeep, Number: o.ExternalID, Before: o}}
	at := slices.IndexFunc(decisions, func(d state.Decision) bool { return d.UndoneAt.IsZero() && d.Made != 0 && d.Order == o.ID })
	switch {
	case at >= 0 && len(linksOf(t, l.j, decisions[at].Made)) == 0:
		r.Decision, r.Unmade = decisions[at], decisions[at].Made
		r.Decision.UndoneAt = Start
	case l.random.IntN(2) == 0:
		made := Ordered(fmt.Sprintf("%s-%d", o.ExternalID, o.Version), "Taras", "", "KB-03", "meest").Order
		made.Account, made.Source, made.File = o.Account, o.Source, o.File
		r.Made = &made
	}
	for _, link := range links {
		if link.Relation == state.Clash && l.random.IntN(2) == 0 {
			r.Links = append(r.Links, state.LinkChange{File: link.File.ID, Order: o.ID, To: o.ID, Relation: state.Duplicate, Hash: link.Hash})
		}
	}
	if _, err := l.j.Decide(t.Context(), r); !errors.Is(err, state.ErrStale) {
		require.NoError(t, err)
	}
}

func linksOf(t *testing.T, j Journal, order int64) []state.FileLink {
	t.Helper()
	links, err := j.OrderLinks(t.Context(), order)
	require.NoError(t, err)
	return links
}

// requireFound searches for each order by all its terms, and finds no order of another number.
func requireFound(t *testing.T, j Journal) {
	t.Helper()
	orders, err := j.Orders(t.Context(), state.OrderQuery{})
	require.NoError(t, err)
	for _, o := range orders {
		terms := slices.DeleteFunc(o.Terms(), func(term string) bool { return term == state.CarrierTerm("meest") })
		q := state.SearchQuery{Account: o.Account, Sources: []string{o.Source}, Carrier: "meest", Text: o.ExternalID + " " + strings.Join(terms, " ")}
		page, err := j.Search(t.Context(), q)
		require.NoError(t, err)
		require.True(t, slices.ContainsFunc(page.Orders, func(found state.Order) bool { return found.ID == o.ID }), "%s of %q", o.ExternalID, o.Source)
		for _, found := range page.Orders {
			require.True(t, strings.HasPrefix(found.ExternalID, o.ExternalID), "%s for %s", found.ExternalID, o.ExternalID)
		}
	}
}
