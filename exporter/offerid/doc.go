// Package offerid gives offers the ids by which a target knows them, where it refuses those
// of the supplier: "100001-1" where only letters and digits are taken. An id that was
// published once is that product's for good, and no other's: a memory beside the feed keeps
// them all.
//
// # Words
//
//   - rule: the form that a target wants ids to have
//   - own: an id that the supplier gave and that the target takes as it is
//   - derived: an id made of one that it does not take
//   - memory: a hidden file beside the feed with the ids that were published
//   - holder: the product that an id belongs to
package offerid
