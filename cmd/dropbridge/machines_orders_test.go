//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal"
)

// drop puts a file of orders for some suppliers into the inbox.
func (f *machines) drop(orders int, to ...*stand) {
	f.Helper()
	var text strings.Builder
	text.WriteString("№ замовлення;ПІБ отримувача;Телефон;Місто;Відділення;Артикул;Кількість;Ціна\n")
	for n := range orders {
		s := to[n%len(to)]
		f.orders++
		s.orders++
		fmt.Fprintf(&text, "%s%d;Ткач Ірина;0670000301;Київ;1;%s-%s;1;450,00\n", s.name[:1], f.orders, s.name, s.skus[f.orders%len(s.skus)])
	}
	f.files++
	f.put(fmt.Sprintf("orders%d.csv", f.files), text.String())
}

func (f *machines) put(name, text string) {
	f.Helper()
	f.open[strings.TrimSuffix(name, ".csv")] = true
	if f.bucket != nil {
		_, err := f.bucket.Create(f.Context(), "inbox/"+name, strings.NewReader(text))
		require.NoError(f, err)
		return
	}
	dir := f.list[0].dir
	require.NoError(f, os.MkdirAll(filepath.Join(dir, "inbox"), 0o755))
	require.NoError(f, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	require.NoError(f, os.Rename(filepath.Join(dir, name), filepath.Join(dir, "inbox", name)))
}

// results are the names of the files with results.
func (f *machines) results() (names []string) {
	f.Helper()
	if f.bucket == nil {
		names, _ = filepath.Glob(filepath.Join(f.list[0].dir, "results", "*.result.csv"))
		return names
	}
	for object, err := range f.bucket.List(f.Context(), "results/", true) {
		require.NoError(f, err)
		if strings.HasSuffix(object.Key, ".result.csv") {
			names = append(names, object.Key)
		}
	}
	return names
}

func (f *machines) read(name string) ([]byte, error) {
	if f.bucket == nil {
		return os.ReadFile(name)
	}
	return f.get(f.Context(), name)
}

// get reads an object of the store.
func (f *machines) get(ctx context.Context, key string) ([]byte, error) {
	var content bytes.Buffer
	_, err := f.bucket.Get(ctx, key, 100<<20, func() (io.Writer, error) {
		content.Reset()
		return &content, nil
	})
	return content.Bytes(), err
}

// shown reads the results of the files that are open, and reports whether each of their rows says
// that its order is at the supplier, under the number that he has given.
func (f *machines) shown() bool {
	f.Helper()
	if len(f.open) == 0 {
		return true
	}
	numbers := map[string]string{}
	for _, s := range f.suppliers {
		for external, posts := range s.witness.Posts() {
			for _, post := range posts {
				if post.Status == http.StatusCreated {
					numbers[external] = post.ID
				}
			}
		}
	}
	for _, name := range f.results() {
		base, _, _ := strings.Cut(filepath.Base(name), ".")
		if f.open[base] && f.complete(name, numbers) {
			delete(f.open, base)
		}
	}
	return len(f.open) == 0
}

// complete reports whether each row of a result has its order's number.
func (f *machines) complete(name string, numbers map[string]string) bool {
	f.Helper()
	data, err := f.read(name)
	if err != nil {
		return false
	}
	reader := csv.NewReader(bytes.NewReader(data))
	reader.Comma = ';'
	rows, err := reader.ReadAll()
	require.NoError(f, err, "%s", data)
	number, status, id := 0, slices.Index(rows[0], "dropbridge_status"), slices.Index(rows[0], "order_id")
	require.Positive(f, min(status, id), "%v", rows[0])
	for _, row := range rows[1:] {
		if row[status] != "accepted" {
			return false
		}
		require.Equal(f, numbers[row[number]], row[id], "order %s of %s", row[number], name)
	}
	return true
}

// accepted is how many orders the journal has as accepted.
func (f *machines) accepted() (n int) {
	f.Helper()
	if where := f.list[0].journal; where != "" && !journal.OnServer(where) {
		j, err := journal.Open(f.Context(), filepath.Join(f.list[0].dir, where))
		require.NoError(f, err)
		defer j.Close()
		counts, err := j.Counts(f.Context(), "")
		require.NoError(f, err)
		return counts[state.Accepted]
	}
	require.NoError(f, f.db.QueryRowContext(f.Context(), "SELECT COUNT(*) FROM orders WHERE state = 'accepted'").Scan(&n))
	return n
}

// stored reports whether the suppliers have all orders, which is less to ask than the journal is.
func (f *machines) stored() bool {
	return !slices.ContainsFunc(f.suppliers, func(s *stand) bool { return s.server.Stats().OrdersStored < s.orders })
}

// settle waits until every order is accepted and every result says so.
func (f *machines) settle() {
	f.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		f.supervise()
		if f.stored() && f.accepted() == f.orders && f.shown() {
			return
		}
		require.True(f, time.Now().Before(end), "of %d orders %d are accepted, these files wait: %v, and these orders:\n%s", f.orders, f.accepted(), f.open, f.left())
	}
}

// left says what was not accepted.
func (f *machines) left() string {
	var text string
	if err := f.db.QueryRowContext(context.Background(), `SELECT concat_ws(chr(10),
		(SELECT string_agg(concat_ws(' ', external_id, state, owner, code, message), chr(10)) FROM (SELECT * FROM orders WHERE state <> 'accepted' LIMIT 30) AS few),
		(SELECT string_agg(concat_ws(' ', kind, args, state, attempted_by[array_length(attempted_by, 1)], created_at), chr(10)) FROM river_job WHERE state <> 'completed'),
		(SELECT string_agg(concat_ws(' ', name, seen_at, fenced_at), chr(10)) FROM processes), now())`).Scan(&text); err != nil {
		return err.Error()
	}
	return text
}

// requireOnce: each order was made once, whatever was asked how often.
func (f *machines) requireOnce() {
	f.Helper()
	for _, s := range f.suppliers {
		stats := s.server.Stats()
		require.Equal(f, s.orders, stats.OrdersStored, s.name)
		require.Zero(f, stats.DoubledExternalIDs, s.name)
		posts := s.witness.Posts()
		require.Len(f, posts, s.orders, s.name)
		for number, list := range posts {
			made := map[string]bool{}
			for _, post := range list {
				if post.Status == http.StatusCreated {
					made[post.ID] = true
				}
			}
			require.Len(f, made, 1, "%s: %s", s.name, number)
			if s.once {
				require.Len(f, list, 1, "%s: %s", s.name, number)
			}
		}
	}
}

// requireLimits: nobody was asked more often than he allows, whoever asked. Processes that share
// no database know nothing of each other, nor of their own lives before.
func (f *machines) requireLimits() {
	f.Helper()
	for _, s := range f.suppliers {
		for _, limit := range s.limits {
			require.LessOrEqual(f, s.witness.Most(limit.Window, f.stalls), limit.Requests, "requests to %s within %v", s.name, limit.Window)
		}
	}
}
