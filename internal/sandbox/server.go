package sandbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/trade"
)

// MaxHistory is the most orders that Options.History may ask for.
const MaxHistory = 10_000

// Options configure a Server. The zero value is a service in memory with a
// generated catalogue and no token.
type Options struct {
	// DataDir holds sandbox.db; "" keeps everything in memory until Close.
	DataDir string
	// Tokens are accepted from the start; each is a client of its own.
	Tokens []string
	// Catalog fills an empty database; one that holds products keeps them, and
	// their stock. Nil: a generated catalogue of 200 products.
	Catalog *catalog.Catalog
	// Speed says how fast orders travel: 1 (and 0) is real time, 600 makes ten
	// minutes a second.
	Speed float64
	// AcceptAnySKU takes orders for SKUs that the catalogue does not have, and
	// asks for no stock.
	AcceptAnySKU bool
	// History is how many orders of the last three months the first client of an
	// empty database has made; their lives, at the speed of real time, fill the ledger.
	History int
	// Limit bounds each client's requests.
	Limit Limit
	// Now is the clock, time.Now where nil.
	Now func() time.Time
	// Seed decides waybill numbers and the lives of orders.
	Seed int64
	// Logger gets what a person should know, slog.Default where nil.
	Logger *slog.Logger
	// Version is shown on the pages and in the OpenAPI document.
	Version string
	// Hosts are names, beside loopback ones, under which a browser may reach the
	// cabinet and the other pages.
	Hosts []string
}

// Server is the supplier service, an http.Handler.
type Server struct {
	house      *trade.House
	goods      *goods
	speed      float64
	log        *slog.Logger
	limiter    *limiter
	faults     *faults
	counts     *counts
	operations map[string]map[string]*operation // by path, by method
	pages      http.Handler
	requests   requestIDs

	open   sync.RWMutex  // held for reading by each request, for writing by Close
	closed chan struct{} // closed when Close begins: what hangs ends
	once   sync.Once
}

// New opens the service. The caller closes it.
func New(o Options) (*Server, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Speed == 0 {
		o.Speed = 1
	}
	if !(o.Speed > 0 && o.Speed <= trade.MaxSpeed) {
		return nil, fmt.Errorf("start the sandbox: speed %v: it must be above 0 and at most %d", o.Speed, trade.MaxSpeed)
	}
	if o.History < 0 || o.History > MaxHistory {
		return nil, fmt.Errorf("start the sandbox: a history of %d orders: it must be from 0 to %d", o.History, MaxHistory)
	}
	if o.Limit.Requests < 0 || o.Limit.Requests > 0 && o.Limit.Window <= 0 {
		return nil, fmt.Errorf("start the sandbox: a limit needs a positive count and window, not %d in %v", o.Limit.Requests, o.Limit.Window)
	}
	ctx := context.Background() // opening belongs to nobody's request
	house, err := trade.Open(ctx, trade.Options{Folder: o.DataDir, Catalog: o.Catalog, Speed: o.Speed, AnySKU: o.AcceptAnySKU,
		History: o.History, Now: o.Now, Seed: o.Seed, Log: o.Logger})
	if err != nil {
		return nil, fmt.Errorf("start the sandbox: %w", err)
	}
	s, err := newServer(ctx, o, house)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start the sandbox: %w", err), house.Close())
	}
	return s, nil
}

func newServer(ctx context.Context, o Options, house *trade.House) (*Server, error) {
	s := &Server{
		house: house, speed: o.Speed, log: o.Logger,
		limiter: &limiter{limit: o.Limit, windows: map[int64]*window{}},
		faults:  &faults{}, counts: newCounts(), closed: make(chan struct{}),
		requests: requestIDs{seed: o.Seed},
	}
	now := house.Now()
	for i, token := range o.Tokens {
		if err := s.allow(ctx, fmt.Sprintf("token %d", i+1), token, now); err != nil {
			return nil, err
		}
	}
	var err error
	if s.goods, err = openGoods(ctx, house.Store); err != nil {
		return nil, err
	}
	if err = house.Remember(ctx); err != nil {
		return nil, err
	}
	s.operations = s.table()
	if s.pages, err = s.newPages(o); err != nil {
		return nil, err
	}
	return s, nil
}

// Close ends what hangs, waits for the requests under way and closes the
// database. Requests that come later are answered with 503.
func (s *Server) Close() error {
	var err error
	s.once.Do(func() {
		close(s.closed)
		s.open.Lock()
		defer s.open.Unlock()
		err = s.house.Close()
	})
	return err
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.open.RLock()
	defer s.open.RUnlock()
	select {
	case <-s.closed:
		w.Header().Set("Retry-After", "1")
		http.Error(w, "the sandbox is closed", http.StatusServiceUnavailable)
		return
	default:
	}
	if methods, ok := s.operations[r.URL.Path]; ok {
		s.serveAPI(w, r, methods)
		return
	}
	if strings.HasPrefix(r.URL.Path, "/api/") { // for programs, whatever name they call it by
		s.notFound(w, r)
		return
	}
	s.pages.ServeHTTP(w, r)
}
