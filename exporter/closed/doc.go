// Package closed remembers what was exported of a supplier's ledger, so that books that
// were closed stay closed: a later reading is compared with what was remembered of the
// same time, whatever the bounds of the exports, and goes on from it without reading the
// past again.
//
// # Words
//
//   - export: the entries of a span of time as they were read once, with the balance at
//     its both ends; one file
//   - span: from a moment to another, or from the ledger's beginning
//   - books: all exports of an account that are remembered
//   - stretch: a part of the time line with the export that was made last of it, which is
//     the one that counts there
//   - finding: an entry that came late, is gone or was changed since the export that counts
//   - content: a hash of what an entry says
//   - damage: a file that cannot be read any more
package closed
