package journal

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
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
		d.DB, err = openPlain(where)
	default:
		if err = makeFile(where); err == nil {
			d.DB, err = sql.Open("sqlite", sqliteURL(where, "_txlock=deferred"))
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
	names, err := fs.Glob(migrations, path.Join("migrations", string(d.dialect), "*.sql"))
	if err == nil && len(names) > 0 {
		newest, err = strconv.Atoi(strings.SplitN(path.Base(names[len(names)-1]), "_", 2)[0])
	}
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

// sealed is the table that the triggers below are to stand on, and when.
type sealed struct{ name, table, when string }

// Drain keeps attempts from beginning: no order comes into the state of being sent any more.
// It is part of a transaction.
func (d *Database) Drain(ctx context.Context, tx *sql.Tx) error {
	when := "BEFORE UPDATE OF state ON %s FOR EACH ROW WHEN (NEW.state = 'sending' AND OLD.state <> 'sending')"
	return d.seal(ctx, tx, sealed{"journal_drain", "orders", when})
}

// Seal keeps every write out of some tables, of older versions of the program, too. It is part
// of a transaction.
func (d *Database) Seal(ctx context.Context, tx *sql.Tx, tables []string) error {
	for _, table := range tables {
		events := []string{"INSERT", "UPDATE", "DELETE"}
		if d.Server {
			events = []string{"INSERT OR UPDATE OR DELETE OR TRUNCATE"}
		}
		for n, event := range events {
			when := "BEFORE " + event + " ON %s"
			if d.Server {
				when += " FOR EACH STATEMENT"
			}
			if err := d.seal(ctx, tx, sealed{fmt.Sprintf("journal_seal%d_%s", n, table), table, when}); err != nil {
				return err
			}
		}
	}
	return nil
}

// seal makes one trigger that refuses, where it is not there yet.
func (d *Database) seal(ctx context.Context, tx *sql.Tx, s sealed) error {
	on := fmt.Sprintf(s.when, s.table)
	statements := []string{fmt.Sprintf("CREATE TRIGGER IF NOT EXISTS %s %s BEGIN SELECT RAISE(ABORT, '%s'); END", s.name, on, sealText)}
	if d.Server {
		statements = []string{
			fmt.Sprintf("CREATE OR REPLACE FUNCTION journal_sealed() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '%s' USING ERRCODE = '%s'; END $$", sealText, sealCode),
			fmt.Sprintf("CREATE OR REPLACE TRIGGER %s %s EXECUTE FUNCTION journal_sealed()", s.name, on),
		}
	}
	for _, statement := range statements {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("seal %s: %w", s.table, err)
		}
	}
	return nil
}

// Unseal takes every seal away. It is part of a transaction.
func (d *Database) Unseal(ctx context.Context, tx *sql.Tx) error {
	query, drop := `SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger' AND (name = 'journal_drain' OR name LIKE 'journal\_seal%' ESCAPE '\')`, "DROP TRIGGER %s"
	if d.Server {
		query, drop = `SELECT tgname, tgrelid::regclass::text FROM pg_catalog.pg_trigger WHERE tgname = 'journal_drain' OR tgname LIKE 'journal\_seal%'`, "DROP TRIGGER %s ON %s"
	}
	rows, err := tx.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	var drops []string
	for rows.Next() {
		var s sealed
		if err := rows.Scan(&s.name, &s.table); err != nil {
			return err
		}
		if d.Server {
			drops = append(drops, fmt.Sprintf(drop, s.name, s.table))
		} else {
			drops = append(drops, fmt.Sprintf(drop, s.name))
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, statement := range drops {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("take the seal away: %w", err)
		}
	}
	return nil
}

// WriteMove notes how far a move is, as part of a transaction.
func (d *Database) WriteMove(ctx context.Context, tx *sql.Tx, m Move) error {
	_, err := tx.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS "+MoveTable+` (singleton BIGINT PRIMARY KEY CHECK (singleton = 1),
		id TEXT NOT NULL, stage TEXT NOT NULL, other TEXT NOT NULL, began_at BIGINT NOT NULL)`)
	if err == nil {
		_, err = tx.ExecContext(ctx, "INSERT INTO "+MoveTable+` (singleton, id, stage, other, began_at) VALUES (1, $1, $2, $3, $4)
			ON CONFLICT (singleton) DO UPDATE SET id = excluded.id, stage = excluded.stage, other = excluded.other, began_at = excluded.began_at`,
			m.ID, string(m.Stage), m.Other, m.Began)
	}
	if err != nil {
		return fmt.Errorf("note the move: %w", err)
	}
	return nil
}

// Redacted is the address of a journal without its password.
func Redacted(where string) string { return withoutPassword(where) }

// OnServer reports whether an address is that of a PostgreSQL server.
func OnServer(where string) bool { return isServer(where) }
