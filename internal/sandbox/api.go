package sandbox

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
)

// operation is one of the service's six operations.
type operation struct {
	id     string // as in the OpenAPI document
	method string
	path   string
	handle func(*Server, *call) (answer, error)
}

// operationTable is the whole interface.
func operationTable() []operation {
	return []operation{
		{"listProducts", http.MethodGet, "/api/products", (*Server).listProducts},
		{"searchProducts", http.MethodGet, "/api/products/search", (*Server).searchProducts},
		{"listOrders", http.MethodGet, "/api/orders", (*Server).listOrders},
		{"createOrder", http.MethodPost, "/api/orders", (*Server).createOrder},
		{"listShipments", http.MethodGet, "/api/shipments", (*Server).listShipments},
		{"listLedger", http.MethodGet, "/api/finance/ledger", (*Server).listLedger},
	}
}

func (s *Server) table() map[string]map[string]*operation {
	paths := map[string]map[string]*operation{}
	for _, op := range operationTable() {
		if paths[op.path] == nil {
			paths[op.path] = map[string]*operation{}
		}
		paths[op.path][op.method] = &op
		if op.method == http.MethodGet {
			paths[op.path][http.MethodHead] = &op
		}
	}
	return paths
}

// call is one authorised request under way.
type call struct {
	ctx    context.Context
	r      *http.Request
	w      http.ResponseWriter // only to bound the body
	op     *operation
	client client
	now    int64 // microseconds
	query  *contract.Query
	acts   acts // the faults that this request meets
}

// answer is a whole response. Nothing is written before it is complete, which
// is what lets a fault cut it at any point.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (s *Server) serveAPI(w http.ResponseWriter, r *http.Request, methods map[string]*operation) {
	id := s.requests.next()
	op := methods[r.Method]
	if op == nil {
		p := contract.Refuse(http.StatusMethodNotAllowed, "method_not_allowed", "%s is not a method of %s", r.Method, r.URL.Path)
		p.Header = http.Header{"Allow": {allowed(methods)}}
		s.counts.request("unknown", strconv.Itoa(p.Status))
		s.write(w, id, problemAnswer(p, r.URL.Path, id))
		return
	}
	acts := s.faults.meet(op)
	for _, kind := range acts.kinds() {
		s.counts.fault(kind)
	}
	if !s.actBefore(w, r, id, op, acts) {
		return
	}
	ans, err := s.run(&call{ctx: r.Context(), r: r, w: w, op: op, acts: acts})
	if err != nil {
		var p *contract.Problem
		if !errors.As(err, &p) {
			s.log.Error("request failed", "operation", op.id, "request_id", id, "error", err)
		}
		refusal := problemAnswer(err, r.URL.Path, id)
		for name, values := range ans.header { // the limits, known already
			refusal.header[name] = values
		}
		ans = refusal
	}
	s.actAfter(w, r, id, op, acts, ans)
}

// run does one request: who asks, how often, what, and then the operation.
func (s *Server) run(c *call) (answer, error) {
	var err error
	if c.client, err = s.authorize(c.ctx, c.r); err != nil {
		return answer{}, err
	}
	c.now = s.house.Now()
	limits, err := s.limiter.take(c.client.id, c.now)
	if err != nil {
		return answer{header: limits}, err
	}
	if c.query, err = contract.ReadQuery(c.r); err != nil {
		return answer{header: limits}, err
	}
	if err := s.house.Advance(c.ctx, c.client.id, c.now); err != nil {
		return answer{header: limits}, err
	}
	ans, err := c.op.handle(s, c)
	if err != nil {
		return answer{header: limits}, err
	}
	for name, values := range limits {
		ans.header[name] = values
	}
	return ans, nil
}

func (s *Server) write(w http.ResponseWriter, id string, ans answer) {
	setHeader(w, id, ans)
	w.WriteHeader(ans.status)
	if _, err := w.Write(ans.body); err != nil && !errors.Is(err, http.ErrBodyNotAllowed) {
		s.log.Debug("answer not taken", "request_id", id, "error", err)
	}
}

func setHeader(w http.ResponseWriter, id string, ans answer) {
	for name, values := range ans.header {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(ans.body)))
	w.Header().Set("X-Request-Id", id)
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
}

func allowed(methods map[string]*operation) string {
	var names []string
	for name := range methods {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// requestIDs numbers requests; the seed keeps runs of a test alike.
type requestIDs struct {
	seed int64
	n    atomic.Int64
}

func (r *requestIDs) next() string {
	return fmt.Sprintf("req_%04x_%08d", uint16(r.seed), r.n.Add(1))
}
