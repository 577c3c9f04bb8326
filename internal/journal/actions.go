package journal

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/clause"
)

// Act implements state.Journal.
func (j *Journal) Act(ctx context.Context, a state.Action) error {
	return j.do(ctx, 1, func(ctx context.Context, tx *sql.Tx) error { return insertAction(ctx, tx, a) })
}

// insertAction adds an action, in the transaction of what was done where that is the journal's.
func insertAction(ctx context.Context, tx *sql.Tx, a state.Action) error {
	_, err := tx.ExecContext(ctx, "INSERT INTO actions (account, at, person, kind, source, about, detail, origin) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
		a.Account, clause.StoredTime(a.At), clause.StoredText(a.Person), a.Kind, a.Source, clause.StoredText(a.About), clause.StoredText(a.Detail), clause.StoredText(a.Origin))
	if err != nil {
		return fmt.Errorf("note what a person did: %w", err)
	}
	return nil
}

// Actions implements state.Journal.
func (j *Journal) Actions(ctx context.Context, q state.ActionQuery) (list []state.Action, err error) {
	var w clause.Where
	w.Equal("account", q.Account)
	w.Equal("about", q.About)
	w.Equal("person", q.Person)
	if !q.Since.IsZero() {
		w.Add("at >= ?", clause.StoredTime(q.Since))
	}
	if q.Before != 0 {
		w.Add("id < ?", q.Before)
	}
	rows, err := j.read.QueryContext(ctx, "SELECT id, account, at, person, kind, source, about, detail, origin FROM actions"+w.String()+
		" ORDER BY id DESC"+clause.Limit(q.Limit), w.Args...)
	if err != nil {
		return nil, fmt.Errorf("read what people did: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var a state.Action
		var at int64
		if err := rows.Scan(&a.ID, &a.Account, &at, &a.Person, &a.Kind, &a.Source, &a.About, &a.Detail, &a.Origin); err != nil {
			return nil, fmt.Errorf("read what people did: %w", err)
		}
		a.At = clause.LoadedTime(at)
		list = append(list, a)
	}
	return list, rows.Err()
}
