// Package sandbox is a supplier's REST service in one value: the six operations
// of the supplier contract over SQLite, with tokens, a cabinet page, an
// interactive reference, orders that travel through their life by themselves,
// and faults that it commits on request.
//
// It shares no types with the client on purpose: a wrong field name would
// otherwise agree with itself. What it promises stands in openapi.yaml, and the
// tests check every answer against that document.
//
// What the supplier has and does is package trade, how clients write package contract,
// and what is sold package catalog. Here is what answers over HTTP.
//
// # Words
//
//   - operation: one of the six things that a client can ask for
//   - call: a request under way, of a client whose token was found
//   - answer: a whole response; nothing is written before it is complete
//   - list: one page of rows, and where the next one begins
//   - position: the place of a row in the order of its list
//   - selection: the conditions and the order of a list that stands in a table
//   - goods: what of the catalogue never changes; searches ask its index
//   - facet: what one field holds over a search; a tally counts them
//   - fault: one way in which the service misbehaves; an armed one is in force
//   - acts: the faults that one request meets
//   - limiter: counts the requests of each client
//   - control: sets faults and tells what was received, to its own machine only
//   - cabinet: the page on which a person issues and revokes tokens
package sandbox
