// Package drift knows what a service's answers used to look like, and tells what has
// changed: a sample of each list becomes a profile, profiles are learned into one, and a
// new one is compared with it.
//
// It reads the places of a mapping and takes pages from whatever gives them (Pages); a
// client is one. The commands check and run use it.
//
// # Words
//
//   - sample: the first page of a list, some rows of it
//   - profile: which values are there, and of which JSON types
//   - place: where the mapping says that a value stands; it is watched
//   - change: one way in which a sample differs from what was learned
//   - minor: worth a word, while everything is still read as before
//   - middle: the amount that half of a sample's amounts are not below
//   - closed: a field whose values are the words of a vocabulary
package drift
