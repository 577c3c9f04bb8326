// Package union makes one product list of the lists of several suppliers. Each supplier's ids,
// SKUs, groups and categories get his prefix, so that they stay apart, and of several offers of
// one article the rule chooses one.
//
// The choice needs a look at every offer before the first one goes into a feed. A first pass over
// the lists therefore keeps 24 bytes of each product that has an article's key, and after it
// only those of articles that more than one supplier has. The second pass is the list that the
// exporter builds feeds from, page by page.
//
// # Words
//
//   - member: a supplier of the union, with his prefix
//   - article: a thing that can be bought, whoever offers it, known by its key
//   - key: the trade item number of an article, or its code and brand
//   - contest: the offers of one article by different suppliers
//   - preference: what decides a contest; others decide what it leaves open
//   - outdone: a product that is left to another member
package union
