package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/clause"
	"github.com/dropbridge/dropbridge/internal/wording"
)

const insertAttempt = `INSERT INTO attempts (order_id, kind, began_at, ended_at, round, state, code, message, request_id, remote_id)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

// addAttempt adds an attempt to an order's, in the transaction that writes what came of it.
func (j *Journal) addAttempt(ctx context.Context, tx *sql.Tx, order int64, a state.Attempt) error {
	_, err := tx.ExecContext(ctx, insertAttempt, order, a.Kind, clause.StoredTime(a.Began), clause.StoredTime(a.Ended), a.Round, a.State,
		clause.StoredText(a.Code), clause.StoredText(a.Message.Keep()), clause.StoredText(a.RequestID), clause.StoredText(a.RemoteID))
	return err
}

// Attempts implements state.Journal.
func (j *Journal) Attempts(ctx context.Context, order int64) (out []state.Attempt, err error) {
	rows, err := j.read.QueryContext(ctx, `SELECT kind, began_at, ended_at, round, state, code, message, request_id, remote_id
		FROM attempts WHERE order_id = $1 ORDER BY id`, order)
	if err != nil {
		return nil, fmt.Errorf("read the attempts of an order: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var a state.Attempt
		var began, ended int64
		var message string
		if err := rows.Scan(&a.Kind, &began, &ended, &a.Round, &a.State, &a.Code, &message, &a.RequestID, &a.RemoteID); err != nil {
			return nil, fmt.Errorf("read the attempts of an order: %w", err)
		}
		a.Began, a.Ended, a.Message = clause.LoadedTime(began), clause.LoadedTime(ended), wording.Kept(message)
		out = append(out, a)
	}
	return out, rows.Err()
}

// before is what a decision was about, as it is kept.
type before struct {
	Order  state.Order
	Files  []int64  `json:",omitempty"`
	Hashes []string `json:",omitempty"`
}

const decisionColumns = "id, account, order_id, made, at, person, kind, value, number, before, undone_at, undone_by"

// Decisions implements state.Journal.
func (j *Journal) Decisions(ctx context.Context, orders ...int64) ([]state.Decision, error) {
	if len(orders) == 0 {
		return nil, nil
	}
	var w clause.Where
	some := clause.Placeholders(len(orders))
	w.Add("order_id IN ("+some+") OR made IN ("+some+") AND made <> 0", clause.Arguments(slices.Concat(orders, orders))...)
	rows, err := j.read.QueryContext(ctx, "SELECT "+decisionColumns+" FROM decisions"+w.String()+" ORDER BY id DESC", w.Args...)
	if err != nil {
		return nil, fmt.Errorf("read the decisions about orders: %w", err)
	}
	return collectDecisions(rows)
}

// AllDecisions implements state.Journal.
func (j *Journal) AllDecisions(ctx context.Context) ([]state.Decision, error) {
	rows, err := j.read.QueryContext(ctx, "SELECT "+decisionColumns+" FROM decisions ORDER BY id")
	if err != nil {
		return nil, fmt.Errorf("read the decisions: %w", err)
	}
	return collectDecisions(rows)
}

func collectDecisions(rows *sql.Rows) (out []state.Decision, err error) {
	defer rows.Close()
	for rows.Next() {
		var d state.Decision
		var at, undone int64
		var kept string
		var was before
		err := rows.Scan(&d.ID, &d.Account, &d.Order, &d.Made, &at, &d.Person, &d.Kind, &d.Value, &d.Number, &kept, &undone, &d.UndoneBy)
		if err == nil {
			err = json.Unmarshal([]byte(kept), &was)
		}
		if err != nil {
			return nil, fmt.Errorf("read a decision: %w", err)
		}
		d.At, d.UndoneAt, d.Before, d.Files, d.Hashes = clause.LoadedTime(at), clause.LoadedTime(undone), was.Order, was.Files, was.Hashes
		out = append(out, d)
	}
	return out, rows.Err()
}
