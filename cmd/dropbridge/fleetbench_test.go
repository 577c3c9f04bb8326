//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/rig"
)

const (
	// rated is how many orders each process count posts.
	rated = 2000
	// ratedFile is how many of them a file has.
	ratedFile = 250
)

// standIn answers posts after a time, and has nothing in any list. It costs next to nothing.
type standIn struct {
	name  string // what the ids of its orders begin with
	after time.Duration
	made  atomic.Int64
}

func (s *standIn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	if r.Method != http.MethodPost {
		fmt.Fprint(w, `{"data":[],"meta":{"page":1,"per_page":100,"total":0,"total_pages":1}}`)
		return
	}
	var order map[string]any
	if err := json.NewDecoder(r.Body).Decode(&order); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	n := s.made.Add(1)
	order["id"], order["number"], order["status"] = fmt.Sprint(s.name, n), fmt.Sprint(s.name, n), "new"
	order["created_at"], order["updated_at"] = time.Now().UTC().Format(time.RFC3339), time.Now().UTC().Format(time.RFC3339)
	time.Sleep(s.after)
	w.WriteHeader(http.StatusCreated)
	_ = json.NewEncoder(w).Encode(order)
}

// BenchmarkFleet posts orders by one, two and three processes on one PostgreSQL, to one supplier
// and to three, who answer after a time: orders a second in sum, which part the process did that did
// most, how late the last result was, CPU of the processes and of the database, and commits. .ci/bench --fleet runs it.
func BenchmarkFleet(b *testing.B) {
	for _, after := range []time.Duration{0, 50 * time.Millisecond} {
		for _, suppliers := range []int{1, 3} {
			for processes := range 3 {
				b.Run(fmt.Sprintf("answer=%v/suppliers=%d/processes=%d", after, suppliers, processes+1), func(b *testing.B) {
					for range b.N {
						rate(b, after, suppliers, processes+1)
					}
				})
			}
		}
	}
}

func rate(b *testing.B, after time.Duration, suppliers, processes int) {
	f := newMachines(b, 1, 0)
	by := make([][]*standIn, processes)
	for n := range by {
		m := f.machine()
		for range suppliers {
			s := &standIn{name: fmt.Sprintf("%d-", n), after: after}
			web := httptest.NewServer(s)
			b.Cleanup(web.Close)
			by[n] = append(by[n], s)
			m.dials = append(m.dials, web.URL)
		}
		config := fmt.Sprintf("account: fleet\njournal: %s\ninbox: {settle: 50ms, scan: 1s, follow: 1s, route: {strip: true, prefix: {", f.database)
		for k := range suppliers {
			config += fmt.Sprintf("%c-: s%d, ", 'a'+k, k)
		}
		config += "}}}\nsuppliers:\n"
		for k, url := range m.dials {
			config += fmt.Sprintf("  s%d: {base_url: %q, account: s%d, idempotency: external_id, limits: [100000/s]}\n", k, url, k)
		}
		roles := "post,follow"
		if n == 0 {
			roles = "post,follow,inbox,http"
		}
		require.NoError(b, os.WriteFile(filepath.Join(m.dir, "dropbridge.yaml"), []byte(config), 0o600))
		m.Process = rig.StartProcess(b, rig.Machine{Program: "dropbridge", Args: []string{"run", "--listen", "127.0.0.1:0", "--roles", roles}, Dir: m.dir,
			Env: []string{"DROPBRIDGE_TOKEN=x", "DROPBRIDGE_TOKEN_S0=x", "DROPBRIDGE_TOKEN_S1=x", "DROPBRIDGE_TOKEN_S2=x"}})
	}
	for _, m := range f.list {
		f.eventually("it works", func() bool {
			return strings.Contains(m.Life(), "status page on") || strings.Contains(m.Life(), "running as")
		})
	}
	measure := func() (commits int, server, programs time.Duration) {
		commits = f.number("SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()")
		for _, m := range f.list {
			programs += m.Usage().User
		}
		return commits, f.server.Usage().User, programs
	}
	commits, server, programs := measure()
	began := time.Now()
	for file := range rated / ratedFile {
		var text strings.Builder
		text.WriteString("№ замовлення;ПІБ отримувача;Телефон;Місто;Відділення;Артикул;Кількість;Ціна\n")
		for n := range ratedFile {
			fmt.Fprintf(&text, "%d;Ткач Ірина;0670000301;Київ;1;%c-KB;1;450,00\n", file*ratedFile+n, 'a'+n%suppliers)
		}
		f.put(fmt.Sprintf("orders%d.csv", file), text.String())
	}
	f.eventually("all are accepted", func() bool { return f.accepted() == rated })
	took := time.Since(began)
	ended, serverEnd, programsEnd := measure()
	f.eventually("all results say so", func() bool { return f.rowsAccepted() == rated })
	late := time.Since(began) - took
	most := int64(0)
	for _, list := range by {
		made := int64(0)
		for _, s := range list {
			made += s.made.Load()
		}
		most = max(most, made)
	}
	b.ReportMetric(float64(late.Milliseconds()), "ms-results-late")
	b.ReportMetric(rated/took.Seconds(), "orders/s")
	b.ReportMetric(100*float64(most)/rated, "%by-one")
	b.ReportMetric(float64((programsEnd-programs).Microseconds())/rated, "user-µs/order")
	b.ReportMetric(float64((serverEnd-server).Microseconds())/rated, "db-user-µs/order")
	b.ReportMetric(float64(ended-commits)/rated, "commits/order")
	for _, m := range f.list {
		require.Zero(b, m.End())
	}
}

// rowsAccepted is how many rows of all results say that their order was accepted.
func (f *machines) rowsAccepted() (n int) {
	for _, name := range f.results() {
		if data, err := f.read(name); err == nil {
			n += strings.Count(string(data), ";accepted;")
		}
	}
	return n
}
