// Package trade is the trading house behind the sandbox's service: its goods, its
// clients' orders, the parcels and the ledger, kept in SQLite. An order is placed, priced
// and taken from the stock at once. Its life is planned on that occasion, and each step
// is taken when its time has come and somebody asks.
//
// It speaks no HTTP. Package sandbox opens a House, brings a client's orders up to the
// present before it reads them, and shows what it finds.
//
// # Words
//
//   - house: all of it: the goods, the orders, the ledger and the clock
//   - store: the database; an update is a transaction, a snapshot one state to read
//   - change: one write of a group, which is all that is committed together
//   - compiled: statements that are kept for all transactions; a prepared one uses them
//   - posting: an order as a client posts it; it is replayed where it was placed before
//   - order: a posting that was placed; its lines are the items with what the house knows
//     of them
//   - step: one thing that will happen to an order; all of them are its plan
//   - fate: what makes one life differ from another: smooth, paused, refused
//   - due: the time at which a step is taken
//   - parcel: what travels to the recipient, under a waybill of its own
//   - reserve: take pieces from the stock; they are given back when the order ends early
//   - entry: a line of the ledger: a hold, an accrual or a payout
//   - balance: what a client's entries come to
//   - release: end the hold of an order, and book what follows from it
//   - past: orders made up of the months before, for a client who wants some
package trade
