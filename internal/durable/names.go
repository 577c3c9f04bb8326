package durable

import (
	"slices"
	"strings"
)

// unfinished are the endings of files that programs, browsers and editors write before a file gets
// its name, or beside it.
var unfinished = []string{".tmp", ".temp", ".part", ".partial", ".crdownload", ".download", ".filepart", ".opdownload", ".aria2", ".swp", ".crswap", "~"}

// Unfinished reports whether a name, in capitals or not, is one of a file that is still being
// written: by the ending alone. Hidden files are for the caller to leave.
func Unfinished(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(unfinished, func(ending string) bool { return strings.HasSuffix(name, ending) })
}
