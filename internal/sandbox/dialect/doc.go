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
// beside it; service.go and what it uses is what all of them stand on.
//
// # Words
//
//   - dialect: a family of services: how its requests and answers look
//   - service: a dialect at work in front of the sandbox
//   - routes: the operations of a dialect, those that need a token apart
//   - exchange: one request in a dialect, under way
//   - question: a request in the contract, which an exchange puts to the sandbox
//   - problem: a refusal; a fault is one thing that is wrong
//   - part: some rows of one of the contract's lists
//   - grouping: makes records of several products that belong together; cuts are where
//     they begin
//   - tree: the categories of all products; a node is one of them
//   - session: a token that a login gave out, and which ends
//   - soil: writes values as a careless service does
//   - trouble: what goes wrong for a while and then right; an ill is one kind of it
//   - clock: how a dialect writes points in time
package dialect
