package durable

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
)

// SHA256 is the SHA-256 of a file's first bytes, at most so many of them, in lower-case hex; ""
// where it cannot be read.
func SHA256(path string, most int64) string {
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, io.LimitReader(file, most)); err != nil {
		return ""
	}
	return hex.EncodeToString(hash.Sum(nil))
}
