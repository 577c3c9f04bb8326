package importer

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/durable"
)

// errMoving is a file that changed while it was copied: it is not finished.
var errMoving = errors.New("the file is still being written")

// largest is the most bytes that are copied; what is larger is refused unread.
const largest = 100 << 20

// mark is what a file is recognised by while it lies in a folder: its size, time and inode.
func mark(info fs.FileInfo) string {
	id, _ := inode(info)
	return fmt.Sprintf("%d %d %s", info.Size(), info.ModTime().UnixNano(), id)
}

// admit says why a directory entry is not a file that can be taken, nil where it is.
func admit(info fs.FileInfo) error {
	switch mode := info.Mode(); {
	case mode&fs.ModeSymlink != 0:
		return told.Refuse("trouble.symlink")
	case !mode.IsRegular():
		return told.Refuse("trouble.irregular")
	}
	if _, names := inode(info); names > 1 {
		return told.Refuse("trouble.hard_link")
	}
	if info.Size() > largest {
		return told.Refuse("trouble.too_large", info.Size()>>20, int64(largest>>20))
	}
	return nil
}

// spooled is a private copy.
type spooled struct {
	path string // in the spool, under a temporary name
	sha  string // SHA-256 in hex
	mark string // of the original
}

// spool copies an original into the spool while hashing it. strict files are those of
// the inbox: links are refused, and the file must not change meanwhile.
func (im *Importer) spool(path string, strict bool) (copied spooled, err error) {
	in, info, err := openOriginal(path, strict)
	if err != nil {
		return copied, err
	}
	defer in.Close()
	out, err := im.spoolFile()
	if err != nil {
		return copied, fmt.Errorf("copy into the spool: %w", err)
	}
	defer func() {
		if err != nil {
			out.Close()
			os.Remove(out.Name())
		}
	}()
	hash := sha256.New()
	n, err := io.Copy(io.MultiWriter(out, hash), io.LimitReader(in, largest+1))
	if err != nil {
		return copied, fmt.Errorf("copy into the spool: %w", err)
	}
	after, err := in.Stat()
	if err != nil {
		return copied, err
	}
	if n != info.Size() || mark(after) != mark(info) {
		return copied, errMoving
	}
	if err := errors.Join(out.Sync(), out.Close()); err != nil {
		return copied, fmt.Errorf("copy into the spool: %w", err)
	}
	return spooled{path: out.Name(), sha: hex.EncodeToString(hash.Sum(nil)), mark: mark(info)}, nil
}

func openOriginal(path string, strict bool) (*os.File, fs.FileInfo, error) {
	stat, flags := os.Stat, os.O_RDONLY
	if strict {
		stat, flags = os.Lstat, os.O_RDONLY|openFlags
	}
	seen, err := stat(path)
	if err != nil {
		return nil, nil, err
	}
	if err := admit(seen); err != nil && (strict || !seen.Mode().IsRegular() || seen.Size() > largest) {
		return nil, nil, err
	}
	in, err := os.OpenFile(path, flags, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := in.Stat()
	if err == nil && !os.SameFile(seen, info) {
		err = errMoving
	}
	if err != nil {
		return nil, nil, errors.Join(err, in.Close())
	}
	return in, info, nil
}

func (im *Importer) spoolFile() (*os.File, error) {
	var random [8]byte
	if _, err := rand.Read(random[:]); err != nil {
		return nil, err
	}
	name := durable.TempPrefix + hex.EncodeToString(random[:]) + ".tmp"
	return os.OpenFile(filepath.Join(im.config.Spool, name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
}

// keep gives a private copy its lasting name, which is made of what the file is known
// by: the same file dropped again takes the same place.
func (im *Importer) keep(copied spooled, source, name string) (string, error) {
	path := filepath.Join(im.config.Spool, copied.sha[:32]+spoolMark(im.config.Account, source, name)+".copy")
	if err := os.Rename(copied.path, path); err != nil {
		return "", fmt.Errorf("keep the private copy: %w", err)
	}
	return path, durable.SyncDir(im.config.Spool)
}

// spoolMark ends the names of private copies: what else a file is known by than its content.
func spoolMark(account, source, name string) string {
	h := sha256.Sum256([]byte(account + "\x00" + source + "\x00" + name))
	return "-" + hex.EncodeToString(h[:8])
}
