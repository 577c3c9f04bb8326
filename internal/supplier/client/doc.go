// Package client makes calls to one supplier's REST service, as its mapping says.
//
// A call goes through callers of one concern each: a retrier (reads only), a session
// where the service has a login, a limiter, a log, and the attempt over HTTP. What an
// error means is its Kind, and for the creation of an order the Kind says whether the
// order may exist. The command makes the client; exporter and importer ask it through
// ports of their own.
//
// # Words
//
//   - request: one call, an answer what came of it
//   - caller: makes calls; one wraps another
//   - refusal: an answer that says no, explained by its body
//   - list: one reading of a list, page by page
//   - plan: which page is fetched next, and whether more follow
//   - ticket: one page to fetch
//   - admit: drops what an earlier page held
//   - steady: pages that follow each other by their records, however the list moves
//   - border: records that a page repeats from the end of the one before
//   - sieve: filters here what the service has no filter for
//   - probe: one small read of each operation
package client
