package journal

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/dropbridge/dropbridge/internal/journal/lite"
	"github.com/dropbridge/dropbridge/internal/journal/schema"
)

// Database is a journal's database as it is, for what moves a journal: nobody commits for it,
// and a journal that must not be worked with opens like any other.
type Database struct {
	*sql.DB
	Server bool // it is PostgreSQL, else SQLite

	dialect dialect
}

// OpenDatabase opens the database at an address of a journal. An SQLite file that is only read
// must be there; else it is made where it is missing.
func OpenDatabase(ctx context.Context, where string, readOnly bool) (*Database, error) {
	d := &Database{dialect: sqlite}
	var err error
	switch {
	case isServer(where):
		d.Server, d.dialect = true, postgres
		var config *pgx.ConnConfig
		if config, err = pgx.ParseConfig(where); err == nil {
			d.DB = stdlib.OpenDB(*config)
			err = d.PingContext(ctx)
		}
	case readOnly:
		d.DB, err = lite.OpenPlain(where)
	default:
		if err = lite.Make(where); err == nil {
			d.DB, err = lite.Open(where, "_txlock=immediate")
		}
	}
	if err == nil {
		return d, nil
	}
	if d.DB != nil {
		d.Close()
	}
	return nil, fmt.Errorf("open the journal %s: %w", withoutPassword(where), err)
}

// Migrate brings the tables up to date.
func (d *Database) Migrate(ctx context.Context) error { return migrate(ctx, d.DB, d.dialect) }

// Move is what the database knows of its move, a zero one where it was never moved.
func (d *Database) Move(ctx context.Context) (Move, error) { return readMove(ctx, d.DB, d.dialect) }

// Version is that of the tables, 0 where there are none, and Newest the one that this program
// brings them to.
func (d *Database) Version(ctx context.Context) (version, newest int, err error) {
	newest, err = schema.Newest(string(d.dialect))
	if err != nil {
		return 0, 0, err
	}
	tables, err := d.tableCount(ctx, "schema_version")
	if err == nil && tables > 0 {
		err = d.QueryRowContext(ctx, "SELECT COALESCE(MAX(version), 0) FROM schema_version").Scan(&version)
	}
	return version, newest, err
}

// tableCount is 1 where there is a table of that name, else 0.
func (d *Database) tableCount(ctx context.Context, name string) (n int, err error) {
	query := "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = $1"
	if d.Server {
		query = "SELECT COUNT(*) FROM pg_catalog.pg_class WHERE oid = to_regclass($1)"
	}
	err = d.QueryRowContext(ctx, query, name).Scan(&n)
	return n, err
}

// Fold sums up what triggers have added to the counts of a PostgreSQL journal.
func (d *Database) Fold(ctx context.Context, tx *sql.Tx) error {
	if !d.Server {
		return nil
	}
	return foldTallies(ctx, tx)
}

// Redacted is the address of a journal without its password.
func Redacted(where string) string { return withoutPassword(where) }

// OnServer reports whether an address is that of a PostgreSQL server.
func OnServer(where string) bool { return isServer(where) }
