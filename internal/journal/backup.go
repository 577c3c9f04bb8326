package journal

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	driver "modernc.org/sqlite"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// ErrServer is a journal that is no file: the tools of its server copy it.
var ErrServer = errors.New("the journal is in PostgreSQL")

// ErrInUse is a journal that a running program has open.
var ErrInUse = errors.New("the journal is in use by a running dropbridge")

// ErrNoJournal is a file that is no whole journal.
var ErrNoJournal = errors.New("it is no journal of dropbridge, or a damaged one")

// Backup writes a whole copy of the journal as it is at one moment, while others go on
// writing to it. The file is there whole or not at all, and its owner alone may read it.
// One that is there already is replaced where overwrite is set; else it is fs.ErrExist.
func (j *Journal) Backup(ctx context.Context, path string, overwrite bool) error {
	if j.dialect != sqlite {
		return ErrServer
	}
	if _, err := os.Lstat(path); err == nil && !overwrite {
		return fmt.Errorf("%s: %w", path, fs.ErrExist)
	}
	temp, err := j.vacuumBeside(ctx, path)
	if err != nil {
		return err
	}
	defer os.Remove(temp) // where it did not come to its name
	return moveIntoPlace(temp, path, overwrite)
}

// moveIntoPlace gives a finished file its name.
func moveIntoPlace(temp, path string, overwrite bool) error {
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

// vacuumBeside copies the journal into a temporary file beside path and proves the copy.
func (j *Journal) vacuumBeside(ctx context.Context, path string) (_ string, err error) {
	temp, err := emptyBeside(path)
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			os.Remove(temp)
		}
	}()
	if _, err := j.write.ExecContext(ctx, "VACUUM INTO ?", temp); err != nil {
		return "", fmt.Errorf("copy the journal: %w", err)
	}
	if err := requireWhole(ctx, temp); err != nil {
		return "", err
	}
	return temp, syncFile(temp)
}

// emptyBeside makes an empty file in the folder of path that its owner alone may read.
func emptyBeside(path string) (string, error) {
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

func syncFile(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// Save implements state.Pedigree.
func (j *Journal) Save(ctx context.Context) (string, error) {
	if err := os.MkdirAll(filepath.Dir(j.where), 0o700); err != nil { // it may be gone with the file
		return "", err
	}
	path := stamped(j.where, "saved", time.Now())
	return path, j.Backup(ctx, path, false)
}

// stamped is a free name beside path that says what the file is and when it came there.
func stamped(path, what string, now time.Time) string {
	name := path + "." + what + "-" + now.UTC().Format("20060102-150405")
	for n := 2; ; n++ {
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name
		}
		name = fmt.Sprintf("%s.%s-%s-%d", path, what, now.UTC().Format("20060102-150405"), n)
	}
}

// requireWhole checks that a file is a whole journal.
func requireWhole(ctx context.Context, path string) error {
	db, err := openPlain(path)
	if err != nil {
		return err
	}
	defer db.Close()
	var tables int
	err = db.QueryRowContext(ctx, "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name IN ('schema_version', 'orders', 'files', 'links', 'notes')").Scan(&tables)
	if err != nil || tables != 5 {
		return errors.Join(ErrNoJournal, err)
	}
	var verdict string
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&verdict); err != nil || verdict != "ok" {
		return errors.Join(ErrNoJournal, err)
	}
	return nil
}

// openPlain opens a database that is only read. One without a log beside it is not locked
// either, as it may lie where nothing can be written.
func openPlain(path string) (*sql.DB, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	option := "mode=ro"
	if _, err := os.Stat(path + "-wal"); errors.Is(err, fs.ErrNotExist) {
		option += "&immutable=1"
	}
	return sql.Open("sqlite", sqliteAddress(path)+"?"+option)
}

// Restore puts a backup in the place of a journal that nobody has open, and keeps what was
// there under a name of its own, which it returns; "" where nothing was. The journal
// that comes of it knows that it was put back: nothing is posted before it is adopted.
func Restore(ctx context.Context, from, where string, now time.Time) (replaced string, err error) {
	if isServer(where) {
		return "", ErrServer
	}
	if err := requireWhole(ctx, from); err != nil {
		return "", fmt.Errorf("look at %s: %w", from, err)
	}
	if err := os.MkdirAll(filepath.Dir(where), 0o700); err != nil {
		return "", err
	}
	temp, err := restoredCopy(ctx, from, where)
	if err != nil {
		return "", err
	}
	defer os.Remove(temp) // where it did not come to its name
	if err := requireUnused(ctx, where); err != nil {
		return "", err
	}
	if replaced, err = setAside(where, now); err != nil {
		return replaced, err
	}
	return replaced, moveIntoPlace(temp, where, false)
}

// restoredCopy copies a backup beside the place that it is to take, and makes it know that it
// was put back.
func restoredCopy(ctx context.Context, from, where string) (_ string, err error) {
	temp, err := emptyBeside(where)
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			os.Remove(temp)
		}
	}()
	source, err := openPlain(from)
	if err != nil {
		return "", err
	}
	defer source.Close()
	if _, err := source.ExecContext(ctx, "VACUUM INTO ?", temp); err != nil {
		return "", fmt.Errorf("copy %s: %w", from, err)
	}
	copied, err := Open(ctx, temp)
	if err != nil {
		return "", err
	}
	err = copied.do(ctx, 1, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "UPDATE identity SET restored = 1"); err != nil {
			return err
		}
		// What importers said of the journal that it was is over.
		_, err := tx.ExecContext(ctx, "DELETE FROM notes WHERE name LIKE 'problems.%'")
		return err
	})
	if err = errors.Join(err, copied.Close()); err != nil {
		return "", err
	}
	return temp, syncFile(temp)
}

// requireUnused makes sure that no process has the journal open: only the last one that has may
// take it out of the mode with a log beside it. What is no database any more is left
// alone, with what lies beside it: somebody may want to mend it.
func requireUnused(ctx context.Context, where string) error {
	if !isDatabase(where) {
		return nil
	}
	db, err := sql.Open("sqlite", sqliteAddress(where)+"?mode=rw&_pragma=busy_timeout(2000)")
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	var mode string
	err = db.QueryRowContext(ctx, "PRAGMA journal_mode = DELETE").Scan(&mode)
	if failure, ok := errors.AsType[*driver.Error](err); ok {
		const busy, locked = 5, 6
		if code := failure.Code() & 0xff; code == busy || code == locked {
			return ErrInUse
		}
		return nil
	}
	if err == nil && mode == "wal" {
		return ErrInUse
	}
	return err
}

// isDatabase reports whether a file begins as databases do.
func isDatabase(path string) bool {
	const magic = "SQLite format 3\x00"
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	head := make([]byte, len(magic))
	_, err = io.ReadFull(file, head)
	return err == nil && string(head) == magic
}

// setAside moves a journal and the files beside it out of the way: the log first, so that
// whatever happens no log of another database lies beside it.
func setAside(where string, now time.Time) (string, error) {
	to := stamped(where, "replaced", now)
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

func isServer(where string) bool {
	return strings.HasPrefix(where, "postgres://") || strings.HasPrefix(where, "postgresql://")
}
