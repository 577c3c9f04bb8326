package bucket

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/internal/oneline"
)

// longestKey is the most bytes that S3, Azure and Google take for a key, with its prefix.
const longestKey = 1024

// errKey is a key that is not ours to use.
var errKey = errors.New("not a key that all stores and systems can have")

// CheckKey refuses a key that not every store can have, or that would mean another object,
// or a folder, where it becomes a path: one that is empty, too long or no UTF-8, with control
// or direction characters, a backslash, or with a part that is empty, "." or "..".
func CheckKey(key string) error {
	if key == "" || len(key) > longestKey || !utf8.ValidString(key) || strings.ContainsFunc(key, oneline.Steers) || strings.Contains(key, `\`) {
		return errKey
	}
	for part := range strings.SplitSeq(key, "/") {
		if part == "" || part == "." || part == ".." {
			return errKey
		}
	}
	return nil
}
