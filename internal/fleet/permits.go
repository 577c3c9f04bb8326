package fleet

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// The validity of a permit is a part of the shortest window, within these.
const (
	shortestValid = 250 * time.Millisecond
	longestValid  = 2 * time.Second
	validPart     = 4
)

// mostAtOnce is which part of a limit one process may take at once: the others want some, too.
const mostAtOnce = 10

// tooSlow is how often in a row permits may be void before they arrive.
const tooSlow = 3

// errSlow is a database that answers so late that its permits are void.
var errSlow = errors.New("the journal's database answers too slowly: what it permits is void before it arrives")

// Permits give leave for requests to a supplier, so that the limits hold for all processes of the
// journal together. They are taken from the database a few at a time: as many as were used up
// before the last ones were void. Without the database there are none. Use NewPermits.
type Permits struct {
	account string
	spans   []int64 // nanoseconds
	most    []int64
	valid   time.Duration
	db      *sql.DB
	sleep   func(context.Context, time.Duration) error

	turn chan struct{} // whoever has its one element may use what follows
	free int64
	size int64
	left int64     // the most that is taken at once
	void time.Time // when the free ones are void
}

// NewPermits makes the permits of an account with limits, of which there must be one at least.
// Nothing is asked of the database at address before the first request.
func NewPermits(address, account string, limits []supplier.Limit, sleep func(context.Context, time.Duration) error) (*Permits, error) {
	db, err := open(address, 1)
	if err != nil {
		return nil, err
	}
	p := &Permits{account: account, db: db, sleep: sleep, valid: longestValid, turn: make(chan struct{}, 1), size: 1}
	for _, limit := range limits {
		p.spans, p.most = append(p.spans, limit.Window.Nanoseconds()), append(p.most, int64(limit.Requests))
		p.valid = min(p.valid, max(limit.Window/validPart, shortestValid))
		if part := max(1, int64(limit.Requests)/mostAtOnce); p.left == 0 || part < p.left {
			p.left = part
		}
	}
	return p, nil
}

// Close gives up the connection.
func (p *Permits) Close() error { return p.db.Close() }

// Take returns when one request may begin, which has to be at once.
func (p *Permits) Take(ctx context.Context) error {
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	for void := 0; void < tooSlow; {
		if p.free > 0 && time.Now().Before(p.void) {
			p.free--
			return nil
		}
		p.resize()
		asked := time.Now()
		granted, wait, err := p.ask(ctx)
		if err != nil {
			return err
		}
		if granted == 0 {
			if err := p.sleep(ctx, wait); err != nil {
				return err
			}
			continue
		}
		if p.free, p.void = granted, asked.Add(p.valid); !time.Now().Before(p.void) {
			void++
		}
	}
	return errSlow
}

// resize takes twice as many where all were used, and one where some were not.
func (p *Permits) resize() {
	if p.free > 0 || p.void.IsZero() {
		p.size = 1
		return
	}
	p.size = min(2*p.size, p.left)
}

func (p *Permits) ask(ctx context.Context) (granted int64, wait time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, beatLimit)
	defer cancel()
	var nanoseconds int64
	if err := p.db.QueryRowContext(ctx, "SELECT granted, wait FROM take_permits($1, $2::BIGINT[], $3::BIGINT[], $4, $5)",
		p.account, p.spans, p.most, p.valid.Nanoseconds(), p.size).Scan(&granted, &nanoseconds); err != nil {
		return 0, 0, fmt.Errorf("ask the journal's database for leave to make a request: %w", err)
	}
	return granted, time.Duration(nanoseconds), nil
}
