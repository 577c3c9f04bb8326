package dispatch

import "context"

// SilentFor is how long the database lets a transaction of the dispatcher's be open whose client
// is silent.
func (d *Dispatcher) SilentFor(ctx context.Context) (text string, err error) {
	err = d.pool.QueryRow(ctx, "SHOW idle_in_transaction_session_timeout").Scan(&text)
	return text, err
}
