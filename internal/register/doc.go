// Package register keeps a short list in a YAML file that several processes read and change:
// a running daemon, and commands beside it. Readers see each change at once and never half of
// one, and of two changes at the same time none is lost.
package register
