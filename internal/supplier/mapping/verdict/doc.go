// Package verdict is what a mapping says of refusals: which answers are some, whatever their
// status, what a status or a code means, and when to come back.
//
// Package mapping compiles it with the rest of the file; the client judges by it.
package verdict
