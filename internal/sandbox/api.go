package sandbox

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
)

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
		if !errors.As(err, &p) && r.Context().Err() == nil { // a client that has gone is no failure of ours
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
	ans, err := s.handle(c)
	if err != nil {
		return answer{header: limits}, err
	}
	for name, values := range limits {
		ans.header[name] = values
	}
	return ans, nil
}

// handle does what was asked.
func (s *Server) handle(c *call) (answer, error) {
	switch c.op.id {
	case "listProducts":
		return s.listProducts(c)
	case "searchProducts":
		return s.searchProducts(c)
	case "listOrders":
		return s.listOrders(c)
	case "createOrder":
		return s.createOrder(c)
	case "listShipments":
		return s.listShipments(c)
	case "listLedger":
		return s.listLedger(c)
	default:
		return answer{}, fmt.Errorf("operation %s has no handler", c.op.id)
	}
}
