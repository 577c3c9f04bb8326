// Package moving is the command by which a shop's journal goes to another database, and the
// config with it.
package moving
