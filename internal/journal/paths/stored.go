package paths

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"
)

// base64Prefix begins the stored form of a path that is not UTF-8: databases keep text only.
const base64Prefix = "base64:"

// Stored is a path with every byte kept, whatever its encoding.
func Stored(path string) string {
	if utf8.ValidString(path) && !strings.HasPrefix(path, base64Prefix) && !strings.Contains(path, "\x00") {
		return path
	}
	return base64Prefix + base64.StdEncoding.EncodeToString([]byte(path))
}

// Loaded is the path that was stored so.
func Loaded(stored string) string {
	coded, found := strings.CutPrefix(stored, base64Prefix)
	if !found {
		return stored
	}
	path, err := base64.StdEncoding.DecodeString(coded)
	if err != nil {
		return stored
	}
	return string(path)
}
