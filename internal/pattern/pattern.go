// Package pattern has regular expressions that are compiled when they are first used: a command
// that reads no price list pays nothing for the patterns of price lists at its start.
package pattern

import (
	"regexp"
	"sync"
)

// Lazy is a regular expression in the syntax of package regexp. One that is wrong panics at its
// first use, as a test of whatever uses it shows.
func Lazy(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
