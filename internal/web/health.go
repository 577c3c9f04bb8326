package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// snapshot asks the source. Where that fails there is what is known without the journal, and
// the snapshot says so: nobody is told what the database said, which may name its address.
func (s *server) snapshot(r *http.Request) standing.Snapshot {
	snapshot, err := s.Source.Snapshot(r.Context())
	if err != nil {
		s.Logger.Error("state not read", "error", err)
		snapshot = standing.Snapshot{Feeds: s.Source.Feeds(), JournalAway: true}
	}
	if snapshot.Now.IsZero() {
		snapshot.Now = s.Now()
	}
	return snapshot
}

// showHealth answers 200 "ok", or 503 with a line for each thing that does not work; to
// strangers with its code and how many there are. What merely waits for a person does not
// make it unhealthy.
func (s *server) showHealth(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	snapshot := s.snapshot(r)
	list := standing.Judge(snapshot, wording.English)
	if standing.LevelOf(list) != standing.Failing {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		fmt.Fprintln(w, "ok")
		return
	}
	var reasons []string
	if access.Of(r.Context()).Sees() {
		for _, f := range list {
			if f.Level == standing.Failing {
				reasons = append(reasons, f.Text)
			}
		}
	} else {
		for _, c := range standing.NewOutline(snapshot, list).Findings {
			if c.Level == standing.Failing {
				reasons = append(reasons, fmt.Sprintf("%s: %d", c.Code, c.Count))
			}
		}
	}
	http.Error(w, strings.Join(reasons, "\n"), http.StatusServiceUnavailable)
}

// showReady answers 200 "ready" where this process can take work, or 503 with a line for each
// reason; to strangers with its code alone.
func (s *server) showReady(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	reasons := s.snapshot(r).Unready()
	if len(reasons) == 0 {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		fmt.Fprintln(w, "ready")
		return
	}
	var lines []string
	for _, reason := range reasons {
		if !access.Of(r.Context()).Sees() {
			lines = append(lines, reason.Code)
			continue
		}
		lines = append(lines, reason.Code+": "+reason.Text)
	}
	http.Error(w, strings.Join(lines, "\n"), http.StatusServiceUnavailable)
}

// showJSON serves the snapshot with the verdict on it; to strangers its outline.
func (s *server) showJSON(w http.ResponseWriter, r *http.Request) {
	snapshot := s.snapshot(r)
	list := standing.Judge(snapshot, wording.English)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	var shown any = standing.NewOutline(snapshot, list)
	if access.Of(r.Context()).Sees() {
		shown = struct {
			Level    standing.Level     `json:"level"`
			Findings []standing.Finding `json:"findings"`
			standing.Snapshot
		}{standing.LevelOf(list), list, snapshot}
	}
	if err := enc.Encode(shown); err != nil {
		s.Logger.Debug("status.json not sent whole", "error", err)
	}
}
