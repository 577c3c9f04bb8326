// Package payouts lists the payouts of a period, one a row, and holds them against a
// bank's statement: by amount and by day, within a tolerance.
//
// Of payouts and lines with one amount as many are matched as can be, and of the ways to
// do so the one whose days lie nearest is taken. No line counts twice. What is left may be
// several payouts in one transfer, or one payout in several, where the sum is exact and
// only one choice gives it.
package payouts
