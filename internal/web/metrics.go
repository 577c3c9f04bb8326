package web

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/internal/measure"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// showMetrics writes the Prometheus text format, version 0.0.4: gauges of what stands now, read
// anew at each scrape, and what is counted as the process goes. README and dashboards name them,
// so they are never renamed. Strangers get those that are levels and counts of the whole.
func (s *server) showMetrics(w http.ResponseWriter, r *http.Request) {
	snapshot, sees := s.snapshot(r), access.Of(r.Context()).Sees()
	text := metrics(snapshot)
	if !sees {
		var e exposition
		outlineMetrics(&e, standing.NewOutline(snapshot, standing.Judge(snapshot, wording.English)))
		text = e.Bytes()
	}
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, err := w.Write(text)
	if err == nil && sees {
		err = s.Meter.Write(w)
	}
	if err != nil {
		s.Logger.Debug("metrics not sent whole", "error", err)
	}
}

// metrics are all of them. Their labels name feeds and states as the snapshot has them.
func metrics(s standing.Snapshot) []byte {
	list := standing.Judge(s, wording.English)
	o := standing.NewOutline(s, list)
	o.Orders, o.Findings = s.Orders, nil
	for _, f := range list {
		o.Findings = append(o.Findings, standing.Counted{Code: f.Code, Count: 1})
	}
	var e exposition
	e.gauge("dropbridge_build_info", "Always 1; the version is in its label.")
	e.sample(1, "version", s.Version)
	e.gauge("dropbridge_start_time_seconds", "When the process started, in seconds since 1970.")
	e.sample(unix(s.Started))
	e.gauge("dropbridge_problems", "Things that stop work until a person mends them.")
	e.sample(int64(len(s.Problems)))
	workMetrics(&e, s)
	processMetrics(&e, s)
	backupMetrics(&e, s.Backup)
	feedMetrics(&e, s.Feeds)
	outlineMetrics(&e, o)
	return e.Bytes()
}

// workMetrics are of the journal, and of what waits in it.
func workMetrics(e *exposition, s standing.Snapshot) {
	if s.JournalAway {
		return
	}
	e.gauge("dropbridge_rows", "Rows of order files, by status.")
	for _, status := range slices.Sorted(maps.Keys(s.Rows)) {
		e.sample(int64(s.Rows[status]), "state", status)
	}
	e.gauge("dropbridge_oldest_pending_order_seconds", "How long the order has waited that came first, of those that are not at the supplier yet or of which that is not known; 0 where none waits.")
	age := int64(0)
	if !s.OldestPending.IsZero() {
		age = max(0, int64(s.Now.Sub(s.OldestPending).Seconds()))
	}
	e.sample(age)
	e.gauge("dropbridge_journal_bytes", "What the database of the journal takes.")
	e.sample(s.JournalBytes)
}

// backupMetrics are of the copies of the journal that are made by schedule. Before the first one its age
// is not known, and not zero.
func backupMetrics(e *exposition, b *standing.Backup) {
	if b == nil || b.AgeSeconds == nil {
		return
	}
	e.gauge("dropbridge_backup_age_seconds", "How long ago the last good copy of the journal was made by schedule.")
	e.sample(*b.AgeSeconds)
}

// processMetrics are of the processes that share the journal, and of what waits for them.
func processMetrics(e *exposition, s standing.Snapshot) {
	if len(s.Processes) == 0 {
		return
	}
	e.gauge("dropbridge_role_ready", "1 when a process that lives has the role and waits for nothing, else 0.")
	for _, role := range s.Roles {
		e.sample(flag(s.Ready(role)), "role", role)
	}
	e.gauge("dropbridge_process_seen_seconds", "When a process last said that it lives, in seconds since 1970 by the journal's database.")
	for _, p := range s.Processes {
		e.sample(unix(p.Seen), "process", p.Name, "host", p.Host)
	}
	e.gauge("dropbridge_jobs", "Jobs of a kind, by state.")
	for _, q := range s.Queues {
		e.sample(int64(q.Waiting), "kind", q.Kind, "state", "waiting")
		e.sample(int64(q.Running), "kind", q.Kind, "state", "running")
	}
	e.gauge("dropbridge_jobs_oldest_seconds", "How long the oldest waiting job of a kind has waited.")
	for _, q := range s.Queues {
		e.sample(int64(q.Oldest.Seconds()), "kind", q.Kind)
	}
}

