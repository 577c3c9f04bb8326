// Package act makes the act of reconciliation of mutual settlements (акт звірки) of a period:
// what our books say, line by line, beside what the other party's say or room for it, the
// balance in figures and in words, and places for signatures.
//
// The balance is that of what was accrued and paid out. A hold changes no such balance: it is
// named below the table and stands in no line.
package act
