package move

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/dropbridge/dropbridge/internal/journal"
)

// trigger is one that refuses: its name, the table that it stands on, and when it does.
type trigger struct{ name, table, when string }

// drain keeps attempts from beginning: no order comes into the state of being sent any more.
// It is part of a transaction.
func (s *side) drain(ctx context.Context, tx *sql.Tx) error {
	when := "BEFORE UPDATE OF state ON %s FOR EACH ROW WHEN (NEW.state = " + sending + " AND OLD.state <> " + sending + ")"
	return s.seal(ctx, tx, trigger{"journal_drain", "orders", when})
}

// keepOut keeps every write out of some tables, of older versions of the program, too. It is part
// of a transaction.
func (s *side) keepOut(ctx context.Context, tx *sql.Tx) error {
	for _, table := range s.sealedTables() {
		events := []string{"INSERT", "UPDATE", "DELETE"}
		if s.db.Server {
			events = []string{"INSERT OR UPDATE OR DELETE OR TRUNCATE"}
		}
		for n, event := range events {
			when := "BEFORE " + event + " ON %s"
			if s.db.Server {
				when += " FOR EACH STATEMENT"
			}
			if err := s.seal(ctx, tx, trigger{fmt.Sprintf("journal_seal%d_%s", n, table), table, when}); err != nil {
				return err
			}
		}
	}
	return nil
}

// seal makes one trigger that refuses, where it is not there yet.
func (s *side) seal(ctx context.Context, tx *sql.Tx, t trigger) error {
	on := fmt.Sprintf(t.when, t.table)
	statements := []string{fmt.Sprintf("CREATE TRIGGER IF NOT EXISTS %s %s BEGIN SELECT RAISE(ABORT, '%s'); END", t.name, on, journal.SealText)}
	if s.db.Server {
		statements = []string{
			fmt.Sprintf("CREATE OR REPLACE FUNCTION journal_sealed() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '%s' USING ERRCODE = '%s'; END $$", journal.SealText, journal.SealCode),
			fmt.Sprintf("CREATE OR REPLACE TRIGGER %s %s EXECUTE FUNCTION journal_sealed()", t.name, on),
		}
	}
	for _, statement := range statements {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("seal %s: %w", t.table, err)
		}
	}
	return nil
}

// unseal takes every seal away. It is part of a transaction.
func (s *side) unseal(ctx context.Context, tx *sql.Tx) error {
	query, drop := `SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger' AND (name = 'journal_drain' OR name LIKE 'journal\_seal%' ESCAPE '\')`, "DROP TRIGGER %s"
	if s.db.Server {
		query, drop = `SELECT tgname, tgrelid::regclass::text FROM pg_catalog.pg_trigger WHERE tgname = 'journal_drain' OR tgname LIKE 'journal\_seal%'`, "DROP TRIGGER %s ON %s"
	}
	rows, err := tx.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	var drops []string
	for rows.Next() {
		var t trigger
		if err := rows.Scan(&t.name, &t.table); err != nil {
			return err
		}
		if s.db.Server {
			drops = append(drops, fmt.Sprintf(drop, t.name, t.table))
		} else {
			drops = append(drops, fmt.Sprintf(drop, t.name))
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

// writeMove notes how far a move is, as part of a transaction.
func writeMove(ctx context.Context, tx *sql.Tx, m journal.Move) error {
	_, err := tx.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS "+journal.MoveTable+` (singleton BIGINT PRIMARY KEY CHECK (singleton = 1),
		id TEXT NOT NULL, stage TEXT NOT NULL, other TEXT NOT NULL, began_at BIGINT NOT NULL)`)
	if err == nil {
		_, err = tx.ExecContext(ctx, "INSERT INTO "+journal.MoveTable+` (singleton, id, stage, other, began_at) VALUES (1, $1, $2, $3, $4)
			ON CONFLICT (singleton) DO UPDATE SET id = excluded.id, stage = excluded.stage, other = excluded.other, began_at = excluded.began_at`,
			m.ID, string(m.Stage), m.Other, m.Began)
	}
	if err != nil {
		return fmt.Errorf("note the move: %w", err)
	}
	return nil
}
