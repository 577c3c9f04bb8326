package journal

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/clause"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Conditions of partial indexes. The statuses stand in their text, as such an index serves a
// query only where its own condition is known before the arguments are.
var (
	isClash   = "links.relation = " + clause.Quoted(state.Clash)
	isRemark  = "links.code = " + clause.Quoted(state.CodeCalledOff)
	isHeld    = "orders.held = 1"
	isRefused = "orders.state = " + clause.Quoted(state.Rejected)
	isWaiting = clause.OneOf("orders.state", waiting...)
	isUnknown = "orders.state = " + clause.Quoted(state.Unknown)
	isOpen    = "orders.state = " + clause.Quoted(state.Accepted) + " AND " + clause.NoneOf("orders.remote_status", supplier.FinalOrderStatuses()...)
)

// waiting are the states of orders that are to be posted, or of which it is not known.
var waiting = []state.State{state.Ready, state.Sending, state.Unknown}

// isHandedOver is of accepted orders of which nobody has said that the supplier has them.
var isHandedOver = "orders.shown = " + clause.Quoted(state.HandedOver)

// SetNote implements state.Journal.
func (j *Journal) SetNote(ctx context.Context, account, name, text string) error {
	return j.do(ctx, 1, func(ctx context.Context, tx *sql.Tx) error {
		if text == "" {
			_, err := tx.ExecContext(ctx, "DELETE FROM notes WHERE account = $1 AND name = $2", account, name)
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO notes (account, name, text) VALUES ($1, $2, $3)
			ON CONFLICT (account, name) DO UPDATE SET text = excluded.text`, account, name, clause.StoredText(text))
		return err
	})
}

// Notes implements state.Journal.
func (j *Journal) Notes(ctx context.Context, account string) (map[string]string, error) {
	rows, err := j.read.QueryContext(ctx, "SELECT name, text FROM notes WHERE account = $1", account)
	if err != nil {
		return nil, fmt.Errorf("read notes: %w", err)
	}
	defer rows.Close()
	out := map[string]string{}
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			return nil, fmt.Errorf("read notes: %w", err)
		}
		out[name] = text
	}
	return out, rows.Err()
}
