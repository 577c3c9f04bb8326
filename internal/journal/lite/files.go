package lite

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// Place gives a finished file its name.
func Place(temp, path string, overwrite bool) error {
	var err error
	if overwrite {
		err = os.Rename(temp, path)
	} else if err = os.Link(temp, path); err != nil && !errors.Is(err, fs.ErrExist) {
		err = os.Rename(temp, path) // no hard links here
	}
	if err != nil {
		return err
	}
	return durable.SyncDir(filepath.Dir(path))
}

// EmptyBeside makes an empty file in the folder of path that its owner alone may read.
func EmptyBeside(path string) (string, error) {
	var random [8]byte
	if _, err := rand.Read(random[:]); err != nil {
		return "", err
	}
	temp := filepath.Join(filepath.Dir(path), durable.TempPrefix+hex.EncodeToString(random[:])+".tmp")
	file, err := os.OpenFile(temp, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	return temp, file.Close()
}

// Sync makes a file durable that was written by others.
func Sync(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// Stamped is a free name beside path that says what the file is and when it came there.
func Stamped(path, what string, now time.Time) string {
	name := path + "." + what + "-" + now.UTC().Format("20060102-150405")
	for n := 2; ; n++ {
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name
		}
		name = fmt.Sprintf("%s.%s-%s-%d", path, what, now.UTC().Format("20060102-150405"), n)
	}
}

// SetAside moves a journal and the files beside it out of the way: the log first, so that
// whatever happens no log of another database lies beside it.
func SetAside(where string, now time.Time) (string, error) {
	to := Stamped(where, "replaced", now)
	moved := ""
	for _, suffix := range []string{"-wal", "-shm", ""} {
		err := os.Rename(where+suffix, to+suffix)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return moved, err
		}
		if suffix == "" {
			moved = to
		}
	}
	return moved, durable.SyncDir(filepath.Dir(where))
}

// VacuumBeside copies a database into a temporary file beside path and proves the copy.
func VacuumBeside(ctx context.Context, db *sql.DB, path string) (_ string, err error) {
	temp, err := EmptyBeside(path)
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			os.Remove(temp)
		}
	}()
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", temp); err != nil {
		return "", fmt.Errorf("copy the journal: %w", err)
	}
	if err := RequireWhole(ctx, temp); err != nil {
		return "", err
	}
	return temp, Sync(temp)
}
