package main

import "github.com/dropbridge/dropbridge/cmd/dropbridge/internal/release"

// version is the version that suppliers, logs and reports are told.
func version() string { return release.This().Version }

// release is the command that says which build this is.
func (a *app) release() *release.Program {
	return &release.Program{Out: a.stdout, JSON: func() bool { return a.jsonOutput }, PrintJSON: a.printJSON}
}
