// Package convert makes another text of a value's text, as a mapping says: by a table of
// words, or a number in a notation of the service's as a plain one. Nothing is rounded, and
// what can be read in two ways is refused.
//
// Package mapping compiles it with the rest of the file; see "Converters" in MAPPING.md.
package convert
