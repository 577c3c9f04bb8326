package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// snapshot asks the source; where that fails it answers 503 itself.
func (s *server) snapshot(w http.ResponseWriter, r *http.Request) (standing.Snapshot, bool) {
	snapshot, err := s.Source.Snapshot(r.Context())
	if err != nil {
		s.Logger.Error("state not read", "error", err)
		http.Error(w, "the state cannot be read: "+err.Error(), http.StatusServiceUnavailable)
		return standing.Snapshot{}, false
	}
	if snapshot.Now.IsZero() {
		snapshot.Now = s.Now()
	}
	return snapshot, true
}

// showHealth answers 200 "ok", or 503 with a line for each thing that does not work.
// What merely waits for a person does not make it unhealthy.
func (s *server) showHealth(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	snapshot, ok := s.snapshot(w, r)
	if !ok {
		return
	}
	var reasons []string
	for _, f := range standing.Judge(snapshot, wording.English) {
		if f.Level == standing.Failing {
			reasons = append(reasons, f.Text)
		}
	}
	if len(reasons) > 0 {
		http.Error(w, strings.Join(reasons, "\n"), http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprintln(w, "ok")
}

// showJSON serves the snapshot with the verdict on it.
func (s *server) showJSON(w http.ResponseWriter, r *http.Request) {
	snapshot, ok := s.snapshot(w, r)
	if !ok {
		return
	}
	list := standing.Judge(snapshot, wording.English)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	err := enc.Encode(struct {
		Level    standing.Level     `json:"level"`
		Findings []standing.Finding `json:"findings"`
		standing.Snapshot
	}{standing.LevelOf(list), list, snapshot})
	if err != nil {
		s.Logger.Debug("status.json not sent whole", "error", err)
	}
}
