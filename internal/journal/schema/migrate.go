package schema

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

// Migrations are the statements that make the tables, by engine and number.
//
//go:embed migrations
var Migrations embed.FS

// The engines, as their migrations lie in folders.
const (
	SQLite   = "sqlite"
	Postgres = "postgres"
)

// advisoryLock is the number under which PostgreSQL lets one process migrate at a time.
const advisoryLock = 7_203_915_846

// ErrNewer is a journal that a later version of the program has written.
var ErrNewer = errors.New("it was written by a newer version of the program: use that one")

// oldestBeside is the version of the tables whose program may go on beside this one: what is
// newer only adds to them. A migration after which that is not so any more raises it. Before 9
// orders had no supplier: such a program would post those of all to the one that it knows.
const oldestBeside = 9

// besideSince is the version that brought the column oldest_beside.
const besideSince = 8

// Migrate runs the migrations of an engine that the database has not seen, and last what follows
// them each time, in one transaction. Several processes may do so at once: one does it, the others
// find it done. A database that a newer program has made is left as it is: ErrNewer, unless it says
// that this one may work beside.
func Migrate(ctx context.Context, db *sql.DB, engine string, last func(context.Context, *sql.Tx) error) error {
	names, err := namesOf(engine)
	if err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if engine == Postgres {
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
	newest := 0
	for _, name := range names {
		if newest, err = numberOf(name); err != nil {
			return err
		}
		if newest <= version {
			continue
		}
		if err := runMigration(ctx, tx, name, newest); err != nil {
			return fmt.Errorf("%s: %w", path.Base(name), err)
		}
	}
	if version > newest {
		return mayWorkBeside(ctx, tx, version, newest)
	}
	if err := last(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

// Newest is the version that Migrate brings the tables of an engine to.
func Newest(engine string) (int, error) {
	names, err := namesOf(engine)
	if err != nil || len(names) == 0 {
		return 0, err
	}
	return numberOf(names[len(names)-1])
}

func namesOf(engine string) ([]string, error) {
	return fs.Glob(Migrations, path.Join("migrations", engine, "*.sql"))
}

func numberOf(name string) (int, error) {
	return strconv.Atoi(strings.SplitN(path.Base(name), "_", 2)[0])
}

// mayWorkBeside is ErrNewer unless the newer version that has made the tables says that a
// program which knows them up to our last one may work with them.
func mayWorkBeside(ctx context.Context, tx *sql.Tx, version, last int) error {
	var oldest int
	if err := tx.QueryRowContext(ctx, "SELECT MAX(oldest_beside) FROM schema_version WHERE version = $1", version).Scan(&oldest); err != nil {
		return err
	}
	if oldest == 0 || oldest > last {
		return ErrNewer
	}
	return nil
}

func runMigration(ctx context.Context, tx *sql.Tx, name string, number int) error {
	text, err := Migrations.ReadFile(name)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, string(text)); err != nil {
		return err
	}
	if number < besideSince {
		_, err = tx.ExecContext(ctx, "INSERT INTO schema_version (version) VALUES ($1)", number)
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO schema_version (version, oldest_beside) VALUES ($1, $2)", number, min(number, oldestBeside))
	return err
}
