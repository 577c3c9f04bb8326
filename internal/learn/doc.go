// Package learn proposes a supplier's mapping from what the service says of itself.
//
// Its input is a Swagger 2 or OpenAPI 3 document, an interactive page that shows one,
// sample answers, or the lists of the service themselves, each read once. All of them
// become the same neutral description: operations with trees of shapes and, where there
// are any, rows of real values. The proposal is made from that alone: each lexicon.Field
// field is scored against each place of a record by its name, its type, its description
// and its values, and whole lists are then put to tests such as "the drop price is not
// above the retail price". A proposal is never put to use by itself, and nothing here
// ever sends anything but a GET.
//
// Documents and answers are foreign bytes: their size, depth and number of parts are
// bounded, and what cannot be understood is left out and said.
package learn
