// Package move takes a journal from one database to another, SQLite to PostgreSQL or back,
// while the shop works on as long as it can.
//
// The rows are copied as they are, ids included, in four steps. Each can be done again, so
// that a move which was interrupted at any point goes on:
//
//  1. everything is copied once while the journal is at work;
//  2. no attempt to post begins any more, and those on their way are awaited;
//  3. triggers keep every write out of the old journal, of older versions of the program, too,
//     and what has changed since is copied;
//  4. both sides are compared, and the new journal is opened for work.
//
// What the tables are is read from both databases, not known here: a table that both have is
// copied, one that only one of them has is named in the report. Before step 4 nobody can work
// with the new journal, after step 3 nobody with the old one.
//
// The files of a journal move without it in much the same way, see Files: who moves them copies
// them while the shop works, and once more while the journal takes no write; one transaction then
// gives every file its new path and opens the journal for those alone who look there.
//
// # Words
//
//   - source: the journal that is left
//   - target: the one that goes on
//   - table: a table of both, with its columns as they are read
//   - row: the values of a table's columns, in the order of their names
//   - hash: SHA-256 over the rows of a table in the order of their keys, in a form that does
//     not depend on the database
//   - compare: go through a table on both sides, and find what differs
//   - sums: what the tallies count, whatever the rows that add up to it
//   - seal: triggers that refuse every write
//   - obstacle: why nothing can be moved as it is
package move
