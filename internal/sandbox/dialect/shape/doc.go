// Package shape turns JSON objects of the contract into those of a dialect and back, by
// tables whose lines tell where each value stands on either side. It knows neither
// requests nor any dialect.
package shape
