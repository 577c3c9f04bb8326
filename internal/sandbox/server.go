package sandbox

import (
	"log/slog"
	"net/http"
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
