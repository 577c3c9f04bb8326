package web

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/measure"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// named are the names that a pattern's first group finds in a text, each once, sorted.
func named(text, pattern string) []string {
	var names []string
	for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		names = append(names, match[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// section is the README from one text to the next.
func section(t *testing.T, from, to string) string {
	t.Helper()
	data, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(data), from)
	require.True(t, found, from)
	text, _, found := strings.Cut(rest, to)
	require.True(t, found, to)
	return text
}

// TestReadmeNamesEveryMetric: the table of the README has the metrics of the program, and
// no others.
func TestReadmeNamesEveryMetric(t *testing.T) {
	full := standing.Snapshot{Feeds: []standing.Feed{{Name: "prom"}}, Orders: map[string]int{"accepted": 1}, Rows: map[string]int{"accepted": 1},
		Processes: []standing.Process{{Name: "one"}}, Queues: []standing.Queue{{Kind: "post"}}, Roles: []string{"post"}, Problems: []standing.Problem{{Text: "a disk is full"}}, Backup: &standing.Backup{AgeSeconds: new(int64(90))}}
	meter := measure.New()
	meter.Request("", "create order", measure.Done, time.Second)
	meter.Build("prom", measure.Done, time.Second)
	meter.Answer("page", 200, time.Second)
	var counted strings.Builder
	require.NoError(t, meter.Write(&counted))
	said := named(string(metrics(full))+counted.String(), `(?m)^# TYPE (dropbridge_\w+) (?:gauge|histogram)$`)
	require.Equal(t, said, named(section(t, "### Metrics\n", "\n### "), "`(dropbridge_\\w+)`"))
}
