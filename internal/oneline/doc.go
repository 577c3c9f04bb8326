// Package oneline makes foreign text fit to be shown in one line: in a message, a log, a
// report or on a terminal. Each rule has a name that tells it from the others. It is a leaf.
package oneline
