// Package jq runs the jq expressions of a mapping over texts of JSON. A run sees nothing
// but its input, has an end, and has a bound of memory; what it says of money has to stand
// in its input, as jq calculates in floats.
//
// Packages mapping and orderbody compile the expressions of a file with it.
package jq
