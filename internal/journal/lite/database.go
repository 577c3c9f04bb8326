package lite

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	driver "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"
)

// ErrInUse is a journal that a running program has open.
var ErrInUse = errors.New("the journal is in use by a running dropbridge")

// ErrNoJournal is a file that is no whole journal.
var ErrNoJournal = errors.New("it is no journal of dropbridge, or a damaged one")

// RequireWhole checks that a file is a whole journal.
func RequireWhole(ctx context.Context, path string) error {
	db, err := OpenPlain(path)
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

// OpenPlain opens a database that is only read. One without a log beside it is not locked
// either, as it may lie where nothing can be written.
func OpenPlain(path string) (*sql.DB, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	option := "mode=ro"
	if _, err := os.Stat(path + "-wal"); errors.Is(err, fs.ErrNotExist) {
		option += "&immutable=1"
	}
	return sql.Open("sqlite", plainAddress(path)+"?"+option)
}

// RequireUnused makes sure that no process has the journal open: only the last one that has may
// take it out of the mode with a log beside it. What is no database any more is left
// alone, with what lies beside it: somebody may want to mend it.
func RequireUnused(ctx context.Context, where string) error {
	if !isDatabase(where) {
		return nil
	}
	db, err := sql.Open("sqlite", plainAddress(where)+"?mode=rw&_pragma=busy_timeout(2000)")
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

// Make makes the database's file readable by its owner alone: it holds names and
// phones. SQLite gives the files beside it the same rights.
func Make(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return file.Close()
}

// Open opens a database that is there, with an option of the driver beside those that every
// journal has.
func Open(path, option string) (*sql.DB, error) {
	keepStatements()
	return open(plainAddress(path) + "?mode=rw&" + option + // whoever lost the file must not make a new one
		"&_pragma=busy_timeout(15000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)")
}

// plainAddress is a path as SQLite takes it with options behind it.
func plainAddress(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a Windows drive
	}
	address := url.URL{Scheme: "file", Path: path}
	return address.String()
}

// Full reports whether an error is that of a disk without room.
func Full(err error) bool {
	failed, ok := errors.AsType[*driver.Error](err)
	return ok && failed.Code()&0xff == codes.SQLITE_FULL || errors.Is(err, syscall.ENOSPC)
}

// Damaged reports whether an error is that of an SQLite file that is none, or a broken one. No
// second try helps then.
func Damaged(err error) bool {
	failed, ok := errors.AsType[*driver.Error](err)
	if !ok {
		return false
	}
	primary := failed.Code() & 0xff // the rest tells where it was found
	return primary == codes.SQLITE_CORRUPT || primary == codes.SQLITE_NOTADB
}
