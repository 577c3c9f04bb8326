// Package whereabouts tells where paths lead: whether two are one file, and whether one lies in the
// other, whatever links and names lead there. What is not there yet is compared by where it would be.
package whereabouts

import (
	"os"
	"path/filepath"
	"strings"
)

// Resolved is a path with the links of its folder followed, as far as that is there.
func Resolved(path string) string {
	path, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	for dir, rest := path, ""; ; dir, rest = filepath.Dir(dir), filepath.Join(filepath.Base(dir), rest) {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(real, rest)
		}
		if dir == filepath.Dir(dir) {
			return path
		}
	}
}

// Target is the file that a link leads to, or the file itself: who replaces it there keeps the link.
func Target(file string) string {
	if real, err := filepath.EvalSymlinks(file); err == nil {
		return real
	}
	return file
}

// Within reports whether a resolved path is a resolved folder, or lies in it at any depth.
func Within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// Same reports whether two paths are one file.
func Same(one, other string) bool {
	if Resolved(one) == Resolved(other) {
		return true
	}
	first, err1 := os.Stat(one)
	second, err2 := os.Stat(other)
	return err1 == nil && err2 == nil && os.SameFile(first, second)
}

// Inside reports whether a path lies in a folder, at any depth and by whatever name.
func Inside(dir, path string) bool {
	path = Resolved(path)
	if Within(Resolved(dir), path) {
		return true
	}
	folder, err := os.Stat(dir)
	if err != nil {
		return false
	}
	for ; ; path = filepath.Dir(path) {
		if info, err := os.Stat(path); err == nil && os.SameFile(folder, info) {
			return true
		}
		if path == filepath.Dir(path) {
			return false
		}
	}
}
