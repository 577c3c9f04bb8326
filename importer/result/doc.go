// Package result is what a result file shows: it words the state of each order for the rows
// that it was read from, and says what is left to correct.
//
// The orders of a file come one by one from the journal. ReadStanding lays them over the
// rows of the private copy (ShownRows), sums up how far the file is, and makes a digest that
// changes with what is shown; a FileReport is the same for the command line. Nothing here
// writes a result: publishing does, when the digest is another one than last time.
//
// Words: a view is what one row shows; a standing is what is known of a file's orders; a
// digest tells one state of a result from another; refused rows are those that a person may
// correct and drop again; a reason is the file beside one that could not be read.
package result
