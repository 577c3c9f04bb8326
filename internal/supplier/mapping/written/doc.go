// Package written is a mapping as it stands in its file: the keys of the language, where
// they stand, and the errors that name a line. It knows nothing of what they mean.
//
// Packages mapping and orderbody compile it; package drift looks at its places.
//
// # Words
//
//   - field: a name of the model and its place
//   - place: the right side of a field: a path, or keys that say more
//   - pair: a line of names that the file chooses itself
//   - mistake: an error that names the place in the file
package written
