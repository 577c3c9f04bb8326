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
package selection
