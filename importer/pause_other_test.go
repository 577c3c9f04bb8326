//go:build !unix

package importer_test

func pauseSelf(func() bool) {}
