package trade

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
)

// Options say how a House trades.
type Options struct {
	Folder  string           // of sandbox.db; "" keeps everything in memory
	Catalog *catalog.Catalog // fills an empty database; nil: a generated one
	Speed   float64          // how fast orders travel; 1 is real time
	AnySKU  bool             // takes orders for unknown SKUs, and asks for no stock
	History int              // how many orders the first client of an empty database has made
	Now     func() time.Time
	Seed    int64 // decides waybill numbers and the lives of orders
	Log     *slog.Logger
}

// House is the trading house behind the service: its goods, its clients' orders, the
// parcels and the ledger. Orders travel through their lives by themselves; a caller
// brings a client's up to the present before it reads them.
type House struct {
	Store *Store

	currency string // of the books; it never changes
	clock    *clock
	speed    float64
	seed     int64
	history  int
	anySKU   bool
	log      *slog.Logger
}

// Open opens the database and fills an empty one with goods. The caller closes
// the house.
func Open(ctx context.Context, o Options) (*House, error) {
	st, err := openStore(ctx, o.Folder)
	if err != nil {
		return nil, err
	}
	h := &House{Store: st, clock: &clock{now: o.Now}, speed: o.Speed, seed: o.Seed, history: o.History, anySKU: o.AnySKU, log: o.Log}
	if h.currency, err = stock(ctx, st, o, h.Now(), h.log); err != nil {
		return nil, errors.Join(err, st.close())
	}
	return h, nil
}

// Close closes the database.
func (h *House) Close() error { return h.Store.close() }

// Now is the time in microseconds; it never goes back.
func (h *House) Now() int64 { return h.clock.read() }
