// Package measure counts and times what a process does, for the machines that watch it: requests
// to suppliers, builds of feeds, requests that it answers itself, and what Go's runtime and the
// system say of the process. What merely stands somewhere, as orders do, is read when it is asked
// for: see package web.
package measure

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// The outcomes of a request to a supplier and of a build.
const (
	Done      = "done"
	Refused   = "refused"   // by the supplier, or by the feed's guard
	Throttled = "throttled" // the supplier had too many requests
	Failed    = "failed"
)

// timed is something whose durations are counted by classes, each up to so many seconds.
type timed struct {
	name, help string
	upTo       []float64
}

var (
	requests = timed{"dropbridge_supplier_request_seconds", "How long attempts at a request to a supplier took, reading the answer included.", []float64{0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30}}
	builds   = timed{"dropbridge_feed_build_seconds", "How long the pass took in which a feed was built, reading the products included.", []float64{1, 5, 15, 60, 300, 900, 3600}}
	answers  = timed{"dropbridge_http_answer_seconds", "How long this server took to answer, sending included.", []float64{0.005, 0.025, 0.1, 0.5, 2.5, 10, 60}}
)

// Meter is what is counted. Its methods may be called concurrently; those of nil count nothing.
type Meter struct{ set *metrics.Set }

// New is a meter that has counted nothing yet.
func New() *Meter {
	metrics.ExposeMetadata(true)
	return &Meter{metrics.NewSet()}
}

// Request counts an attempt at a request to a supplier, by his name, "" where he is the only one.
func (m *Meter) Request(supplier, operation, outcome string, took time.Duration) {
	m.note(requests, took, "supplier", supplier, "operation", operation, "outcome", outcome)
}

// Build counts a build of a feed.
func (m *Meter) Build(feed, outcome string, took time.Duration) {
	m.note(builds, took, "feed", feed, "outcome", outcome)
}

// Answer counts a request that was answered here, by what was asked for and with which status.
func (m *Meter) Answer(place string, status int, took time.Duration) {
	m.note(answers, took, "place", place, "status", strconv.Itoa(status))
}

// note counts a duration under the names and values of labels in turn.
func (m *Meter) note(what timed, took time.Duration, labels ...string) {
	if m == nil {
		return
	}
	m.set.GetOrCreatePrometheusHistogramExt(what.name+Labels(labels...), what.upTo).Update(took.Seconds())
}

// Write writes all that was counted in the text format of Prometheus, version 0.0.4, with what the
// runtime and the system say of the process; nothing where m is nil.
func (m *Meter) Write(w io.Writer) error {
	if m == nil {
		return nil
	}
	var text bytes.Buffer
	m.set.WritePrometheus(&text)
	metrics.WriteProcessMetrics(&text)
	said := text.Bytes()
	for _, t := range []timed{requests, builds, answers} { // the library knows no help
		said = bytes.Replace(said, []byte("# HELP "+t.name+"\n"), []byte("# HELP "+t.name+" "+t.help+"\n"), 1)
	}
	_, err := w.Write(said)
	return err
}

// escaped makes a text the value of a label.
var escaped = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// Labels are names and values in turn, as they stand behind the name of a sample; nothing where
// there are none. What is no UTF-8 is replaced, as a reader would refuse all the rest.
func Labels(pairs ...string) string {
	if len(pairs) == 0 {
		return ""
	}
	var text strings.Builder
	for n := 0; n+1 < len(pairs); n += 2 {
		text.WriteString(map[bool]string{true: "{", false: ","}[n == 0])
		text.WriteString(pairs[n] + `="` + escaped.Replace(strings.ToValidUTF8(pairs[n+1], "\uFFFD")) + `"`)
	}
	return text.String() + "}"
}
