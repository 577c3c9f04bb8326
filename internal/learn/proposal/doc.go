// Package proposal writes what was guessed of a service as a mapping, line by line with the
// evidence, and puts it to tests against the rows that were read.
//
// # Words
//
//   - section: one operation of the mapping being built.
//   - node: one line of the mapping, with the lines below it.
//   - missing: a line that waits for a person, commented out.
//   - test: a rule that real rows must keep, such as "the drop price is not above the RRP".
//   - trial: what stands in for a missing line while the rows are read.
//   - look at: what was guessed, or is not there, and no test can tell.
package proposal
