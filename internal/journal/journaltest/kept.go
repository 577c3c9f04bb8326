package journaltest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
)

// RequireKept counts all that the journal keeps numbers of, and compares.
func RequireKept(t *testing.T, j state.Journal) {
	t.Helper()
	counted := recount(t, j)
	for _, account := range counted.accounts() {
		require.Equal(t, counted.of(account), Kept(t, j, account), "what is kept of %s", account)
		for _, source := range counted.sources(account) {
			require.Equal(t, counted[state.OrderKey{Account: account, Source: source}], Kept(t, j, account, source), "what is kept of %s, %q", account, source)
		}
	}
}

// recounted are numbers that were counted, by account and source.
type recounted map[state.OrderKey]state.Kept

func noneKept() state.Kept {
	return state.Kept{Orders: map[state.State]int{}, Conflicts: map[string]int{}}
}

// recount counts one by one what the journal keeps numbers of.
func recount(t *testing.T, j state.Journal) recounted {
	t.Helper()
	out := recounted{}
	change := func(account, source string, with func(*state.Kept)) {
		key := state.OrderKey{Account: account, Source: source}
		kept, ok := out[key]
		if !ok {
			kept = noneKept()
		}
		with(&kept)
		out[key] = kept
	}
	orders, err := j.Orders(t.Context(), state.OrderQuery{})
	require.NoError(t, err)
	for _, o := range orders {
		change(o.Account, o.Source, func(kept *state.Kept) {
			kept.Orders[o.Shown()]++
			if o.Held() {
				kept.Held++
			}
			if code := conflictCode(t, j, o); code != "" {
				kept.Conflicts[code]++
			}
		})
	}
	files, err := j.Files(t.Context(), state.FileQuery{})
	require.NoError(t, err)
	for _, f := range files {
		change(f.Account, f.Source, func(kept *state.Kept) { kept.Rows = kept.Rows.Plus(f.Counts) })
	}
	return out
}

// conflictCode is why an order waits for a decision, "" where it does not.
func conflictCode(t *testing.T, j state.Journal, o state.Order) string {
	t.Helper()
	links, err := j.OrderLinks(t.Context(), o.ID)
	require.NoError(t, err)
	for _, l := range links { // the newest first
		if l.ClashOpen() {
			return l.Code
		}
	}
	if o.State == state.Conflict {
		return state.CodeConflict
	}
	return ""
}

func (r recounted) accounts() (accounts []string) {
	for key := range r {
		accounts = append(accounts, key.Account)
	}
	slices.Sort(accounts)
	return slices.Compact(accounts)
}

func (r recounted) sources(account string) (sources []string) {
	for key := range r {
		if key.Account == account {
			sources = append(sources, key.Source)
		}
	}
	return sources
}

// of sums up the sources of an account.
func (r recounted) of(account string) state.Kept {
	sum := noneKept()
	for key, kept := range r {
		if key.Account != account {
			continue
		}
		for shown, n := range kept.Orders {
			sum.Orders[shown] += n
		}
		for code, n := range kept.Conflicts {
			sum.Conflicts[code] += n
		}
		sum.Held, sum.Rows = sum.Held+kept.Held, sum.Rows.Plus(kept.Rows)
	}
	return sum
}
