// Package racing lets tests be left out under the race detector that have nothing to race:
// searches, times and memory of one goroutine, the reading of this program's own sources, and
// the many that read back what one and the same machinery wrote, which other tests race; and
// processes that must say within seconds that they live. It makes them ten times slower and
// larger.
// .ci/run finds them by their calls, and runs them without it.
package racing

import "testing"

// Skip skips a test under the race detector. It is the first line of the test.
func Skip(t *testing.T) {
	t.Helper()
	if enabled {
		t.Skip("it has nothing to race, and runs without the race detector")
	}
}
