package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// late is how long a feed may be overdue before that counts as a fault.
const late = 15 * time.Minute

// level says how the whole is doing; the values are names of the page's style too.
type level string

const (
	fine      level = "fine"      // all works
	attention level = "attention" // works, but a person is asked for something
	failing   level = "failing"   // something does not work
)

// finding is one thing that a person should know, with what to do about it.
type finding struct {
	Level  level     `json:"level"`
	Text   string    `json:"text"`
	Mend   string    `json:"mend,omitempty"`
	Since  time.Time `json:"since,omitzero"`
	Code   string    `json:"code"`
	Orders []string  `json:"orders,omitempty"`
	Files  []string  `json:"files,omitempty"`
	Feeds  []string  `json:"feeds,omitempty"`
}

// The codes of findings.
const (
	codeProblem    = "problem"
	codeFeed       = "feed_failed"
	codeFeedLate   = "feed_overdue"
	codeDrift      = "answers_changed"
	codeUnknown    = "outcome_unknown"
	codeConflict   = "order_conflict"
	codeFileFailed = "file_refused"
	codeBooks      = "books_failed"
	codeBooksApart = "books_differ"
)

// findings judges a snapshot, the worst first, in a language.
func findings(s Snapshot, l wording.Language) []finding {
	var list []finding
	for _, p := range s.Problems {
		if !p.Minor {
			list = append(list, finding{Level: failing, Code: codeProblem, Text: p.Text, Mend: p.Mend, Since: p.Since})
		}
	}
	for _, f := range s.Feeds {
		switch {
		case f.Error != "":
			text, mend := say(l, "feed_failed", f.Name, f.Error), say(l, "feed_failed_way")
			if f.Mend != "" { // a person has to decide
				text, mend = f.Error, f.Mend
			}
			list = append(list, finding{Level: failing, Code: codeFeed, Text: text, Mend: mend, Feeds: []string{f.Name}})
		case !f.Running && !f.Next.IsZero() && s.Now.Sub(f.Next) > late:
			list = append(list, finding{Level: failing, Code: codeFeedLate, Text: say(l, "feed_overdue", f.Name),
				Mend: say(l, "feed_overdue_way"), Since: f.Next, Feeds: []string{f.Name}})
		}
	}
	if b := s.Books; b != nil && b.Error != "" {
		mend := b.Mend
		if mend == "" {
			mend = say(l, "books_failed_way")
		}
		list = append(list, finding{Level: failing, Code: codeBooks, Text: say(l, "books_failed", b.Failing, b.Error), Mend: mend, Since: b.Since})
	}
	for _, p := range s.Problems {
		if p.Minor {
			list = append(list, finding{Level: attention, Code: codeProblem, Text: p.Text, Mend: p.Mend, Since: p.Since})
		}
	}
	return append(list, asked(s, l)...)
}

// asked lists what waits for a person although everything works.
func asked(s Snapshot, l wording.Language) []finding {
	var list []finding
	told := map[string]bool{}
	for _, f := range s.Findings {
		told[f.Code] = true
		list = append(list, finding{Level: attention, Code: f.Code, Text: f.Text, Mend: f.Mend, Since: f.Since, Orders: f.Orders, Files: f.Files})
	}
	if n := s.Orders["unknown"]; n > 0 && !told[codeUnknown] && !told["answer_differs"] && !told["order_id_taken"] {
		list = append(list, finding{Level: attention, Code: codeUnknown, Text: say(l, "unknown", n), Mend: say(l, "unknown_way")})
	}
	if n := max(s.Orders["conflict"], s.Conflicts); n > 0 && !told[codeConflict] && !told["cancelled_in_file"] && !told["revived_in_file"] {
		list = append(list, finding{Level: attention, Code: codeConflict, Text: say(l, "conflict", n), Mend: say(l, "conflict_way")})
	}
	if b := s.Books; b != nil && b.Differences > 0 {
		list = append(list, finding{Level: attention, Code: codeBooksApart, Text: say(l, "books_differ", b.Differences, b.Month),
			Mend: say(l, "books_differ_way", b.Page), Since: b.Closed})
	}
	if n := len(s.Drift); n > 0 {
		list = append(list, finding{Level: attention, Code: codeDrift, Text: say(l, "drift", n), Mend: say(l, "drift_way")})
	}
	if n := s.Inbox.Failed; n > 0 && !told[codeFileFailed] {
		list = append(list, finding{Level: attention, Code: codeFileFailed, Text: say(l, "failed_files", n), Mend: say(l, "failed_files_way")})
	}
	return list
}

// levelOf is the worst of the findings.
func levelOf(list []finding) level {
	worst := fine
	for _, f := range list {
		if f.Level == failing {
			return failing
		}
		worst = attention
	}
	return worst
}

// snapshot asks the source; where that fails it answers 503 itself.
func (s *server) snapshot(w http.ResponseWriter, r *http.Request) (Snapshot, bool) {
	snapshot, err := s.Source.Snapshot(r.Context())
	if err != nil {
		s.Logger.Error("state not read", "error", err)
		http.Error(w, "the state cannot be read: "+err.Error(), http.StatusServiceUnavailable)
		return Snapshot{}, false
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
	for _, f := range findings(snapshot, wording.English) {
		if f.Level == failing {
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
	list := findings(snapshot, wording.English)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	err := enc.Encode(struct {
		Level    level     `json:"level"`
		Findings []finding `json:"findings"`
		Snapshot
	}{levelOf(list), list, snapshot})
	if err != nil {
		s.Logger.Debug("status.json not sent whole", "error", err)
	}
}
