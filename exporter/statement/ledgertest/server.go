package ledgertest

import (
	"math/big"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier/client"
)

// Ledger says what a Server serves. Entries beyond the Written ones are not made: it is
// one or the other.
type Ledger struct {
	Entries  int // that are generated, evenly spread over [From, To)
	Seed     int64
	From, To time.Time

	Written []Entry // instead, in any order; one without a time stands a minute after the one before, from From on

	Orders    []Order
	Shipments []Shipment
	PerPage   int // the most that a page holds; 0: 200

	Faults
}

// Faults are the ways in which a Server is wrong. Entries are named by their place in
// the ledger, from 1; 0 is none.
type Faults struct {
	Skip          int    // never sent, and yet counted
	Repeat        int    // sent twice, one after the other
	Changed       bool   // the one that is sent twice differs the second time
	NoMeta        bool   // nothing is said of the period's sums
	NoTotal       bool   // nor of how many entries there are
	NoBalances    bool   // balance_after is null
	WrongOpening  int64  // kopecks that are added to what meta says
	WrongClosing  int64  // likewise
	WrongAccrual  int64  // likewise, of the turnover
	IgnoreFilters bool   // from, to and kind have no effect
	Fail          string // path that answers 500
}

// Server serves a ledger. Its methods may be called while it is read.
type Server struct {
	web *httptest.Server

	mu       sync.Mutex
	l        Ledger
	book     book
	requests int
}

// New starts a server that stops with the test.
func New(t testing.TB, l Ledger) *Server {
	t.Helper()
	if l.PerPage == 0 {
		l.PerPage = 200
	}
	s := &Server{l: l}
	switch {
	case len(l.Written) > 0 || l.Entries == 0:
		s.book = write(l.Written, l.From)
	case l.To.Sub(l.From).Microseconds() < int64(l.Entries):
		t.Fatalf("%d entries do not fit between %v and %v", l.Entries, l.From, l.To)
	default:
		s.book = generate(l.Entries, l.Seed, l.From, l.To)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/finance/ledger", s.ledger)
	mux.HandleFunc("GET /api/orders", s.orders)
	mux.HandleFunc("GET /api/shipments", s.shipments)
	s.web = httptest.NewServer(mux)
	t.Cleanup(s.web.Close)
	return s
}

// Client is a client of the server, which does not try again.
func (s *Server) Client(t testing.TB) *client.Client {
	t.Helper()
	return clientOf(t, client.Options{BaseURL: s.web.URL})
}

// Break replaces the faults.
func (s *Server) Break(f Faults) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.l.Faults = f
}

// Add books entries; one with an older time than others comes late. The ledger must be
// a written one, as for Drop and Change.
func (s *Server) Add(entries ...Entry) {
	s.edit(func(w written) written {
		for i := range entries {
			entries[i].fill(len(w)+i, s.l.From)
		}
		w = append(w, entries...)
		slices.SortStableFunc(w, func(x, y Entry) int { return x.PostedAt.Compare(y.PostedAt) })
		return w
	})
}

// Drop takes an entry out of the ledger.
func (s *Server) Drop(id string) {
	s.edit(func(w written) written { return slices.DeleteFunc(w, func(e Entry) bool { return e.ID == id }) })
}

// Change changes an entry's amount.
func (s *Server) Change(id string, kopecks int64) {
	s.edit(func(w written) written {
		for i := range w {
			if w[i].ID == id {
				w[i].Kopecks = kopecks
			}
		}
		return w
	})
}

func (s *Server) edit(change func(written) written) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.book = change(slices.Clone(s.book.(written)))
}

// Requests counts those that were answered.
func (s *Server) Requests() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests
}

// Sums are kopecks, by kind and in all, of the entries in [from, to).
type Sums struct {
	Entries                       int64
	Accrual, Hold, Payout, Amount *big.Int
	Debit, Credit                 *big.Int // of accruals and payouts
}

// Sum adds the entries up that were posted in [from, to); a zero time is no limit.
func (s *Server) Sum(from, to time.Time) Sums {
	s.mu.Lock()
	b := s.book
	s.mu.Unlock()
	out := Sums{0, new(big.Int), new(big.Int), new(big.Int), new(big.Int), new(big.Int), new(big.Int)}
	b.walk(0, func(_ int, e *Entry, _ Balance) bool {
		if !from.IsZero() && e.PostedAt.Before(from) || !to.IsZero() && !e.PostedAt.Before(to) {
			return true
		}
		amount := big.NewInt(e.Kopecks)
		out.Entries++
		out.Amount.Add(out.Amount, amount)
		if e.Kind == "hold" {
			out.Hold.Add(out.Hold, amount)
			return true
		}
		into := out.Accrual
		if e.Kind == "payout" {
			into = out.Payout
		}
		into.Add(into, amount)
		if e.Kopecks < 0 {
			out.Credit.Sub(out.Credit, amount)
		} else {
			out.Debit.Add(out.Debit, amount)
		}
		return true
	})
	return out
}
