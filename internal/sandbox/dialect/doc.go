// Package dialect shows how other suppliers' services look: each dialect is a
// handler in front of the sandbox that translates requests of its own kind into
// the contract that the sandbox speaks, and the answers back. All that the
// sandbox knows is carried, so that whoever reads it through a dialect and the
// right mapping gets what a reader of the contract gets.
//
// The package shares no code with the client: a wrong name would otherwise agree
// with itself.
//
// Each dialect is a file of its own name, with the shapes of its objects (package shape)
// beside it, or a package of that name; package service is what all of them stand on.
//
// # Words
//
//   - dialect: a family of services: how its requests and answers look
//   - soil: writes values as a careless service does
//   - trouble: what goes wrong for a while and then right; an ill is one kind of it
package dialect
