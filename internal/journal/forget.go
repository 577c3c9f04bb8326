package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/clause"
	"github.com/dropbridge/dropbridge/internal/journal/lite"
)

// Forget implements state.Journal.
func (j *Journal) Forget(ctx context.Context, orders []state.Order, at time.Time) (forgotten int, err error) {
	if j.dialect == sqlite { // what is overwritten leaves no trace in its page
		if _, err := j.write.ExecContext(ctx, "PRAGMA secure_delete = ON"); err != nil {
			return 0, fmt.Errorf("forget the persons of orders: %w", err)
		}
	}
	err = j.do(ctx, len(orders), func(ctx context.Context, tx *sql.Tx) error {
		forgotten = 0
		for _, o := range orders {
			done, err := j.forgetPerson(ctx, tx, o, at)
			if err != nil {
				return err
			}
			if done {
				forgotten++
			}
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("forget the persons of orders: %w", err)
	}
	return forgotten, nil
}

// forgetPerson takes the person out of one order, and reports false where that stays as it is.
func (j *Journal) forgetPerson(ctx context.Context, tx *sql.Tx, named state.Order, at time.Time) (bool, error) {
	before, err := orderInside(ctx, tx, named.ID)
	if err != nil || before.ID == 0 || before.Version != named.Version || !before.Final() || before.State == state.Conflict {
		return false, err
	}
	after := before.Forgotten(at)
	done, err := tx.ExecContext(ctx, `UPDATE orders SET version = version + 1, content = $1, body = $2, message = $3, faults = '', forgotten_at = $4
		WHERE id = $5 AND version = $6 AND NOT EXISTS (SELECT 1 FROM conflicts WHERE conflicts.order_id = orders.id)`,
		clause.StoredBlob(after.Content), clause.StoredBlob(nil), clause.StoredText(after.Message.Keep()), clause.StoredTime(at), before.ID, before.Version)
	if err = staleIfNone(done, err); errors.Is(err, state.ErrStale) {
		return false, nil
	}
	if err == nil {
		err = j.dropTerms(ctx, tx, before)
	}
	if err == nil {
		err = j.addTerms(ctx, tx, before.ID, after.Terms())
	}
	if err == nil {
		err = forgetBeside(ctx, tx, before.ID, at)
	}
	return err == nil, err
}

// forgetBeside takes the person out of what is kept beside an order.
func forgetBeside(ctx context.Context, tx *sql.Tx, order int64, at time.Time) error {
	for _, statement := range []string{
		"UPDATE links SET content = NULL, faults = '', message = CASE WHEN message = '' THEN '' ELSE $2 END WHERE order_id = $1",
		"UPDATE attempts SET message = CASE WHEN message = '' THEN '' ELSE $2 END WHERE order_id = $1",
	} {
		if _, err := tx.ExecContext(ctx, statement, order, clause.StoredText(state.ForgottenMessage(at).Keep())); err != nil {
			return err
		}
	}
	rows, err := tx.QueryContext(ctx, "SELECT "+decisionColumns+" FROM decisions WHERE order_id = $1 OR made = $1 AND made <> 0", order)
	if err != nil {
		return err
	}
	decisions, err := collectDecisions(rows)
	if err != nil {
		return err
	}
	for _, d := range decisions {
		kept, err := json.Marshal(before{d.Before.Forgotten(at), d.Files, d.Hashes})
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "UPDATE decisions SET before = $1 WHERE id = $2", clause.StoredText(string(kept)), d.ID); err != nil {
			return err
		}
	}
	return nil
}

// Scrub implements state.Journal. SQLite writes the whole file anew and empties the log beside it;
// a server forgets what its tables held before, and keeps its own logs and copies as it is told to.
func (j *Journal) Scrub(ctx context.Context) error {
	statements := []string{"VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"}
	if j.dialect == postgres {
		statements = []string{"VACUUM orders, links, attempts, decisions, terms, files"}
	}
	for _, statement := range statements {
		if _, err := j.write.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("scrub the journal: %w", err)
		}
	}
	return nil
}

// Tidy implements state.Journal. A server does it by itself.
func (j *Journal) Tidy(ctx context.Context) (freed int64, err error) {
	if j.dialect != sqlite {
		return 0, nil
	}
	return lite.Tidy(ctx, j.read, j.where, j.Scrub)
}
