package dispatch

import (
	"context"
	"fmt"
	"time"
)

// Queue is the jobs of a kind that are not done.
type Queue struct {
	Kind    Kind
	Waiting int
	Running int
	Oldest  time.Duration // how long the oldest of those that wait has waited
}

// Queues are the account's, by their kind.
func (d *Dispatcher) Queues(ctx context.Context) (list []Queue, err error) {
	rows, err := d.pool.Query(ctx, `SELECT kind, COUNT(*) FILTER (WHERE state <> 'running'), COUNT(*) FILTER (WHERE state = 'running'),
		COALESCE(EXTRACT(EPOCH FROM clock_timestamp() - MIN(created_at) FILTER (WHERE state <> 'running')), 0)::FLOAT8
		FROM river_job WHERE state IN ('available', 'running', 'retryable', 'scheduled') AND args ->> 'account' = $1 GROUP BY kind ORDER BY kind`, d.Account)
	if err != nil {
		return nil, fmt.Errorf("look at the jobs: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var q Queue
		var oldest float64
		if err := rows.Scan(&q.Kind, &q.Waiting, &q.Running, &oldest); err != nil {
			return nil, fmt.Errorf("look at the jobs: %w", err)
		}
		q.Oldest = time.Duration(oldest * float64(time.Second))
		list = append(list, q)
	}
	return list, rows.Err()
}

// Holders are the kinds of the jobs that processes are at, by the process's name.
func (d *Dispatcher) Holders(ctx context.Context) (map[string][]Kind, error) {
	rows, err := d.pool.Query(ctx, `SELECT DISTINCT attempted_by[array_length(attempted_by, 1)], kind FROM river_job WHERE state = 'running' ORDER BY 1, 2`)
	if err != nil {
		return nil, fmt.Errorf("look at the jobs: %w", err)
	}
	defer rows.Close()
	out := map[string][]Kind{}
	for rows.Next() {
		var process string
		var kind Kind
		if err := rows.Scan(&process, &kind); err != nil {
			return nil, fmt.Errorf("look at the jobs: %w", err)
		}
		out[process] = append(out[process], kind)
	}
	return out, rows.Err()
}
