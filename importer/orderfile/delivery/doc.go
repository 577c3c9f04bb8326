// Package delivery decides what an order's cells say together of where it goes: the carrier,
// and a branch, a locker or a courier. It reads no cells; whoever reads them fills what was
// said.
//
// The way of a place: the columns of carrier, branch and address were read (said.go); they
// name one carrier or are refused, and the kind of delivery decides which of them is the place
// (settle.go).
//
// Glossary: said is what the columns of carrier and way of delivery name; a branch, a locker
// and a courier are the kinds of delivery; a pickup is goods that the customer fetches from the
// shop, a fetched order is one where a carrier stands beside that; aside is a place of the rows
// that was not read, as another was filled; unclear is what a cell says that is not understood,
// and is reported.
package delivery
