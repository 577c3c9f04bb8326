// Package remark has what a build says of single products: the codes of reports, and the
// notes that each worker takes; and the error that a memory beside a feed is damaged.
// Templates and the exporter write them, reports show them.
//
// # Words
//
//   - code: the stable name of a reason; texts may change
//   - skip: a product that is not in the feed, with its reason
//   - warning: a product that is in the feed, but not as the supplier has it
//   - repair: a text, a list or a price that was made to fit, or a category's name at the
//     target that was taken from the built-in map; repairs are counted
//   - mend: what to do about a product that is left out, as its template says it
//   - notes: all of this for one page of products
//   - label: what a product is called in reports
package remark
