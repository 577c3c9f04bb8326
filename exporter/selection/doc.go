// Package selection decides which products a feed takes, and knows what the feed's
// target calls their categories and attributes.
//
// A Filter comes from the config and is compiled, once a build, into a Selector. A
// CategoryMap and an AttributeMap come from tables that the user keeps as CSV. All three
// are asked once or more for each product, by many workers at once, so that an answer is
// worked out once for each distinct category, brand or attribute, and asking again
// neither allocates nor folds a letter.
//
// Names are the same when they differ only in case, in blanks at the ends or the number
// of blanks inside, in how a letter with a mark is coded (Unicode NFC), or in which
// apostrophe they have. Ids and SKUs are the same only letter by letter.
//
// # Words
//
//   - filter: which products a feed takes, as the config says it
//   - selector: a filter compiled
//   - names: a list of names or ids in a filter; an entry is one of them
//   - set: entries made ready to be asked; unused ones are named after the build
//   - verdict: what was decided for one brand or category
//   - memo: keeps verdicts, so that each is worked out once
//   - fold: makes one text of all spellings of a name
//   - path: the names from the root of the tree to a category
//   - chain: names that follow each other in a path, wherever they stand in it
//   - tree: learns the paths of categories from the products
//   - map: a table of the user that says what the target calls a category or an attribute
//   - row: what a map says of one of them
//   - unmapped: a category that no row of the map names
package selection
