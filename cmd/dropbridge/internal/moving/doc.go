// Package moving is the command by which a shop's journal goes to another database, its files go
// into a bucket or back, and the config with them.
package moving
