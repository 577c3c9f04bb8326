// Package lite is the file of a journal on SQLite, and the files beside it: opened, proven whole,
// copied, and moved in and out of its place.
package lite
