package chronology

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

var begin = time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC)

func list(end error, hours ...int) Entries {
	return func(yield func(supplier.LedgerEntry, error) bool) {
		for i, h := range hours {
			e := supplier.LedgerEntry{ID: fmt.Sprint(i), Amount: money.Must("-1.50"), Description: "a\r\n\"b\",c", PostedAt: begin.Add(time.Duration(h) * time.Hour)}
			if h < 0 {
				e.PostedAt = time.Time{}
			}
			if !yield(e, nil) {
				return
			}
		}
		if end != nil {
			yield(supplier.LedgerEntry{}, end)
		}
	}
}

// sorted gives the ids of what Sorted gives, with an error at its place.
func sorted(t require.TestingT, l Entries) (ids string, turned bool) {
	var out []string
	for e, err := range Sorted(l, func() { turned = true }) {
		if err != nil {
			out = append(out, err.Error())
			continue
		}
		require.Equal(t, "a\r\n\"b\",c -1.50 ", e.Description+" "+e.Amount.String()+" "+e.BalanceAfter.Held.String())
		out = append(out, e.ID)
	}
	return strings.Join(out, " "), turned
}

func TestSorted(t *testing.T) {
	folder, broken := t.TempDir(), errors.New("broken")
	t.Setenv("TMPDIR", folder)
	for _, c := range []struct {
		hours  []int
		end    error
		want   string
		turned bool
	}{
		{nil, nil, "", false},
		{nil, broken, "broken", false},
		{[]int{1}, nil, "0", false},
		{[]int{1, 1}, broken, "0 1 broken", false},
		{[]int{1, 1, 2, 2}, nil, "0 1 2 3", false},
		{[]int{2, 2, 1, 1}, nil, "3 2 1 0", true},
		{[]int{2, 1}, broken, "1 0 broken", true},
		{[]int{-1, 2, 1, -1}, nil, "3 2 1 0", true},
		{[]int{2, 1, 3}, nil, "0 1 2", false},
		{[]int{1, 2, 1}, nil, "0 1 2", false},
	} {
		ids, turned := sorted(t, list(c.end, c.hours...))
		require.Equal(t, []any{c.want, c.turned}, []any{ids, turned}, c.hours)
	}
	for range Sorted(list(nil, 3, 2, 1), func() {}) {
		break
	}
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, left, "the temporary files are gone")
}

// TestSortedOfAnyList: nothing is lost or doubled, however many there are.
func TestSortedOfAnyList(t *testing.T) {
	for _, n := range []int{4, pileBlock - 1, pileBlock, pileBlock + 1, 3*pileBlock + 7} {
		for _, falls := range []bool{false, true} {
			hours, want := make([]int, n), make([]string, n)
			for i := range n {
				hours[i], want[i] = i/3, fmt.Sprint(i)
				if falls {
					hours[i], want[i] = (n-1-i)/3, fmt.Sprint(n-1-i)
				}
			}
			ids, turned := sorted(t, list(nil, hours...))
			require.Equal(t, strings.Join(want, " "), ids)
			require.Equal(t, falls, turned)
		}
	}
}
