package daemon

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier/drift"
)

// TestDriftIsLoggedOnce: until it changes; a list that could not be looked at keeps its last word.
func TestDriftIsLoggedOnce(t *testing.T) {
	var log bytes.Buffer
	d := &Daemon{Program: Program{Logger: slog.New(slog.NewTextHandler(&log, nil))}}
	at := func(minute int) time.Time { return time.Date(2026, 11, 20, 12, minute, 0, 0, time.UTC) }
	gone := drift.Change{Operation: "products", Field: "rrp", Path: "a", Kind: drift.Gone, Detail: "none of 50"}
	d.noteDrift(t.Context(), []drift.Compared{{Operation: "products", Changes: []drift.Change{gone}}, {Operation: "orders"}}, at(0))
	gone.Detail = "none of 49"
	d.noteDrift(t.Context(), []drift.Compared{{Operation: "products", Changes: []drift.Change{gone}}}, at(1))
	d.noteDrift(t.Context(), []drift.Compared{{Operation: "orders"}}, at(2))
	d.noteDrift(t.Context(), nil, at(3))
	shown, sampled := d.driftStates()
	require.Len(t, shown, 1)
	require.Equal(t, "none of 49", shown[0].Text)
	require.Equal(t, at(0), shown[0].Since)
	require.Equal(t, at(2), sampled, "a look that saw nothing is none")
	require.Equal(t, 1, strings.Count(log.String(), "have changed"))
	d.noteDrift(t.Context(), []drift.Compared{{Operation: "products"}}, at(4))
	shown, _ = d.driftStates()
	require.Empty(t, shown)
	require.Equal(t, 1, strings.Count(log.String(), "is over"))
}
