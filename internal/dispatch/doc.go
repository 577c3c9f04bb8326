// Package dispatch hands out the work of a journal on PostgreSQL to the processes that share it,
// by River's jobs in the same database.
//
// The journal stays the truth: a job only says that it is time to look. It comes when a write
// makes work, in the transaction of that write, and again and again besides; a job that came in
// vain, twice or too late does no harm. So no job carries what is to be done, none is tried again
// by itself, and what a fenced process was at is free with the fence.
package dispatch
