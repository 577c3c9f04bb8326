// Package racing tells tests whether the race detector is at work, which makes them ten
// times slower: it looks for races, not for what only large numbers show.
package racing

// Fewer is n, or a tenth of it under the race detector.
func Fewer(n int) int {
	if Enabled {
		return n / 10
	}
	return n
}
