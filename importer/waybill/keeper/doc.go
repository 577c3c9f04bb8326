// Package keeper keeps the waybill files of all sources up to date, by which a shop's own
// system learns which order went under which waybill.
//
// KeepWaybills asks the journal for the orders that changed, lays them into the file's
// template (importer/waybill), and replaces the file whole where it says something else than
// what lies there. What lies there and is not ours stays as it is. A file of news holds only
// the waybills that stood in none before.
//
// Words: a file is what one source's system reads; ours is a file whose bytes we wrote, as
// the journal notes; news are waybills that stood in no file yet; nameless are orders
// without a number of the shop's own; left out are those that the encoding cannot hold.
package keeper
