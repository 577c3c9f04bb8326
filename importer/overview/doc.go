// Package overview is what people are told when they ask: the status command and the page
// show it. It reads the journal and changes nothing.
//
// A StatusQuery comes in; Board.Query lists and counts the orders and files that it means,
// puts what needs a person before them as Findings with their ways out, adds the problems of
// all importers that share the journal, and tells the Story of an order that was asked for
// by its number, with the rows that never became an order.
//
// # Words
//
//   - finding: something that a person should know or decide; failing is what does not work,
//     attention what waits for a person
//   - story: all that happened to one order
//   - loose: of rows, those under a number that no order came of
//   - left out: rows that were refused or left aside while their file was read
//   - entry: an order in the list that Board.Search gives
//   - survey: what findings are made for
package overview
