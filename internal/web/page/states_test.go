package page

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/overview"
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
