// Package intake is the counter of programs: a CRM hands an order file in whole, and asks under
// the same name what became of it. It knows nothing of how they speak.
//
// # Words
//
//   - source: whose files lie in a folder of the inbox; "" is the inbox itself
//   - given: a file that lies in the inbox or that the journal knows, whoever put it there
//   - waiting: it lies in the inbox, and the journal does not know it yet
//   - refused: of a file that was not taken in, with why and the way out
package intake