// outlineMetrics are those that tell levels and counts of the whole. What only the journal
// knows is left out while it is away: it is not known, and not zero.
func outlineMetrics(e *exposition, o standing.Outline) {
	e.gauge("dropbridge_healthy", "1 when /healthz answers 200, else 0.")
	e.sample(flag(o.Level != standing.Failing))
	e.gauge("dropbridge_supplier_drift", "Ways in which the supplier's answers differ from those of before.")
	e.sample(int64(o.Drift))
	e.gauge("dropbridge_inbox_files", "Order files in the inbox, by state.")
	e.sample(int64(o.Waiting), "state", "waiting")
	e.sample(int64(o.Failed), "state", "failed")
	if !o.JournalAway {
		e.gauge("dropbridge_orders", "Orders, by state.")
		for _, state := range slices.Sorted(maps.Keys(o.Orders)) {
			e.sample(int64(o.Orders[state]), "state", state)
		}
		e.gauge("dropbridge_conflicts", "Orders that wait for a person's decision, as a file or the supplier has another content under their number.")
		e.sample(int64(o.Conflicts))
	}
	e.gauge("dropbridge_findings", "What needs a person, by code.")
	byCode := map[string]int{}
	for _, f := range o.Findings {
		byCode[f.Code] += f.Count
	}
	for _, code := range slices.Sorted(maps.Keys(byCode)) {
		e.sample(int64(byCode[code]), "code", code)
	}
}

func feedMetrics(e *exposition, feeds []standing.Feed) {
	for _, m := range []struct {
		name, help string
		value      func(standing.Feed) int64
	}{
		{"dropbridge_feed_products", "Products read for the last build of a feed.", func(f standing.Feed) int64 { return int64(f.Products) }},
		{"dropbridge_feed_offers", "Offers in the published feed.", func(f standing.Feed) int64 { return int64(f.Offers) }},
		{"dropbridge_feed_skipped", "Products left out of the published feed.", func(f standing.Feed) int64 { return int64(f.Skipped) }},
		{"dropbridge_feed_warnings", "Warnings of the last build.", func(f standing.Feed) int64 { return int64(len(f.Warnings)) }},
		{"dropbridge_feed_bytes", "Size of the published feed.", func(f standing.Feed) int64 { return f.Bytes }},
		{"dropbridge_feed_published_timestamp_seconds", "When the feed was published, in seconds since 1970; 0 before the first time.", func(f standing.Feed) int64 { return unix(f.Published) }},
		{"dropbridge_feed_failed", "1 when the last build of the feed failed, else 0.", func(f standing.Feed) int64 { return flag(f.Error != "") }},
	} {
		e.gauge(m.name, m.help)
		for _, f := range feeds {
			e.sample(m.value(f), "feed", f.Name)
		}
	}
}

// exposition builds the text: a gauge's heading, then its samples.
type exposition struct {
	bytes.Buffer
	name string
}

func (e *exposition) gauge(name, help string) {
	e.name = name
	fmt.Fprintf(e, "# HELP %s %s\n# TYPE %s gauge\n", name, help, name)
}

// sample is one value of the current gauge, with the names and values of its labels in turn.
func (e *exposition) sample(value int64, labels ...string) {
	fmt.Fprintf(e, "%s%s %d\n", e.name, measure.Labels(labels...), value)
}

func flag(on bool) int64 {
	if on {
		return 1
	}
	return 0
}

func unix(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return at.Unix()
}
