// Package long lets tests search longer than they usually do: with the flag -long they take
// the numbers for which .ci/long alone has time.
package long

import "flag"

var asked = flag.Bool("long", false, "search as long as .ci/long does")

// Or is the usual number, or the one of a long search where tests are asked for it.
func Or(usual, long int) int {
	if *asked {
		return long
	}
	return usual
}
