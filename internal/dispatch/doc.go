// Package dispatch hands out the work of a journal on PostgreSQL to the processes that share it,
// by River's jobs in the same database.
//
// The journal stays the truth: a job only says that it is time to look. It comes when a write
// makes work, in the transaction of that write, and again and again besides; a job that came in
// vain, twice or too late does no harm. So no job carries what is to be done, none is tried again
// by itself, and what a fenced process was at is free with the fence.
//
// A job is ended in a transaction of its own, which notes it again where a write has made work
// since it began: of two equal jobs that are not done there is only one, and that one may have
// looked before the write. It is not ended in a transaction of the journal, as a job does its work
// in many of these. Where a process dies between the last of them and the end, the job comes
// again and finds nothing to do.
package dispatch
