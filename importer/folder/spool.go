package folder

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// CopyInto copies an original into a spool while hashing it. strict files are those of
// the inbox: links are refused, and the file must not change meanwhile.
func CopyInto(spool, path string, strict bool) (copied Copied, err error) {
	in, info, err := openOriginal(path, strict)
	if err != nil {
		return copied, err
	}
	defer in.Close()
	out, err := spoolFile(spool)
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
	n, err := io.Copy(io.MultiWriter(out, hash), io.LimitReader(in, Largest+1))
	if err != nil {
		return copied, fmt.Errorf("copy into the spool: %w", err)
	}
	after, err := in.Stat()
	if err != nil {
		return copied, err
	}
	if n != info.Size() || Mark(after) != Mark(info) {
		return copied, ErrMoving
	}
	if err := errors.Join(out.Sync(), out.Close()); err != nil {
		return copied, fmt.Errorf("copy into the spool: %w", err)
	}
	return Copied{Path: out.Name(), SHA: hex.EncodeToString(hash.Sum(nil)), Mark: Mark(info)}, nil
}

func spoolFile(spool string) (*os.File, error) {
	var random [8]byte
	if _, err := rand.Read(random[:]); err != nil {
		return nil, err
	}
	name := durable.TempPrefix + hex.EncodeToString(random[:]) + ".tmp"
	return os.OpenFile(filepath.Join(spool, name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
}
