// Package ledgertest is a supplier's ledger for tests: a service on loopback that answers
// the ledger, orders and shipments as the contract of the service says, or as wrongly as
// a test wants. Ledgers of a million entries are made while they are read.
package ledgertest
