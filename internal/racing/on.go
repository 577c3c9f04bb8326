//go:build race

package racing

// Enabled is true in a build with the race detector.
const Enabled = true
