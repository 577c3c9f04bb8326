// Package category keeps the categories of a feed: the id that each has there, the tree of
// those in use, and the memory by which their ids stay from one build to the next. It
// imports the model and what XML can hold (package encode); templates show its ids,
// package exporter gathers the tree while a feed is built.
//
// # Words
//
//   - key: the id of a category in feeds
//   - names: the way to a category, from the root
//   - tree: the categories of the offers so far, and the ids of those above them
//   - listed: a category as it stands in the feed
//   - memory: a hidden file beside the feed that keeps the ids
package category
