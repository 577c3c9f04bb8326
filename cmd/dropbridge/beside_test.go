//go:build linux

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/rig"
)

// TestTwoProcessesOnOneFolder: whichever of them is first builds a feed that is due, and the other one
// knows it, by its page too. One that is killed leaves its feeds to the other.
func TestTwoProcessesOnOneFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"goods.csv": "Код,Назва,Дроп,Наявність\n1,Чайник,135.00,є\n",
		"dropbridge.yaml": `language: en
supplier: {products: {file: goods.csv, price: drop}}
feeds: {goods: {template: csv, out: feeds/goods.csv, private: true, every: 1s}}
`} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	var both []*rig.Process
	for range 2 {
		p := rig.StartProcess(t, rig.Machine{Program: "dropbridge", Args: []string{"run", "--listen", "127.0.0.1:0"}, Dir: dir})
		both = append(both, p)
		require.Eventually(t, func() bool { return strings.Contains(p.Log(), "status page on") }, patience, 10*time.Millisecond)
	}
	built := func() (times []time.Time) {
		for _, p := range both {
			times = append(times, publishedAt(t, p.Log())...)
		}
		slices.SortFunc(times, time.Time.Compare)
		return times
	}
	waitBuilds := func(least int) {
		require.Eventually(t, func() bool { return len(built()) >= least }, patience, 20*time.Millisecond)
	}
	waitBuilds(5)
	first, last := publishedAt(t, both[0].Log()), publishedAt(t, both[1].Log())
	killed, left := both[0], both[1]
	if len(last) > len(first) {
		killed, left = left, killed
	}
	killed.Kill()
	before := len(publishedAt(t, left.Log()))
	require.Eventually(t, func() bool { return len(publishedAt(t, left.Log())) > before+1 }, patience, 20*time.Millisecond)
	require.Zero(t, left.End())
	times := built()
	// Two that both build it each second leave half a second between two builds at the most. The
	// line of the log comes some time after the build, on a crowded machine: more or less each time.
	for n, at := range times[1:] {
		require.GreaterOrEqual(t, at.Sub(times[n]), 750*time.Millisecond, "%s", times)
	}
}

// publishedAt is when a process has published feeds, as its log says.
func publishedAt(t *testing.T, log string) (times []time.Time) {
	t.Helper()
	for line := range strings.Lines(log) {
		if strings.HasSuffix(line, "\n") && strings.Contains(line, `msg="feed published"`) {
			text, _, _ := strings.Cut(strings.TrimPrefix(line, "time="), " ")
			at, err := time.Parse(time.RFC3339Nano, text)
			require.NoError(t, err, "%s", line)
			times = append(times, at)
		}
	}
	return times
}
