// Package books has the commands for accountants: the books of a period, and the documents
// that are made of them. What the program gives to all commands is handed in.
package books
