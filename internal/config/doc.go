// Package config is dropbridge.yaml: what stands in it, what holds where nothing does, what
// is refused, and what it says in the terms of the packages that do the work: feeds, the
// importer's settings, the supplier's mapping, client and account.
//
// All of the file is optional, and relative paths are taken from its folder.
//
// # Words
//
//   - supplier: whom orders go to and products come from, alone or one of several with names
//   - first: who of several has what was kept of the only one before
//   - feed: an entry under feeds, and what it compiles to
//   - chosen: the feeds that a command is to build
//   - source: whose order files are read, and how
//   - waybills: the file by which a source's own system learns of waybills
//   - orders: how they come to a supplier who has no API for them
//   - outlet: where files of orders go
//   - key: what opens a feed over HTTP to a partner
//   - exposure: what more people can read than should
//   - link: the page of a product in the shop
//   - party: who stands on either side of the books, as documents name it
//   - place: where a command may write
package config
