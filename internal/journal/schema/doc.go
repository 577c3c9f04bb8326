// Package schema is the tables of a journal: the statements that make them, step by step, and
// which versions of the program may work with them beside each other.
package schema
