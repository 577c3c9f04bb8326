package main

import (
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// heapVariable makes this test program a process that has only begun.
const heapVariable = "HEAP_TEST_CHILD"

// TestGarbageIsCollectedLate runs in a process of its own: the settings are the process's.
func TestGarbageIsCollectedLate(t *testing.T) {
	t.Parallel()
	if os.Getenv(heapVariable) == "" {
		command := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^"+t.Name()+"$")
		command.Env = append(os.Environ(), heapVariable+"=1")
		output, err := command.CombinedOutput()
		require.NoError(t, err, "%s", output)
		require.Contains(t, string(output), "PASS")
		return
	}
	nothing := func(string) (string, bool) { return "", false }
	debug.SetGCPercent(77)
	restore := (&app{lookupEnv: nothing}).spareMemory()
	require.Equal(t, 77, debug.SetGCPercent(77), "without a collector the process's own settings hold")
	restore()
	require.Equal(t, 77, debug.SetGCPercent(77))

	const first = 64 << 20
	runtime.GC()
	a := &app{lookupEnv: nothing, collector: collectLater(first)}
	restore = a.spareMemory()
	before := collections()
	var kept [][]byte
	for range 8 {
		kept = append(kept, make([]byte, 1<<20))
	}
	require.Equal(t, before, collections(), "there is room")
	require.EqualValues(t, first, debug.SetMemoryLimit(-1))

	for range first >> 20 {
		kept = append(kept, make([]byte, 1<<20))
	}
	require.Eventually(t, func() bool { return debug.SetMemoryLimit(-1) == orderMemory }, time.Minute, time.Millisecond)
	require.Greater(t, collections(), before)
	require.Equal(t, orderHeapGrowth, debug.SetGCPercent(orderHeapGrowth))
	runtime.KeepAlive(kept)

	restore()
	require.Equal(t, usualHeapGrowth, debug.SetGCPercent(usualHeapGrowth))
	require.EqualValues(t, usualMemory, debug.SetMemoryLimit(-1))
}

func collections() uint32 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.NumGC
}

// TestOwnMemorySettingsGoBefore: what a person has set holds from the beginning, and is not changed.
func TestOwnMemorySettingsGoBefore(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		variable string
		growth   int
		limit    int64
	}{{"GOGC", 77, orderMemory}, {"GOMEMLIMIT", orderHeapGrowth, 77}} {
		own := func(name string) (string, bool) { return "77", name == row.variable }
		require.False(t, newCollector(own).waiting, row.variable)
		c := &collector{waiting: true, growth: 77, limit: 77}
		restore := (&app{lookupEnv: own, collector: c}).spareMemory()
		require.Equal(t, row.growth, c.growth, row.variable)
		require.Equal(t, row.limit, c.limit, row.variable)
		restore()
		require.Equal(t, 77, c.growth, row.variable)
		require.EqualValues(t, 77, c.limit, row.variable)
	}
}
