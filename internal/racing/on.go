//go:build race

package racing

// enabled is true in a build with the race detector.
const enabled = true
