// Package exporter turns the supplier's product list into feeds: files that
// storefronts and marketplaces read. It keeps a feed from its sources to its published
// file. A template, which is data, says what a feed holds (package template); a format
// says how that is written (package encode).
//
// Build reads the list once for any number of feeds. Its workers take whole pages, from
// the fetch to the encoded and compressed bytes; an ordered hand-over behind them keeps the
// list's order, so that memory depends on the number of workers and the size of a page,
// and never on the catalogue. The file of a feed is published whole or not at all.
//
// # Words
//
//   - feed: one file to be built, and all that is known of it while it is
//   - page: a piece of the supplier's list, which one worker takes from fetch to bytes
//   - job: a worker's memory for one feed: the offers that it makes of a page
//   - offer: a product as one feed shows it
//   - part: a worker's share of the feed's file
//   - group: the variants of one thing, which wait in the group spool for each other
//   - beside: the files beside a feed: changes, report, memory
//   - place: where the feed is published, which may hold another's file
//   - guard: what keeps the last good feed where the new one lost too much
//   - output: the temporary files that take their places when the feed is published
//   - arrivals: a page as it came, to name what does not stay of it
//   - oddities: the products of the list that could not be read
//   - report: what a build did with one feed
package exporter
