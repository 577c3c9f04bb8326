// Package config is dropbridge.yaml: what stands in it, what holds where nothing does, what
// is refused, and what it says in the terms of the packages that do the work: feeds, the
// importer's settings, the supplier's mapping, client and account.
//
// All of the file is optional, and relative paths are taken from its folder.
package config
