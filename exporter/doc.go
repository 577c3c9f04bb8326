// Package exporter turns the supplier's product list into feeds: files that
// storefronts and marketplaces read.
//
// A template, which is data, says what a feed holds; a format (one file each:
// csv.go, xlsx.go, yml.go) says how that is written. Build reads the list once for
// any number of feeds. Its workers take whole pages, from the fetch to the encoded
// and compressed bytes; an ordered hand-over behind them keeps the list's order, so
// that memory depends on the number of workers and the size of a page, and never on
// the catalogue. A feed is published whole or not at all.
package exporter
