// Package page is the page on which people see how their shop stands and act: five places
// (home, orders, feeds, money, settings), each a page that works without scripts. What is
// shown comes through ports; what a person does is one Action, which is what a command does.
//
// # Words
//
//   - place: one of the five pages of the bar
//   - card: a cause that needs a person, with what settles it
//   - deed: a button, which opened says what it will send or write, and asks once
//   - filter: what the address of the list of orders asks for; what it does not know is refused
//     by name
//   - clash: a file that says something else of an order than what was read before
//   - progress: how far a file is whose orders are being sent
//   - effect: what a deed has done, as the next page tells it
//   - frame: what stands around every place: the bar, the search, the language, who is there
package page
