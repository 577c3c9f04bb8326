// Package doubt finds out whether the journal is the one of the folders, before anything is
// posted that an earlier journal may have posted already; and it reads an earlier one back.
//
// Beside the results and in the inbox lies a sign: which journal is at work, and how many
// attempts it has noted. Trusted compares it with what the journal knows of itself; where
// they do not go together it is a told.Doubt, and nothing is posted. SignAttempt raises the
// sign before each attempt leaves. Adopt is a person's word that this journal is to go on:
// what the results and the decisions beside them tell is read back into it, and what they
// do not tell is looked up before it is sent for the first time.
//
// # Words
//
//   - sign: the file beside the results, or in the inbox, that names the journal
//   - sent: the attempts that a sign counts
//   - raise: to make a sign count one attempt more
//   - beside: what lies with the results
//   - trust: what was found out about the journal
//   - vouch: to note a person's word
//   - old result: a result file that an earlier journal wrote
//   - adopted: what was read back from it
//   - kept decision: a decision that lies beside the results
//   - guessed: of which nobody knows the source
//   - looked: orders that the supplier was asked for and does not have
package doubt
