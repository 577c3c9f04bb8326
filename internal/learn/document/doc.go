// Package document reads what a service says of itself: Swagger 2 and OpenAPI 3 documents,
// the interactive pages that show them, sample answers, and the service's own answers.
//
// # Words
//
//   - source: a file or an address, as the user names it.
//   - document: a description of a service, in JSON or YAML.
//   - page: an interactive page, which is followed to the document that it shows.
//   - sample: an answer of the service, saved to a file.
//   - folder: the other files beside a document, to which it refers for parts of itself.
//   - mend: what takes references that lead nowhere out of a document.
//   - tree: a document as it was decoded, whose references are followed when something is read.
//
// All of it is foreign bytes: size, depth and time are bounded, and what cannot be read is
// an Error that says what would help. Nothing but GET is sent, and the token goes to the
// service's own address only.
package document
