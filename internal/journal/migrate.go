package journal

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

//go:embed migrations
var migrations embed.FS

// advisoryLock is the number under which PostgreSQL lets one process migrate at a time.
const advisoryLock = 7_203_915_846

// errNewer is a journal that a later version of the program has written.
var errNewer = errors.New("it was written by a newer version of the program: use that one")

// oldestBeside is the version of the tables whose program may go on beside this one: what is
// newer only adds to them. A migration after which that is not so any more raises it.
const oldestBeside = 8

// migrate runs the migrations that the database has not seen, in one transaction.
// Several processes may do so at once: one does it, the others find it done.
func migrate(ctx context.Context, db *sql.DB, d dialect) error {
	names, err := fs.Glob(migrations, path.Join("migrations", string(d), "*.sql"))
	if err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if d == postgres {
		if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", int64(advisoryLock)); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)"); err != nil {
		return err
	}
	var version int
	if err := tx.QueryRowContext(ctx, "SELECT COALESCE(MAX(version), 0) FROM schema_version").Scan(&version); err != nil {
		return err
	}
	last := 0
	for _, name := range names {
		if last, err = strconv.Atoi(strings.SplitN(path.Base(name), "_", 2)[0]); err != nil {
			return err
		}
		if last <= version {
			continue
		}
		if err := runMigration(ctx, tx, name, last); err != nil {
			return fmt.Errorf("%s: %w", path.Base(name), err)
		}
	}
	if version > last {
		return mayWorkBeside(ctx, tx, version, last)
	}
	if err := giveIdentity(ctx, tx); err != nil {
		return fmt.Errorf("give the journal its id: %w", err)
	}
	if d == postgres {
		if err := foldTallies(ctx, tx); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// mayWorkBeside is errNewer unless the newer version that has made the tables says that a
// program which knows them up to our last one may work with them.
func mayWorkBeside(ctx context.Context, tx *sql.Tx, version, last int) error {
	var oldest int
	if err := tx.QueryRowContext(ctx, "SELECT MAX(oldest_beside) FROM schema_version WHERE version = $1", version).Scan(&oldest); err != nil {
		return err
	}
	if oldest == 0 || oldest > last {
		return errNewer
	}
	return nil
}

func runMigration(ctx context.Context, tx *sql.Tx, name string, number int) error {
	text, err := migrations.ReadFile(name)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, string(text)); err != nil {
		return err
	}
	if number < oldestBeside { // the column is not there yet
		_, err = tx.ExecContext(ctx, "INSERT INTO schema_version (version) VALUES ($1)", number)
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO schema_version (version, oldest_beside) VALUES ($1, $2)", number, oldestBeside)
	return err
}
