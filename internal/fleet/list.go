package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
)

// Seen is a process as the database knows it. Its times are of the database's clock.
type Seen struct {
	Process
	Name     string
	Host     string
	Schedule string            // as it joined with it
	Waits    map[string]string // what its roles wait for, by the role
	Started  time.Time
	Beat     time.Time // when it last said that it lives
	Silent   time.Duration
	Fenced   bool // it was silent for too long
	Sending  int  // orders whose sending it has begun and not concluded
}

// sending is the state of orders that are on their way as SQL has it. It stands in statements as it
// is, so that indexes of the orders that wait are known to hold them.
const sending = "'" + string(state.Sending) + "'"

// shownFenced is how long a process that was fenced is still shown.
const shownFenced = time.Hour

// forgotten is how long the name of a process that has ended is kept.
const forgotten = 24 * time.Hour

// Fences says of each process that ever joined, by its name, whether it was fenced or has
// ended. One that is not among them never joined, or ended long ago.
func (m *Member) Fences(ctx context.Context) (map[string]bool, error) {
	rows, err := m.db.QueryContext(ctx, "SELECT name, fenced_at <> 0 FROM processes")
	if err != nil {
		return nil, fmt.Errorf("read which processes live: %w", err)
	}
	defer rows.Close()
	out := map[string]bool{}
	for rows.Next() {
		var name string
		var fenced bool
		if err := rows.Scan(&name, &fenced); err != nil {
			return nil, fmt.Errorf("read which processes live: %w", err)
		}
		out[name] = fenced
	}
	return out, rows.Err()
}

// List is the processes that live, and those that were fenced a short time ago, the one that
// started first first.
func (m *Member) List(ctx context.Context) (list []Seen, err error) {
	rows, err := m.db.QueryContext(ctx, `SELECT name, host, version, roles, waits, schedule, started_at, seen_at, clock_ns() - seen_at, fenced_at <> 0,
		(SELECT COUNT(*) FROM orders WHERE orders.state = `+sending+` AND orders.owner = processes.name)
		FROM processes WHERE fenced_at = 0 OR ended = 0 AND fenced_at > clock_ns() - $1::BIGINT ORDER BY started_at, name`, shownFenced.Nanoseconds())
	if err != nil {
		return nil, fmt.Errorf("list the processes: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var p Seen
		var roles, waits string
		var started, seen, silent int64
		if err := rows.Scan(&p.Name, &p.Host, &p.Version, &roles, &waits, &p.Schedule, &started, &seen, &silent, &p.Fenced, &p.Sending); err != nil {
			return nil, fmt.Errorf("list the processes: %w", err)
		}
		p.Roles, p.Started, p.Beat, p.Silent = strings.Fields(roles), time.Unix(0, started), time.Unix(0, seen), time.Duration(silent)
		if waits != "" {
			err = errors.Join(err, json.Unmarshal([]byte(waits), &p.Waits))
		}
		list = append(list, p)
	}
	return list, errors.Join(err, rows.Err())
}

// Forget removes the names of processes that ended long ago and have left no order behind.
func (m *Member) Forget(ctx context.Context) error {
	_, err := m.db.ExecContext(ctx, `DELETE FROM processes WHERE fenced_at <> 0 AND fenced_at < clock_ns() - $1::BIGINT
		AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.state = `+sending+` AND orders.owner = processes.name)`, forgotten.Nanoseconds())
	if err != nil {
		return fmt.Errorf("forget the processes that ended: %w", err)
	}
	return nil
}
