// Package journal keeps the importer's memory in a database: SQLite in one file, or
// PostgreSQL where several machines share it. Both run the same SQL and pass the
// same conformance suite.
//
// Writes of concurrent workers share commits: one goroutine takes whatever waits into
// one transaction, and answers when the commit is durable. SQLite runs in WAL mode
// with synchronous=FULL, as the record that an order is being sent must not be lost.
package journal
