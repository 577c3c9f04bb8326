// Package jsonread reads JSON straight into Go values, in one pass and without knowing
// what for: it scans text, follows paths through it and puts values into their places.
//
// It imports money, as an amount has to be read from its literal text. The packages of
// mappings stand on it.
//
// # Words
//
//   - scanner: walks once over a JSON text
//   - reader: puts the next value into its place in a T
//   - object: reads the members that are named and skips the others
//   - path: the way to one value or to several, as in category.path[0]; a step is a part
//     of it
//   - walk: follows a path and visits what stands at its end
//   - along: visits what stands at the end of a path while the text is read
//   - leap: passes over a value that somebody reads later, without a look at what is in it
//   - raw: a value as it is written
//   - frame: the raw values of one record that are kept while it is read
//   - arena: memory that many unescaped texts share
//   - loose: numbers in place of texts and the like are taken
//   - hollow: a list or an object without anything in it
//   - bookmark: a place to which a scanner can go back
//   - twice: a key that stands in an object again, with the same value
//   - shape: a value that is not what is wanted is a ShapeError
package jsonread
