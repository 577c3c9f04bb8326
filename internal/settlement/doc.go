// Package settlement holds the two accounts that the parties of a contract keep of the same
// settlements, and finds in what they differ. It knows nothing of where they were read from.
//
// What one party books as a debit the other books as a credit: Mirrored turns an account round,
// so that both are seen from one side.
package settlement
