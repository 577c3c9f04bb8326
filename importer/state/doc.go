// Package state is what the importer remembers of orders and files, and what moves them on:
// pure rules, without a clock, a folder or a connection of their own.
//
// A file's orders come in as Drafts. Meet, MeetSkipped, Stands and Revived decide what becomes
// of one whose number is known already. Began makes an order ready for its attempt, Classify
// turns the end of the attempt into an Outcome, Settle makes the Outcome the order's State, and
// Learn takes over what the supplier tells later. Recognise compares what a look found. What
// is so decided is written through Journal, by compare-and-swap, by whoever asked.
//
// # Words
//
//   - order: one order of one source under one number, whatever number of files name it
//   - file: one dropped order file
//   - key: account, source and number: what there is one order for
//   - draft: an order as a file has it
//   - link: what an order is to a file that holds it: its relation
//   - own: the file brought it
//   - duplicate: an earlier file brought the same
//   - clash: an earlier file brought another one under this number
//   - past: it was refused, and a later file brought it again
//   - skips: the file itself does not want it sent
//   - attempt: one try to post, or one look that showed something
//   - round: the attempts between two refusals; they share an idempotency key
//   - doubtful: an attempt of the round ended without an answer
//   - outcome: what an attempt or a look showed
//   - revision: the same order with other goods, or another place
//   - ruling: all that a person's decision changes
package state
