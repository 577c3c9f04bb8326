// Package learn proposes a supplier's mapping from what the service says of itself.
//
// Its input is a Swagger 2 or OpenAPI 3 document, an interactive page that shows one,
// sample answers, or the lists of the service themselves, each read once. Its rooms are
// passed through from the bottom up:
//
//   - lexicon: the fields that a mapping can have, and the words by which services call them.
//   - service: the neutral description that every source becomes.
//   - document: files, pages and answers become that description.
//   - guess: which list is what, and which place of a record is which field, with how sure
//     that is and why.
//   - proposal: the guesses become the lines of a mapping, with tests against real rows.
//
// This package leads through them and reads the lists of the service itself, where it also
// tries what looks like a filter by the last change, and how lists are cut of which no
// document speaks. What the user names is the role of a
// path or a sample, whatever it is called. A proposal is
// never put to use by itself, and nothing here ever sends anything but a GET.
//
// Documents and answers are foreign bytes: their size, depth and number of parts are
// bounded, and what cannot be understood is left out and said.
package learn
