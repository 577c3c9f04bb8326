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
	"github.com/dropbridge/dropbridge/internal/journal/scan"
)

// A list of texts goes to the database as one argument, as JSON, but for terms in SQLite.
var (
	insertTerms = map[dialect]string{
		sqlite:   "INSERT INTO terms (term, order_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", // of one term
		postgres: "INSERT INTO terms (term, order_id) SELECT value, $2 FROM json_array_elements_text($1::JSON) ON CONFLICT DO NOTHING",
	}
	removeTerms = map[dialect]string{
		sqlite:   "DELETE FROM terms WHERE order_id = $2 AND term IN (SELECT value FROM json_each($1))",
		postgres: "DELETE FROM terms WHERE order_id = $2 AND term IN (SELECT value FROM json_array_elements_text($1::JSON))",
	}
	insertWaybills = map[dialect]string{
		sqlite: `INSERT INTO waybills (order_id, number, received_at) SELECT $2, value, CASE WHEN $2 < (SELECT below FROM indexing) THEN 0 ELSE $3 END
			FROM json_each($1) WHERE true ON CONFLICT DO NOTHING`,
		postgres: `INSERT INTO waybills (order_id, number, received_at) SELECT $2, value, CASE WHEN $2 < (SELECT below FROM indexing) THEN 0 ELSE $3::BIGINT END
			FROM json_array_elements_text($1::JSON) ON CONFLICT DO NOTHING`,
	}
)

// storedTexts are texts as one argument.
func storedTexts(texts []string) (string, error) {
	for i, text := range texts {
		texts[i] = clause.StoredText(text)
	}
	data, err := json.Marshal(texts)
	return string(data), err
}

// addTerms lets an order be found by terms.
func (j *Journal) addTerms(ctx context.Context, tx *sql.Tx, order int64, terms []string) error {
	if len(terms) == 0 {
		return nil
	}
	if j.dialect == sqlite {
		return searchError(addEach(ctx, tx, order, terms))
	}
	list, err := storedTexts(terms)
	if err == nil {
		_, err = tx.ExecContext(ctx, insertTerms[postgres], list, order)
	}
	return searchError(err)
}

// addEach adds terms one by one, which SQLite does in less time than it takes to read a list.
func addEach(ctx context.Context, tx *sql.Tx, order int64, terms []string) error {
	for _, term := range terms {
		if _, err := tx.ExecContext(ctx, insertTerms[sqlite], clause.StoredText(term), order); err != nil {
			return err
		}
	}
	return nil
}

// learnRemote lets an order be found by what the supplier has given it, and notes the
// waybills that are new.
func (j *Journal) learnRemote(ctx context.Context, tx *sql.Tx, o state.Order) error {
	if err := j.addTerms(ctx, tx, o.ID, o.RemoteTerms()); err != nil {
		return err
	}
	return j.addWaybills(ctx, tx, o, o.ChangedAt)
}

func (j *Journal) addWaybills(ctx context.Context, tx *sql.Tx, o state.Order, received time.Time) error {
	known := o.KnownWaybills()
	if len(known) == 0 {
		return nil
	}
	list, err := storedTexts(known)
	if err == nil {
		_, err = tx.ExecContext(ctx, insertWaybills[j.dialect], list, o.ID, clause.StoredTime(received))
	}
	return searchError(err)
}

// retermed runs a write that gives an order other contents, and lets it be found by those.
func (j *Journal) retermed(ctx context.Context, tx *sql.Tx, order int64, write func() error) error {
	before, err := orderInside(ctx, tx, order)
	if err != nil {
		return err
	}
	if err := write(); err != nil {
		return err
	}
	after, err := orderInside(ctx, tx, order)
	if err != nil {
		return err
	}
	if err := j.dropTerms(ctx, tx, before); err != nil {
		return err
	}
	if err := j.addTerms(ctx, tx, order, after.Terms()); err != nil {
		return err
	}
	return j.addWaybills(ctx, tx, after, after.ChangedAt)
}

// dropTerms forgets what an order is found by.
func (j *Journal) dropTerms(ctx context.Context, tx *sql.Tx, o state.Order) error {
	terms := o.Terms()
	if len(terms) == 0 {
		return nil
	}
	list, err := storedTexts(terms)
	if err == nil {
		_, err = tx.ExecContext(ctx, removeTerms[j.dialect], list, o.ID)
	}
	return searchError(err)
}

// forget removes what is kept beside an order that goes.
func (j *Journal) forget(ctx context.Context, tx *sql.Tx, order int64) error {
	o, err := orderInside(ctx, tx, order)
	if err != nil {
		return err
	}
	if err := j.dropTerms(ctx, tx, o); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "DELETE FROM waybills WHERE order_id = $1", order)
	return searchError(err)
}

// orderInside is an order as it stands in a transaction, the zero one where it is gone.
func orderInside(ctx context.Context, tx *sql.Tx, id int64) (state.Order, error) {
	o, err := scan.Order(tx.QueryRowContext(ctx, "SELECT "+scan.BodilessColumns+" FROM orders WHERE id = $1", id))
	if errors.Is(err, sql.ErrNoRows) {
		return state.Order{}, nil
	}
	return o, err
}

// searchError says what failed.
func searchError(err error) error {
	if err != nil {
		return fmt.Errorf("make an order ready for the search: %w", err)
	}
	return nil
}
