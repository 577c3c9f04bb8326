// Package guidance helps those who type: the shell completes what a flag or an argument may be,
// from the config and the journal, and a command or flag that is not known is told by the
// nearest one that is.
package guidance
