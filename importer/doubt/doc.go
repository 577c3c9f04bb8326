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
// Words: a sign is the file that names the journal; attempts are what it counts; to raise it
// is to count one more; an identity is what a journal knows of itself; to vouch is to note a
// person's word; a result read back is an old result; kept decisions are those beside the
// results; a guess is a result of which nobody knows the source.
package doubt
