// Package ordertemplate knows how kinds of order files spell their headings and words, and
// finds the columns of a file by them.
//
// The way of a template: its YAML (file.go) and what it extends is found (load.go) and compiled
// (compile.go) into headings (heading.go) by key (key.go) and the words of a lexicon. The way of
// a heading row: of the first rows that which knows most (choose.go) is looked up (known.go,
// lookup.go, bracket.go), what stands beside a column may change it (neighbours.go), and the
// layout says which columns hold what, or why the file cannot be read (layout.go, sides.go).
//
// # Words
//
//   - heading: a spelling of a field; a passed one is known and not read
//   - key: what two spellings of a heading have in common; an exact key has the brackets
//     in it
//   - tier: how much a heading names the recipient: first theirs, then general ones, last
//     the payer's
//   - rank: a heading's place in its tier
//   - sign: a list of headings by which a file is known as the template's
//   - base: the template for files without a sign
//   - candidate: a template that the headings of a file may choose, as far as that takes
//   - own: of headings that a template names itself
//   - lookalike: a heading with letters of another alphabet
//   - numbered: of the heading of one of several items
//   - layout: all columns of a file
//   - side: a person whose place the columns hold
package ordertemplate
