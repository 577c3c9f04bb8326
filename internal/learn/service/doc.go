// Package service describes a foreign service, whatever it was learned from: a document,
// sample answers and answers of the service itself all become the same trees.
//
// # Words
//
//   - description: the whole service, with where its token goes.
//   - operation: one request that the service takes, with what it answers.
//   - shape: what is known of the values at one place, of a schema or of answers.
//   - member: a named part of an object. A keyed object's names are themselves values, and it
//     has one member, named "*".
//   - place: the way from a record to a value.
//   - listing: a list of records inside an answer, with the rows of a sample.
package service
