package client_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"iter"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/templates"
)

var update = flag.Bool("update", false, "write the golden files anew")

const supplierSamples = "../../../samples/suppliers/"

// sampleAnswer is one answer of a service, as a sample holds it.
type sampleAnswer struct {
	Status  int               `json:"status"` // 200 where it is left out
	Headers map[string]string `json:"headers"`
	Body    json.RawMessage   `json:"body"`
}

// sampleService answers each request line with the answers of a sample, one after the other.
type sampleService struct {
	t       *testing.T
	answers map[string][]sampleAnswer

	mutex sync.Mutex
	asked []string
	given map[string]int
}

func (s *sampleService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	line := r.Method + " " + r.URL.Path
	s.asked = append(s.asked, r.Method+" "+r.URL.RequestURI())
	n := s.given[line]
	s.given[line]++
	if n >= len(s.answers[line]) {
		s.t.Errorf("the sample has %d answers to %s, and one more is asked for: %s", len(s.answers[line]), line, r.URL.RequestURI())
		http.NotFound(w, r)
		return
	}
	answer := s.answers[line][n]
	for name, value := range answer.Headers {
		w.Header().Set(name, value)
	}
	w.WriteHeader(cmp.Or(answer.Status, http.StatusOK))
	_, _ = w.Write(answer.Body)
}

// TestBuiltInSuppliers: what is read through each built-in mapping of the sample answers in
// samples/suppliers, and what would be sent, is what stands beside them. A mapping whose
// family the sandbox speaks needs no sample: the whole job is done through it.
func TestBuiltInSuppliers(t *testing.T) {
	names, err := templates.Open("").Names(templates.Supplier)
	require.NoError(t, err)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(supplierSamples + name + ".json")
			if errors.Is(err, fs.ErrNotExist) {
				require.Contains(t, append(dialect.Names(), "default"), name, "samples/suppliers/%s.json is missing: sample answers for the mapping to be read with, as .github/CONTRIBUTING.md shows them", name)
				return
			}
			require.NoError(t, err)
			got, err := json.MarshalIndent(readSample(t, name, data), "", "  ")
			require.NoError(t, err)
			got = append(got, '\n')
			golden := supplierSamples + name + ".json.reading.json"
			if *update {
				require.NoError(t, os.WriteFile(golden, got, 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err, "read what -update writes, then commit it")
			require.Equal(t, string(want), string(got))
		})
	}
}

// readSample reads all that a mapping has, and creates the first example order.
func readSample(t *testing.T, name string, sample []byte) map[string]any {
	t.Helper()
	service := &sampleService{t: t, given: map[string]int{}}
	require.NoError(t, json.Unmarshal(sample, &service.answers))
	web := httptest.NewServer(service)
	t.Cleanup(web.Close)
	text, file, err := templates.Open("").Read(templates.Supplier, name)
	require.NoError(t, err)
	program, err := mapping.Compile(file, text)
	require.NoError(t, err)
	now := func() time.Time { return time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC) }
	c, err := client.New(client.Options{BaseURL: web.URL, User: "shop", Token: supplier.NewSecret("token-1"), Mapping: program, Retries: -1, Now: now})
	require.NoError(t, err)

	ledger := c.Ledger(supplier.LedgerQuery{})
	read := map[string]any{
		"products":  all(t, c.Products(t.Context(), supplier.ProductQuery{})),
		"orders":    all(t, c.Orders(t.Context(), supplier.OrderQuery{})),
		"shipments": all(t, c.Shipments(t.Context(), supplier.ShipmentQuery{})),
		"ledger":    all(t, ledger.Entries(t.Context())),
		"balances":  sparse(t, ledger.Meta()),
	}
	if program.CreatesOrders() {
		runs, err := program.DryRun()
		require.NoError(t, err, "%+v", runs)
		read["example_orders"] = runs
		created, err := c.CreateOrder(t.Context(), runs[0].Body, "EXAMPLE-KEY")
		require.NoError(t, err)
		read["created"] = sparse(t, created)
	}
	for line, answers := range service.answers {
		require.Equal(t, len(answers), service.given[line], "answers to %s that nothing asks for", line)
	}
	slices.Sort(service.asked) // pages may be asked for side by side
	read["requests"] = service.asked
	return read
}

// all are the records of a list, none where the mapping does not have it.
func all[T any](t *testing.T, records iter.Seq2[T, error]) []any {
	t.Helper()
	out := []any{}
	for record, err := range records {
		if errors.Is(err, supplier.ErrUnmapped) {
			return nil
		}
		require.NoError(t, err)
		out = append(out, sparse(t, record))
	}
	return out
}

// sparse is a value as JSON without what is empty.
func sparse(t *testing.T, v any) any {
	t.Helper()
	data, err := json.Marshal(v)
	require.NoError(t, err)
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var plain any
	require.NoError(t, decoder.Decode(&plain))
	return withoutEmpty(plain)
}

func withoutEmpty(v any) any {
	switch v := v.(type) {
	case map[string]any:
		if known, opt := v["Known"]; opt && len(v) == 2 { // a value that may be absent
			if known == true {
				return v["Value"]
			}
			return nil
		}
		for key, value := range v {
			if v[key] = withoutEmpty(value); v[key] == nil {
				delete(v, key)
			}
		}
		if len(v) == 0 {
			return nil
		}
	case []any:
		for i := range v {
			v[i] = withoutEmpty(v[i])
		}
		if len(v) == 0 {
			return nil
		}
	case string:
		if v == "" || strings.HasPrefix(v, "0001-01-01T") {
			return nil
		}
	case bool:
		if !v {
			return nil
		}
	case json.Number:
		if v == "0" {
			return nil
		}
	}
	return v
}
