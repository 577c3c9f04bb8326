package paths

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Place is where a shop's files are, as its journal knows since they were moved.
type Place struct {
	Stage   string // of a move, as journal.Stage has them; "" where they were never moved
	Address string // of the bucket, "" for the folders of the config
	Other   string // where they go to, or came from
	Began   int64  // nanoseconds since 1970 in UTC
}

// Table is the table that holds the Place, in one row at most.
const Table = "file_place"

// Read is where the files are, a zero Place where they were never moved. The tables must be up to
// date.
func Read(ctx context.Context, db Rower) (p Place, err error) {
	err = db.QueryRowContext(ctx, "SELECT stage, address, other, began_at FROM "+Table).Scan(&p.Stage, &p.Address, &p.Other, &p.Began)
	if errors.Is(err, sql.ErrNoRows) {
		return p, nil
	}
	return p, err
}

// Rower is what both a database and a transaction are asked for one row by.
type Rower interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Write notes where the files are, as part of a transaction.
func Write(ctx context.Context, tx *sql.Tx, p Place) error {
	_, err := tx.ExecContext(ctx, "INSERT INTO "+Table+` (singleton, stage, address, other, began_at) VALUES (1, $1, $2, $3, $4)
		ON CONFLICT (singleton) DO UPDATE SET stage = excluded.stage, address = excluded.address, other = excluded.other, began_at = excluded.began_at`,
		p.Stage, p.Address, p.Other, p.Began)
	if err != nil {
		return fmt.Errorf("note where the files are: %w", err)
	}
	return nil
}

// File is the columns of a file that say where something of it lies, or what it looked
// like there.
type File struct {
	Spool, Result, Origin string
	Mark                  string // of the original
}

// Columns are the names of those columns.
var Columns = []string{"spool", "result", "origin", "mark"}

// Rename gives the files of all accounts other paths, as part of a transaction, and reports
// how many it changed.
func Rename(ctx context.Context, tx *sql.Tx, rename func(File) File) (changed int64, err error) {
	const page = 1000
	for after := int64(0); ; {
		held, last, err := readPage(ctx, tx, after, page)
		if err != nil {
			return changed, fmt.Errorf("read where the files are: %w", err)
		}
		for id, was := range held {
			now := rename(was)
			if now == was {
				continue
			}
			if _, err := tx.ExecContext(ctx, "UPDATE files SET spool = $1, result = $2, origin = $3, mark = $4, version = version + 1 WHERE id = $5",
				Stored(now.Spool), Stored(now.Result), Stored(now.Origin), now.Mark, id); err != nil {
				return changed, fmt.Errorf("write where the files are: %w", err)
			}
			changed++
		}
		if len(held) < page {
			return changed, nil
		}
		after = last
	}
}

func readPage(ctx context.Context, tx *sql.Tx, after int64, page int) (held map[int64]File, last int64, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT id, spool, result, origin, mark FROM files WHERE id > $1 ORDER BY id LIMIT $2", after, page)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	held = map[int64]File{}
	for rows.Next() {
		var p File
		if err := rows.Scan(&last, &p.Spool, &p.Result, &p.Origin, &p.Mark); err != nil {
			return nil, 0, err
		}
		p.Spool, p.Result, p.Origin = Loaded(p.Spool), Loaded(p.Result), Loaded(p.Origin)
		held[last] = p
	}
	return held, last, rows.Err()
}

// Knows reports whether a file with that content and name was ever taken, from whatever account
// and source.
func Knows(ctx context.Context, db Rower, sha, name string) (knows bool, err error) {
	err = db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM files WHERE sha256 = $1 AND name = $2)", sha, Stored(name)).Scan(&knows)
	return knows, err
}
