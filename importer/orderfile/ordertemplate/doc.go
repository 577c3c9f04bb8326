// Package ordertemplate knows how kinds of order files spell their headings and words, and
// finds the columns of a file by them.
//
// The way of a template: its YAML (file.go) and what it extends is compiled (compile.go) into
// headings by key (heading.go, bracket.go) and the words of a lexicon. The way of a heading
// row: of the first rows that which knows most (choose.go) is looked up (template.go), what
// stands beside a column may change it (neighbours.go), and the layout says which columns
// hold what, or why the file cannot be read (layout.go, sides.go).
//
// Glossary: a heading is a spelling of a field; a key is what two spellings of a heading have
// in common; an exact key has the brackets in it; a tier is how much a heading names the
// recipient: first theirs, then general ones, last the payer's; a rank is a heading's place in
// its tier; a passed heading is known and not read; a sign is a list of headings by which a
// file is known as the template's; the base is the template for files without a sign; own
// headings are those that a template names itself; a lookalike has letters of another alphabet;
// a numbered heading is that of one of several items; the layout is all columns of a file; a
// side is a person whose place the columns hold.
package ordertemplate
