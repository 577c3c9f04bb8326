// Package pulse knows whether the loops of a daemon go on: each says so by itself, from wherever its
// context has come to, and one of which nothing was heard for too long is stuck.
//
// A loop is not stuck that does much: whatever it does again and again (a request, a file) is a tick.
// Nor is one that waits because it was told to: it says for how long.
package pulse
