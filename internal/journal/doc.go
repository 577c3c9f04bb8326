// Package journal keeps the importer's memory in a database: SQLite in one file, or
// PostgreSQL where several machines share it. Both run the same SQL and pass the
// same conformance suite.
//
// Writes of concurrent workers share commits: one goroutine takes whatever waits into
// one transaction, and answers when the commit is durable. SQLite runs in WAL mode
// with synchronous=FULL, as the record that an order is being sent must not be lost.
//
// # Words
//
//   - op: one write that waits for a commit
//   - commit: what makes several ops durable at once
//   - swap: a change of an order that holds only if its state is still the one it was;
//     one that came too late is stale
//   - file: an order file that was taken, known by the hash of its bytes
//   - link: what one file says of one order; a clash is a link that waits for a person
//   - drop: a file given to the importer; the same one may be dropped again
//   - attempt: one try to post an order
//   - decision: what a person said of an order, with what was before
//   - account: whose orders they are at the supplier
//   - identity: the id of a journal, and whether it was put back from a backup
//   - adopt: say that a journal which was put back may be worked with
//   - migrate: bring the tables of an older version up to date
//   - dialect: SQLite or PostgreSQL, where their SQL differs
//   - tallies: numbers that triggers keep with each change, such as orders by state. In
//     PostgreSQL each change adds its difference, and fold sums them up now and then
//   - term: what an order is found by; orders of older versions are indexed after opening
//   - bulk: what a file asks a server and writes to it for many orders at once
//   - action: what a person did
package journal
