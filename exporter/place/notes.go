package place

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/internal/durable"
)

// Notes is a folder with a small file for each book that was written: the SHA-256 of its
// bytes. It may not be there yet.
type Notes string

// path is the note on a book, which is named by where the book lies.
func (n Notes) path(book string) string {
	if absolute, err := filepath.Abs(book); err == nil {
		book = absolute
	}
	sum := sha256.Sum256([]byte(book))
	return filepath.Join(string(n), hex.EncodeToString(sum[:12])+".sha256")
}

// Note remembers that a book with that SHA-256, in hex, was written.
func (n Notes) Note(book, sum string) error {
	if err := os.MkdirAll(string(n), 0o700); err != nil {
		return fmt.Errorf("remember that %s was written: %w", book, err)
	}
	err := durable.WriteFile(n.path(book), func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s  %s\n", sum, filepath.Base(book))
		return err
	})
	if err != nil {
		return fmt.Errorf("remember that %s was written: %w", book, err)
	}
	return nil
}

// Origin is what is known of the plain file at a book's place. A workbook without a note,
// such as one of an earlier version, is ours where no other program saved it since. A feed
// is never a book.
func (n Notes) Origin(book string) Origin {
	if _, err := os.Lstat(history.Path(book)); err == nil {
		return Foreign
	}
	if note, err := os.ReadFile(n.path(book)); err == nil {
		noted, _, _ := strings.Cut(string(note), " ")
		if sum, err := Sum(book); err == nil && sum == noted {
			return Own
		}
		return Changed
	}
	if savedByUs(book) {
		return Own
	}
	return Foreign
}

// Sum is the SHA-256 of a file in hex.
func Sum(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// savedByUs reports whether a file is a workbook whose properties name dropbridge as the
// program that saved it: every other one writes its own name there.
func savedByUs(path string) bool {
	const mostBytes = 1 << 16 // a part of a few lines
	book, err := zip.OpenReader(path)
	if err != nil {
		return false
	}
	defer book.Close()
	part, err := book.Open("docProps/app.xml")
	if err != nil {
		return false
	}
	defer part.Close()
	properties, err := io.ReadAll(io.LimitReader(part, mostBytes))
	return err == nil && bytes.Contains(properties, []byte("<Application>dropbridge</Application>"))
}
