package sandbox

import (
	"context"
	"fmt"
	"maps"
)

// Stats is what the service received. Requests and faults are counted since it
// was opened, orders in its database.
type Stats struct {
	// Requests counts by operation ("unknown" for a wrong method) and by what
	// came of it: a status, or cut, hang, gone.
	Requests map[string]map[string]int `json:"requests"`
	// Faults counts by kind how often one struck.
	Faults map[string]int `json:"faults"`
	// OrdersStored counts the orders that clients posted.
	OrdersStored int `json:"orders_stored"`
	// Replays counts the answers that showed an order made before.
	Replays int `json:"replays"`
	// DoubledExternalIDs counts the external ids under which a client has more
	// than one order: what must never happen unless a fault asked for it.
	DoubledExternalIDs int `json:"doubled_external_ids"`
}

// Stats counts. What the database cannot tell is logged and left at 0.
func (s *Server) Stats() Stats {
	stats, err := s.stats(context.Background())
	if err != nil {
		s.log.Error("count what the sandbox received", "error", err)
	}
	return stats
}

func (s *Server) stats(ctx context.Context) (Stats, error) {
	s.counts.mu.Lock()
	stats := Stats{Requests: map[string]map[string]int{}, Faults: maps.Clone(s.counts.faults), Replays: s.counts.replays}
	for operation, outcomes := range s.counts.requests {
		stats.Requests[operation] = maps.Clone(outcomes)
	}
	s.counts.mu.Unlock()
	err := s.house.Store.Read.QueryRowContext(context.WithoutCancel(ctx), `SELECT (SELECT count(*) FROM orders WHERE seq > 0),
		(SELECT count(*) FROM (SELECT 1 FROM orders WHERE seq > 0 GROUP BY client_id, external_id HAVING count(*) > 1))`).
		Scan(&stats.OrdersStored, &stats.DoubledExternalIDs)
	if err != nil {
		return stats, fmt.Errorf("count the orders: %w", err)
	}
	return stats, nil
}
