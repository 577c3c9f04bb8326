// Package catalog is the goods of the sandbox supplier: what a product is, its
// canonical JSON, a generator of believable catalogues and a reader of existing
// ones (canonical JSON, or a YML feed in the dialect of Ukrainian shops).
//
// # Words
//
//   - product: one sellable thing, a variant too
//   - tier: what a piece costs from a quantity on
//   - category: where a product stands; a node is one of the tree
//   - offer: a product as a YML feed writes it
//   - generate: makes up a catalogue, the same one for the same seed
//   - load: reads a catalogue that exists
package catalog
