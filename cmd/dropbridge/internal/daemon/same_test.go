package daemon

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/journaltest"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// everyState are orders in each state that the journal has, and late ones.
func everyState(t *testing.T, d *Daemon, j state.Journal) {
	t.Helper()
	file, account := journaltest.File("all.csv"), d.Orders.Config.Account
	file.Account = account
	states := []struct {
		state  state.State
		remote string
		came   time.Duration
	}{{state.Ready, "", 0}, {state.Sending, "", 0}, {state.Accepted, "new", 0}, {state.Accepted, "new", 5 * 24 * time.Hour}, {state.Accepted, supplier.HandedOver, 0}, {state.Accepted, "completed", 0},
		{state.Rejected, "", 0}, {state.Unknown, "", 0}, {state.Unknown, "", 0}, {state.Conflict, "", 0}}
	var drafts []state.Draft
	for n, s := range states {
		draft := journaltest.Draft(fmt.Sprint("N-", n), fmt.Sprintf(`{"external_id":"N-%d"}`, n), n+2)
		draft.Account, draft.CreatedAt = account, time.Now().Add(-s.came)
		drafts = append(drafts, draft)
	}
	file = journaltest.Record(t, j, file, drafts...)
	for n, link := range journaltest.Links(t, j, file) {
		o := link.Order
		if o.State, o.RemoteStatus = states[n].state, states[n].remote; o.State == state.Accepted {
			o.RemoteID = fmt.Sprint("ord_", n)
		}
		if o.State == state.Unknown || o.State == state.Conflict {
			o.Code = map[state.State]string{state.Unknown: overview.FindingUnknown, state.Conflict: state.CodeConflict}[o.State]
		}
		journaltest.Swap(t, j, o)
	}
}

// TestAllSayTheSame of the same state: what `dropbridge status` finds stands on the page, in
// /status.json and in the metrics, and the counts and the health of all agree.
func TestAllSayTheSame(t *testing.T) {
	d, j, _, err := opened(t, "127.0.0.1:0", "language: en\nfeeds: {shop: {template: yml, out: shop.yml}}\n")
	require.NoError(t, err)
	everyState(t, d, j)
	for name, failing := range map[string]bool{"waiting for a person": false, "failing": true} {
		if failing {
			d.feeds[0].err = fmt.Errorf("the disk is full")
		}
		d.forget()
		status, err := d.Orders.In(wording.English).Status(t.Context())
		require.NoError(t, err)
		page, metrics := html.UnescapeString(ask(d, "/", here, "").Body.String()), ask(d, "/metrics", here, "").Body.String()
		var served struct {
			Level     standing.Level
			Findings  []standing.Finding
			Orders    map[state.State]int
			Conflicts int
		}
		require.NoError(t, json.Unmarshal(ask(d, "/status.json", here, "").Body.Bytes(), &served))

		require.Equal(t, status.Counts.Orders, served.Orders, name)
		require.Equal(t, status.Conflicts, served.Conflicts, name)
		require.Len(t, served.Orders, 7, "every state but those of rows alone")
		for of, n := range status.Counts.Orders {
			require.Contains(t, metrics, fmt.Sprintf("dropbridge_orders{state=%q} %d\n", of, n), name)
		}
		require.NotEmpty(t, status.Findings)
		said := map[string]string{}
		for _, f := range served.Findings {
			said[f.Text] = f.Code
			require.Contains(t, page, f.Text, name)
			require.Contains(t, metrics, fmt.Sprintf("dropbridge_findings{code=%q} ", f.Code), name)
		}
		for _, f := range status.Findings {
			require.Equal(t, f.Code, said[f.Message], "%s: status says it, so the others do", name)
		}
		require.Contains(t, page, fmt.Sprintf(`data-needs="%d" data-level="%s"`, len(served.Findings), served.Level), name)
		require.Equal(t, failing, served.Level == standing.Failing, name)
		require.Equal(t, failing, ask(d, "/healthz", here, "").Code == http.StatusServiceUnavailable, name)
		require.Regexp(t, regexp.MustCompile(fmt.Sprintf(`(?m)^dropbridge_healthy %d$`, map[bool]int{false: 1}[failing])), metrics, name)
		d.feeds[0].err = nil
	}
}
