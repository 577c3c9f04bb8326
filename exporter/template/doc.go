// Package template compiles feed templates: YAML that says what a feed holds. A template
// is compiled once; a worker brings a Scope to one offer after another, asks whether the
// feed can take it, and lets Records make of it what a format writes (package encode). It
// imports pricing, selection, markup and category for the values that it shows; package
// exporter is who uses it.
//
// # Words
//
//   - spec: the YAML as it is written
//   - path: the name of a value, such as images[0] or category.name
//   - value: a compiled path or expression; its kind says whether it is text or a number
//   - field: what a column, an element or an attribute shows: values and their treatment
//   - treatment: what becomes of a text: cleaned, cut, joined, matched
//   - list: what can be repeated over: images, attributes, tiers, options, categories
//   - member: a variant of a group that is in the feed; rows know it, needs do not yet
//   - need: a value without which an offer is left out
//   - facts: what a feed says of itself
//   - scope: the offer and the item of a list that are at hand
//   - record: what a format writes at a time (see encode)
//   - secret: an expression that shows what the client pays
package template
