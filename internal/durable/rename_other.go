//go:build !linux

package durable

// renameNew would give a file another name in one step, unless that is taken; not here.
func renameNew(string, string) (done bool, err error) { return false, nil }
