package importer_test

import (
	"encoding/json"
	"io"
	"net/http"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// The moments of a request at which the shop can kill who sent it.
const (
	requestLost   = "request lost"   // it is on its way, and never arrives
	requestStored = "request stored" // the order was made, nothing was answered
	answerCut     = "answer cut"     // half of the answer was sent

	// The same of handing in a draft.
	handingLost   = "handing lost"
	handingStored = "handing stored"
)

// serve is the shop over HTTP, as the default mapping has it. at, which may be nil, is
// called at each moment of a request to create an order, and says whether it ends there.
func serve(s *shop, at func(moment string) bool) http.Handler {
	if at == nil {
		at = func(string) bool { return false }
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/orders", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || at(requestLost) {
			panic(http.ErrAbortHandler) // the connection ends without an answer
		}
		created, err := s.CreateOrder(r.Context(), body, r.Header.Get("Idempotency-Key"))
		if err != nil || at(requestStored) {
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		answer, _ := json.Marshal(wire(created.Order))
		_, _ = w.Write(answer[:len(answer)/2])
		_ = http.NewResponseController(w).Flush()
		if at(answerCut) {
			panic(http.ErrAbortHandler)
		}
		_, _ = w.Write(answer[len(answer)/2:])
	})
	mux.HandleFunc("POST /api/orders/{id}/submit", func(w http.ResponseWriter, r *http.Request) {
		if at(handingLost) {
			panic(http.ErrAbortHandler)
		}
		submitted, err := s.SubmitOrder(r.Context(), r.PathValue("id"))
		if at(handingStored) {
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("Content-Type", "application/json")
		if err != nil {
			w.WriteHeader(http.StatusConflict)
		}
		_ = json.NewEncoder(w).Encode(wire(submitted.Order))
	})
	mux.HandleFunc("GET /api/orders", func(w http.ResponseWriter, r *http.Request) {
		data := []any{}
		for order := range s.Orders(r.Context(), supplier.OrderQuery{ExternalIDs: r.URL.Query()["external_id"]}) {
			data = append(data, wire(order))
		}
		answerList(w, data)
	})
	mux.HandleFunc("GET /api/shipments", func(w http.ResponseWriter, _ *http.Request) { answerList(w, []any{}) })
	return mux
}

func wire(o supplier.Order) any {
	return map[string]any{"id": o.ID, "external_id": o.ExternalID, "status": o.Status, "created_at": o.CreatedAt.UTC(), "updated_at": o.UpdatedAt.UTC()}
}

func answerList(w http.ResponseWriter, data []any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"data": data,
		"meta": map[string]any{"page": 1, "per_page": 200, "total": len(data), "total_pages": 1}})
}
