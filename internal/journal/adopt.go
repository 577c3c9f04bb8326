package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/clause"
	"github.com/dropbridge/dropbridge/internal/journal/paths"
)

// Adopt implements state.Pedigree.
func (j *Journal) Adopt(ctx context.Context, file state.File, drafts []state.AdoptDraft) error {
	return j.do(ctx, 1+len(drafts), func(ctx context.Context, tx *sql.Tx) error {
		id := file.ID
		if id == 0 {
			recorded, _, err := recordFile(ctx, tx, file)
			if err != nil {
				return fmt.Errorf("record the file: %w", err)
			}
			id = recorded.ID
		}
		file.ID = id
		r := recorder{j: j, tx: tx, file: file, bulk: bulk{server: j.dialect == postgres}}
		for position, draft := range drafts {
			draft.File = id
			if err := j.adoptOrder(ctx, &r, position, draft); err != nil {
				return fmt.Errorf("record order %s: %w", draft.ExternalID, err)
			}
		}
		return r.bulk.flush(ctx, tx)
	})
}

// Complete implements state.Pedigree.
func (j *Journal) Complete(ctx context.Context, f state.File) error {
	return j.do(ctx, 1, func(ctx context.Context, tx *sql.Tx) error {
		return staleIfNone(tx.ExecContext(ctx, "UPDATE files SET version = version + 1, sha256 = $1, name = $2 WHERE id = $3 AND version = $4",
			f.SHA256, paths.Stored(f.Name), f.ID, f.Version))
	})
}

// adoptOrder lets an order of a result meet what is held under its key.
func (j *Journal) adoptOrder(ctx context.Context, r *recorder, position int, draft state.AdoptDraft) error {
	held, err := r.heldUnder(ctx, draft.OrderKey)
	relation := draft.Relation
	switch {
	case errors.Is(err, sql.ErrNoRows):
		if held, err = j.insertAdopted(ctx, r, draft.Order); err != nil {
			return err
		}
		if relation == state.Clash {
			relation = state.Own // the supplier's own refusal, which is the order's
		}
	case err != nil:
		return err
	case draft.Sure && held.State != state.Accepted:
		if err := j.overrule(ctx, r.tx, held, draft.Order); err != nil {
			return err
		}
	}
	return r.joinAdopted(ctx, position, draft, relation, held)
}

// insertAdopted adds an order with all that is known of it.
func (j *Journal) insertAdopted(ctx context.Context, r *recorder, o state.Order) (state.Order, error) {
	var err error
	if o.ID, err = r.insertOrder(ctx, o); err != nil {
		return o, err
	}
	o.Version = 1
	return o, j.overrule(ctx, r.tx, o, o)
}

// overrule gives a held order the state in which a result shows it.
func (j *Journal) overrule(ctx context.Context, tx *sql.Tx, held, shown state.Order) error {
	shown.ID, shown.Version = held.ID, held.Version
	shown.Attempts = max(shown.Attempts, held.Attempts)
	columns, err := stateOf(shown)
	if err != nil {
		return err
	}
	err = staleIfNone(tx.ExecContext(ctx, swapOrder, columns...))
	if errors.Is(err, state.ErrStale) {
		return errCollided
	}
	if err != nil {
		return err
	}
	return j.learnRemote(ctx, tx, shown)
}

// joinAdopted links the rows of a result to an order, unless they are linked already.
func (r *recorder) joinAdopted(ctx context.Context, position int, draft state.AdoptDraft, relation state.Relation, held state.Order) error {
	if len(draft.Rows) == 0 {
		return nil // the file shows another order there
	}
	code, message := "", ""
	if relation == state.Clash {
		code, message = draft.Order.Code, draft.Message.Keep()
	}
	var hash string
	var content []byte
	if relation == state.Clash && draft.Hash != held.Hash {
		hash, content = draft.Hash, draft.Content
	}
	_, err := r.tx.ExecContext(ctx, `INSERT INTO links (file_id, order_id, position, file_rows, relation, code, message, hash, content)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (file_id, order_id) DO NOTHING`,
		r.file.ID, held.ID, position, clause.StoredRows(draft.Rows), relation, clause.StoredText(code), clause.StoredText(message), hash, content)
	return err
}
