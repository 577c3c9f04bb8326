package folder

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Missing reports whether nothing lies at a path.
func Missing(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// SHAOf is the SHA-256 of a file in hex, "" where it cannot be read.
func SHAOf(path string) string { return durable.SHA256(path, Largest) }

// ErrMoving is a file that changed while it was copied: it is not finished.
var ErrMoving = errors.New("the file is still being written")

// Largest is the most bytes that are copied; what is larger is refused unread, as its reader would.
const Largest = cells.MostBytes

// TooLarge refuses a file of so many bytes, which are more than Largest.
func TooLarge(bytes int64) error {
	return told.Refuse("trouble.too_large", wording.Megabytes(bytes), wording.Megabytes(Largest))
}

// Endless refuses a file of which more than Largest bytes came, and nobody knows how many more.
func Endless() error { return told.Refuse("file_too_large.bytes", wording.Megabytes(Largest)) }

// Marked is a file's info that knows by what the file is recognised, where it is no file of
// the system.
type Marked interface{ Mark() string }

// Mark is what a file is recognised by while it lies in a folder: its size, time and inode.
func Mark(info fs.FileInfo) string {
	if marked, ok := info.(Marked); ok {
		return marked.Mark()
	}
	id, _ := inode(info)
	return fmt.Sprintf("%d %d %s", info.Size(), info.ModTime().UnixNano(), id)
}

// Admit says why a directory entry is not a file that can be taken, nil where it is.
func Admit(info fs.FileInfo) error {
	switch mode := info.Mode(); {
	case mode&fs.ModeSymlink != 0:
		return told.Refuse("trouble.symlink")
	case !mode.IsRegular():
		return told.Refuse("trouble.irregular")
	}
	if _, names := inode(info); names > 1 {
		return told.Refuse("trouble.hard_link")
	}
	if info.Size() > Largest {
		return TooLarge(info.Size())
	}
	return nil
}

// Copied is a private copy.
type Copied struct {
	Path string // in the spool, under a temporary name
	SHA  string // SHA-256 in hex
	Mark string // of the original
}

func openOriginal(path string, strict bool) (*os.File, fs.FileInfo, error) {
	stat, flags := os.Stat, os.O_RDONLY
	if strict {
		stat, flags = os.Lstat, os.O_RDONLY|OpenFlags
	}
	seen, err := stat(path)
	if err != nil {
		return nil, nil, err
	}
	if err := Admit(seen); err != nil && (strict || !seen.Mode().IsRegular() || seen.Size() > Largest) {
		return nil, nil, err
	}
	in, err := os.OpenFile(path, flags, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := in.Stat()
	if err == nil && !os.SameFile(seen, info) {
		err = ErrMoving
	}
	if err != nil {
		return nil, nil, errors.Join(err, in.Close())
	}
	return in, info, nil
}

// SpoolMark ends the names of private copies: what else a file is known by than its content.
func SpoolMark(account, source, name string) string {
	h := sha256.Sum256([]byte(account + "\x00" + source + "\x00" + name))
	return "-" + hex.EncodeToString(h[:8])
}
