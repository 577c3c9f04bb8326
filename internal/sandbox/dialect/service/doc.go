// Package service is what all dialects stand on: a service of another family in front of the
// sandbox, the requests that are under way, and what they ask the sandbox in its contract.
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
//   - clock: how a dialect writes points in time
package service
