// Package sheets takes orders from Google sheets, and writes what became of them back.
//
// A sheet is no file: it grows, rows move, and somebody types in it while it is read. Each time it
// is read, its rows are read as those of an order file are, as a whole. An order whose rows have
// not changed for a while, and that was not taken as it stands now, goes into the inbox of the
// source: as a file of its own with the headings and the order's rows, each under the number that it
// has in the sheet. From there on everything is as with a file that somebody dropped: the order is
// known by its number, so that it is posted once, wherever its rows stand. What was taken is
// remembered in the journal; where that is lost, orders come again, and are duplicates.
//
// Results are made of what stands in the sheet and in the journal in that moment, order by order,
// and never by the place that a row had before. After writing, the sheet is read again: where
// somebody has sorted it meanwhile, the cells are put right.
//
// # Words
//
//   - plan: what the config says of the sheet of a source
//   - look: the sheet as it was read once
//   - group: the rows of one order, with what they say
//   - print: tells one state of a group from another
//   - settle: of a group, to stay unchanged for a while
//   - taken: of a group that went into the inbox as it is
//   - part: the rows of some groups, with all rows that are none of orders
//   - own: of the five columns of results
package sheets
