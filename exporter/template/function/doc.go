// Package function has what expressions of templates can call: amounts that stay exact,
// texts made plain, stable numbers, parts of addresses, trade numbers. None of it knows an
// offer.
//
// # Words
//
//   - options: the functions and operators, as expr wants them
//   - slug: a text as a part of an address
//   - stable number: a number that a text always has
package function
