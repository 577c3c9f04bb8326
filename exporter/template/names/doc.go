// Package names finds the names in an expression that nobody knows. The checker of expr lets
// some of them through; what nobody knows would be an empty column without a word.
//
// # Words
//
//   - checker: knows the variables and functions of expressions
//   - declared: a name that the expression itself gives by "let"
//   - items: the types of what the predicates around a name look at
//   - unknown: a name that is neither a value nor a function
package names
