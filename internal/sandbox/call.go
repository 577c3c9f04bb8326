package sandbox

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync/atomic"

	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
)

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

// requestIDs numbers requests; the seed keeps runs of a test alike.
type requestIDs struct {
	seed int64
	n    atomic.Int64
}

func (r *requestIDs) next() string {
	return fmt.Sprintf("req_%04x_%08d", uint16(r.seed), r.n.Add(1))
}
