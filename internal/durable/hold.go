package durable

import (
	"os"
	"runtime"
)

// Hold keeps what an older file has on the disk until release is called, also where a newer one
// takes its place meanwhile. To give back what a large file has takes the system a while, which
// the renaming would wait for; release takes it at a better moment. Where there is no such file,
// or where files that are open cannot be replaced, it holds nothing.
func Hold(path string) (release func()) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || runtime.GOOS == "windows" {
		return func() {}
	}
	f, err := os.Open(path)
	if err != nil {
		return func() {}
	}
	return func() { _ = f.Close() } // it was only held
}
