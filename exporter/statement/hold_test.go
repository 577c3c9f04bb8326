package statement

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func TestHolds(t *testing.T) {
	for name, c := range map[string]struct {
		ledger string
		open   string // id:amount:age …
		codes  []string
		failed string // what holds_equal_held says
	}{
		"placed and released": {ledger: "h1 hold_placed -10 2026-09-02T10:00Z\nr1 hold_released 10 2026-10-03T10:00Z reverses=h1"},
		"open, the oldest first": {ledger: "h2 hold_placed -10 2026-09-02T10:00Z\nh1 hold_placed -7.5 2026-10-03T10:00Z\nh3 hold_placed -1 2026-10-31T21:00Z",
			open: "h2:10.00:59 h1:7.50:28 h3:1.00:0"},
		"released after the period": {ledger: "h1 hold_placed -10 2026-10-02T21:00Z\nr1 hold_released 10 2026-11-03T10:00Z reverses=h1", open: "h1:10.00:29"},
		"released in part": {ledger: "h1 hold_placed -10 2026-10-02T10:00Z\nr1 hold_released 4 2026-10-03T10:00Z reverses=h1", open: "h1:6.00:29",
			codes: []string{"hold_released_partly h1 10.00 4.00"}},
		"released in two parts": {ledger: "h1 hold_placed -10 2026-10-02T10:00Z\nr1 hold_released 4 2026-10-03T10:00Z reverses=h1\nr2 hold_released 6 2026-10-04T10:00Z reverses=h1"},
		"released by too much": {ledger: "h1 hold_placed -10 2026-10-02T10:00Z\nr1 hold_released 10.5 2026-10-03T10:00Z reverses=h1",
			codes: []string{"hold_released_over r1 10.00 10.50"}, failed: "0 open holds come to 0.00, held is -0.50: 0.50 too much; see the releases without a hold"},
		"released twice": {ledger: "h1 hold_placed -10 2026-10-02T10:00Z\nr1 hold_released 10 2026-10-03T10:00Z reverses=h1\nr2 hold_released 10 2026-10-04T10:00Z reverses=h1",
			codes: []string{"hold_released_twice r2 0.00 10.00"}, failed: "0 open holds come to 0.00, held is -10.00: 10.00 too much; see the releases without a hold"},
		"released before it was placed, in the same moment": {ledger: "a1 hold_released 10 2026-10-02T10:00Z reverses=h1\nh1 hold_placed -10 2026-10-02T10:00Z"},
		"a release without a hold": {ledger: "h1 hold_placed -10 2026-10-02T10:00Z\nr1 hold_released 3 2026-10-03T10:00Z reverses=h9", open: "h1:10.00:29",
			codes: []string{"release_without_hold r1 0.00 3.00"}, failed: "1 open holds come to 10.00, held is 7.00: 3.00 too much; see the releases without a hold"},
		"a release of an accrual": {ledger: "a1 order_margin -10 2026-10-02T10:00Z\nr1 hold_released 10 2026-10-03T10:00Z reverses=a1",
			codes: []string{"release_without_hold r1 0.00 10.00"}, failed: "0 open holds come to 0.00, held is -10.00: 10.00 too much; see the releases without a hold"},
		"a release that names its order alone": {ledger: "h1 hold_placed -10 2026-10-02T10:00Z order=o1\nh2 hold_placed -6 2026-10-02T10:00Z order=o1\n" +
			"r1 hold_released 6 2026-10-03T10:00Z order=o1", open: "h1:10.00:29"},
		"a release that names nothing": {ledger: "h1 hold_placed -10 2026-10-02T10:00Z\nr1 hold_released 10 2026-10-03T10:00Z", open: "h1:10.00:29",
			codes: []string{"release_without_hold r1 0.00 10.00"}, failed: "1 open holds come to 10.00, held is 0.00: 10.00 too much; see the releases without a hold"},
		"placed again after its release": {ledger: "h1 hold_placed -10 2026-10-02T10:00Z\nr1 hold_released 10 2026-10-03T10:00Z reverses=h1\nh2 hold_placed -10 2026-10-30T22:00Z reverses=r1", open: "h2:10.00:1"},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := october(t, ledgerOf(t, c.ledger))
			var open []string
			for _, h := range s.Holds {
				open = append(open, fmt.Sprintf("%s:%s:%d", h.Entry.ID, h.Amount, h.Age))
			}
			require.Equal(t, c.open, strings.Join(open, " "))
			require.Equal(t, c.codes, codes(s))
			for _, d := range s.Differences {
				require.NotContains(t, d.Message.String(), "\n")
				require.NotEmpty(t, d.Message.String())
			}
			require.Equal(t, c.failed, failed(s)["holds_equal_held"])
		})
	}
}

// TestManyReleasesWithoutHold: a thousand are named, the rest is counted.
func TestManyReleasesWithoutHold(t *testing.T) {
	f := &fakeLedger{perPage: 200}
	for i := range maxFindings + 7 {
		f.entries = append(f.entries, supplier.LedgerEntry{ID: fmt.Sprintf("r%05d", i), Kind: kindHold, Operation: "hold_released", Amount: money.Must("1"),
			PostedAt: time.Date(2026, 10, 5, 0, 0, i, 0, time.UTC), ReversesEntryID: "h"})
	}
	s, _ := october(t, f)
	require.Len(t, s.Differences, maxFindings)
	require.Contains(t, failed(s)["holds_equal_held"], "; 7 more findings of holds are not listed")
}
