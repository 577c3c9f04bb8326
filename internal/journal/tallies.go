package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/clause"
)

// What tallies count, by the beginning of their names; triggers keep them.
const (
	tallyOrder    = "order:"    // by the state that is shown
	tallyHeld     = "held"      // orders that wait although they were tried, or are not to be tried yet
	tallyConflict = "conflict:" // orders that wait for a decision, by code
	tallyRow      = "row:"      // rows of files, by status
)

// tallies are numbers that are kept, by source and by what they count.
type tallies map[string]map[string]int

// readTallies reads the numbers of an account, "": of all, and of some of its sources.
func (j *Journal) readTallies(ctx context.Context, account string, sources []string) (tallies, error) {
	var w clause.Where
	w.Equal("account", account)
	w.In("source", sources)
	rows, err := j.read.QueryContext(ctx, "SELECT source, what, CAST(SUM(n) AS BIGINT) FROM tallies"+w.String()+" GROUP BY source, what", w.Args...)
	if err != nil {
		return nil, fmt.Errorf("read the counts: %w", err)
	}
	defer rows.Close()
	out := tallies{}
	for rows.Next() {
		var source, what string
		var n int
		if err := rows.Scan(&source, &what, &n); err != nil {
			return nil, fmt.Errorf("read the counts: %w", err)
		}
		if n == 0 {
			continue
		}
		if out[source] == nil {
			out[source] = map[string]int{}
		}
		out[source][what] = n
	}
	return out, rows.Err()
}

// Kept implements state.Journal.
func (j *Journal) Kept(ctx context.Context, account string, sources []string) (state.Kept, error) {
	kept := state.Kept{Orders: map[state.State]int{}, Conflicts: map[string]int{}}
	all, err := j.readTallies(ctx, account, sources)
	if err != nil {
		return kept, err
	}
	rows := map[string]int{}
	for _, counted := range all {
		for what, n := range counted {
			if shown, found := strings.CutPrefix(what, tallyOrder); found {
				kept.Orders[state.State(shown)] += n
			} else if code, found := strings.CutPrefix(what, tallyConflict); found {
				kept.Conflicts[code] += n
			} else if status, found := strings.CutPrefix(what, tallyRow); found {
				rows[status] += n
			} else {
				kept.Held += n
			}
		}
	}
	kept.Rows, err = countsOf(rows)
	return kept, err
}

// countsOf are rows by status in the form of a file's.
func countsOf(rows map[string]int) (counts state.Counts, err error) {
	data, err := json.Marshal(rows)
	if err == nil {
		err = json.Unmarshal(data, &counts)
	}
	return counts, err
}

// keptCounts are the orders of a query by state where these numbers are kept, ok false where
// they must be counted.
func (j *Journal) keptCounts(ctx context.Context, q state.OrderQuery) (counts map[state.State]int, ok bool, err error) {
	account, sources, states := q.Account, q.Sources, q.States
	q.Account, q.Sources, q.States, q.Newest, q.Last, q.Limit = "", nil, nil, false, false, 0
	confirmed := q.Confirmed
	q.Confirmed = false
	if !reflect.ValueOf(q).IsZero() {
		return nil, false, nil
	}
	kept, err := j.Kept(ctx, account, sources)
	if err != nil || len(states) == 0 && !confirmed {
		return kept.Orders, true, err
	}
	for shown := range kept.Orders {
		stored := shown
		if shown == state.HandedOver {
			stored = state.Accepted
		}
		asked := len(states) == 0 || slices.Contains(states, shown) || slices.Contains(states, stored)
		if slices.Contains(states, state.HandedOver) {
			asked = shown == state.HandedOver
		}
		if !asked || confirmed && shown == state.HandedOver {
			delete(kept.Orders, shown)
		}
	}
	return kept.Orders, true, nil
}

// keptRows are the rows of the files of a query where they are kept.
func (j *Journal) keptRows(ctx context.Context, q state.FileQuery) (counts state.Counts, ok bool, err error) {
	account, sources := q.Account, q.Sources
	q.Account, q.Sources, q.Newest, q.Limit = "", nil, false, 0
	if !reflect.ValueOf(q).IsZero() {
		return counts, false, nil
	}
	kept, err := j.Kept(ctx, account, sources)
	return kept.Rows, true, err
}

// inSources names the account's sources where a number is asked for in any of them: the index
// of keys serves no other question.
func (j *Journal) inSources(ctx context.Context, q state.OrderQuery) (state.OrderQuery, error) {
	if q.Number == "" || q.Account == "" || len(q.Sources) > 0 {
		return q, nil
	}
	all, err := j.readTallies(ctx, q.Account, nil)
	for source := range all {
		q.Sources = append(q.Sources, source)
	}
	return q, err
}

// foldAfter is how many rows a process may write before it sums up the differences of tallies.
const foldAfter = 500

// foldTallies sums up what changes have added to tallies, but for what another process is
// summing up just now.
func foldTallies(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `WITH taken AS (SELECT id FROM tallies FOR UPDATE SKIP LOCKED),
		gone AS (DELETE FROM tallies USING taken WHERE tallies.id = taken.id RETURNING account, source, what, n)
		INSERT INTO tallies (account, source, what, n) SELECT account, source, what, SUM(n) FROM gone GROUP BY account, source, what HAVING SUM(n) <> 0`)
	if err != nil {
		return fmt.Errorf("sum up the counts: %w", err)
	}
	return nil
}

// foldSometimes is foldTallies as the last write of a transaction, where enough was written.
func (j *Journal) foldSometimes(ctx context.Context, tx *sql.Tx, rows int) error {
	if j.dialect != postgres {
		return nil
	}
	if j.unfolded.Add(int64(rows)) < foldAfter {
		return nil
	}
	j.unfolded.Store(0)
	return foldTallies(ctx, tx)
}
