package page

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestStatesAreTheImporters: the pages and the README know the states that orders and rows
// can have, and no others.
func TestStatesAreTheImporters(t *testing.T) {
	var shown []string
	for _, state := range states() {
		shown = append(shown, state.Name)
	}
	require.ElementsMatch(t, overview.States(), shown)
	readme, err := os.ReadFile("../../../README.md")
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(readme), "\nAn order goes")
	require.True(t, found)
	told, _, found := strings.Cut(rest, "The `sending` record")
	require.True(t, found)
	var named []string
	for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(told, -1) {
		named = append(named, strings.Fields(strings.ReplaceAll(m[1], "→", ""))...)
	}
	require.ElementsMatch(t, overview.States(), named)
}

// TestStandingKnowsTheStates: what strangers may read of orders, and what waits for a person, goes
// by the importer's words, which internal/standing does not import.
func TestStandingKnowsTheStates(t *testing.T) {
	orders := map[string]int{}
	for _, word := range state.Shown() {
		orders[word] = 1
	}
	require.Equal(t, orders, standing.NewOutline(standing.Snapshot{Orders: orders}, nil).Orders)
	orders["of a newer version"] = 2
	require.Equal(t, 2, standing.NewOutline(standing.Snapshot{Orders: orders}, nil).Orders["other"])

	for word, code := range map[state.State]string{state.Unknown: standing.CodeUnknown, state.Conflict: standing.CodeConflict} {
		list := standing.Judge(standing.Snapshot{Orders: map[string]int{string(word): 3}}, wording.English)
		require.True(t, slices.ContainsFunc(list, func(f standing.Finding) bool { return f.Code == code && f.Count == 3 }), "%s: %v", word, list)
	}
}

// TestOrdersAreSearchedByTheirStates: by those of orders that are shown, and by pending.
func TestOrdersAreSearchedByTheirStates(t *testing.T) {
	rows := []string{string(state.RowDuplicate), string(state.RowSkipped)}
	require.ElementsMatch(t, state.Shown(), append(rows, orderStates()...))
}
