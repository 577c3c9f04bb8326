package journal

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/clause"
	"github.com/dropbridge/dropbridge/internal/journal/paths"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// giveIdentity gives a journal its id where it has none: a new one, and one of an earlier
// version of the program, whose attempts are counted from its orders.
func giveIdentity(ctx context.Context, tx *sql.Tx) error {
	var has int
	if err := tx.QueryRowContext(ctx, "SELECT COUNT(*) FROM identity").Scan(&has); err != nil || has > 0 {
		return err
	}
	var random [16]byte
	if _, err := rand.Read(random[:]); err != nil {
		return err
	}
	var attempts int64
	if err := tx.QueryRowContext(ctx, "SELECT CAST(COALESCE(SUM(attempts), 0) AS BIGINT) FROM orders").Scan(&attempts); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO identity (singleton, id, attempts, adopted, restored, adopted_at, adopted_by, unchecked, made_at)
		VALUES (1, $1, $2, 0, 0, 0, '', 0, $3)`, hex.EncodeToString(random[:]), attempts, time.Now().UnixNano())
	return err
}

// Identity implements state.Pedigree.
func (j *Journal) Identity(ctx context.Context) (id state.Identity, err error) {
	var restored, adopted, unchecked int64
	err = j.read.QueryRowContext(ctx, `SELECT id, attempts, adopted, restored, adopted_at, adopted_by, unchecked,
		EXISTS (SELECT 1 FROM orders), EXISTS (SELECT 1 FROM files) FROM identity`).Scan(
		&id.ID, &id.Attempts, &id.Adopted, &restored, &adopted, &id.AdoptedBy, &unchecked, &id.Orders, &id.Files)
	if err != nil {
		return id, fmt.Errorf("read the journal's id: %w", err)
	}
	id.Restored, id.AdoptedAt, id.Unchecked = restored != 0, clause.LoadedTime(adopted), unchecked != 0
	if id.Moved, err = j.movedTo(ctx); err != nil {
		return id, err
	}
	place, err := paths.Read(ctx, j.read)
	if err != nil {
		return id, fmt.Errorf("read where the files are: %w", err)
	}
	id.Place = state.Place{Known: place.Stage != "", Address: place.Address, Other: place.Other, Moving: Stage(place.Stage) == Draining || Stage(place.Stage) == Sealed}
	return id, nil
}

// Reached implements state.Pedigree.
func (j *Journal) Reached() int64 { return j.reached.Load() }

// noteReached keeps the highest count: of two transactions at once the first may be noted last.
func (j *Journal) noteReached(count int64) {
	for noted := j.reached.Load(); noted < count && !j.reached.CompareAndSwap(noted, count); {
		noted = j.reached.Load()
	}
}

// Vouch implements state.Pedigree.
func (j *Journal) Vouch(ctx context.Context, v state.Identity) error {
	return j.do(ctx, 1, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE identity SET restored = 0, adopted_at = $1, adopted_by = $2, unchecked = $3,
			attempts = CASE WHEN attempts > $4 THEN attempts ELSE $4 END, adopted = CASE WHEN attempts > $4 THEN attempts ELSE $4 END`,
			clause.StoredTime(v.AdoptedAt), clause.StoredText(v.AdoptedBy), clause.StoredFlag(v.Unchecked), v.Attempts)
		return err
	})
}

// errWentBack is a journal that was put back to an earlier state under the running program.
var errWentBack = errors.New("it was replaced by an earlier state of itself")

const addAttempts = "UPDATE identity SET attempts = attempts + $1 RETURNING attempts"

// countAttempts counts so many attempts more, as the last write of a transaction: the row
// is one for all processes. A count that is behind what this process has seen tells that
// the database was replaced meanwhile.
func (j *Journal) countAttempts(ctx context.Context, tx *sql.Tx, n int64) (reached int64, err error) {
	if n == 0 {
		return 0, nil
	}
	err = tx.QueryRowContext(ctx, addAttempts, n).Scan(&reached)
	if err != nil {
		return 0, fmt.Errorf("count the attempts: %w", err)
	}
	if reached-n < j.reached.Load() {
		j.back.Store(true)
		return 0, errWentBack
	}
	return reached, nil
}

// heldFile is a file that must stay in its place while the journal is open.
type heldFile struct {
	path string
	info os.FileInfo
}

// holdFiles remembers the database's file and its write-ahead log as they were opened.
func (j *Journal) holdFiles() error {
	for _, path := range []string{j.where, j.where + "-wal"} {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		j.files = append(j.files, heldFile{path, info})
	}
	return nil
}

// Present implements state.Pedigree.
func (j *Journal) Present() error {
	if j.back.Load() {
		return wording.NewMessage("journal_file.went_back", withoutPassword(j.where))
	}
	for _, file := range j.files {
		now, err := os.Stat(file.path)
		switch {
		case errors.Is(err, os.ErrNotExist):
			return wording.NewMessage("journal_file.removed", file.path)
		case err != nil:
			return err
		case !os.SameFile(now, file.info):
			return wording.NewMessage("journal_file.replaced", file.path)
		}
	}
	return nil
}

// Accounts implements state.Pedigree.
func (j *Journal) Accounts(ctx context.Context) ([]string, error) {
	return accountsOf(ctx, j.read, "orders")
}

type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// accountsOf are the accounts in a table. It goes from one to the next by the index, as
// there are few of them among very many rows.
func accountsOf(ctx context.Context, db querier, table string) ([]string, error) {
	var out []string
	last := ""
	for first := true; ; first = false {
		var next sql.NullString
		condition := " WHERE account > $1"
		if first {
			condition = " WHERE account >= $1"
		}
		if err := db.QueryRowContext(ctx, "SELECT MIN(account) FROM "+table+condition, last).Scan(&next); err != nil {
			return nil, fmt.Errorf("list the accounts: %w", err)
		}
		if !next.Valid {
			return out, nil
		}
		last = next.String
		out = append(out, last)
	}
}
