// Package sandboxing is the command that serves the embedded supplier alone, as itself or in the
// dialect of another family of services.
package sandboxing
