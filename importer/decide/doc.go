// Package decide is what a person decides about an order: what can be decided, what that
// changes, and what speaks against it.
//
// An Answer comes in. Decisions.Decide finds its order and the files that hold it, asks the
// supplier where the answer can be checked, and makes a state.Ruling of it, or refuses with
// the way out; the journal takes the ruling in one transaction, and whoever posts and shows
// is told. While nothing was sent upon a decision it can be taken back.
//
// Words: an answer is what a person says; a choice is the answer on its way to its ruling;
// declined is one that cannot be taken; forced is one that is taken whatever the supplier
// says; a way is what can be done instead.
package decide
