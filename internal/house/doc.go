// Package house holds nothing but tests of how the program is built: which package may
// import which, that the README shows each package, how large one grows, what its doc.go
// says of its words, and that a name stands for few things. What it finds today and would not allow anew stands in
// a table, whose figures only shrink.
package house
