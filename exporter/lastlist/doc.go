// Package lastlist keeps the last whole reading of a supplier's product list in one file, as
// products and not as answers, so that a feed of several suppliers can be made from files alone:
// once the choice among offers needs a look at all of them first, and once a supplier is away.
//
// The file is made while the list is read, page by page, and takes the place of the one before
// only when it is whole.
//
// # Words
//
//   - list: the products of one supplier as one reading had them
//   - page: a piece of the list, packed by itself, as the supplier sent it
//   - facts: what is known of the list as a whole; they stand at the end of the file
package lastlist
