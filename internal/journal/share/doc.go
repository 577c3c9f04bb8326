// Package share is what a journal on PostgreSQL does in each of its transactions for the processes
// that share it: nothing is written for one that was fenced, and the work that a write makes is
// announced.
package share
