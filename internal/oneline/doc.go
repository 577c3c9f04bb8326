// Package oneline makes foreign text fit to be shown in one line: in a message, a log or
// a report. It is a leaf.
package oneline
