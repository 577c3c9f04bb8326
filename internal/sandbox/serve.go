package sandbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/trade"
)

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
	s.operations = operationsByPath()
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
