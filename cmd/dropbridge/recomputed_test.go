package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/local"
)

// What the service answers, as its description has it. Nothing of the program reads it here.
type (
	servedEntry struct {
		ID        string    `json:"id"`
		Kind      string    `json:"kind"`
		Operation string    `json:"operation"`
		Amount    string    `json:"amount"`
		PostedAt  time.Time `json:"posted_at"`
		Reverses  string    `json:"reverses_entry_id"`
	}
	servedOrder struct {
		ID        string       `json:"id"`
		Number    string       `json:"number"`
		Status    string       `json:"status"`
		Items     []servedItem `json:"items"`
		CreatedAt time.Time    `json:"created_at"`
		Payment   struct {
			COD string `json:"cod_amount"`
		} `json:"payment"`
	}
	servedItem struct {
		Quantity int64  `json:"quantity"`
		Price    string `json:"price"`
		Drop     string `json:"drop_price"`
	}
	servedShipment struct {
		ID        string    `json:"id"`
		OrderID   string    `json:"order_id"`
		Carrier   string    `json:"carrier"`
		State     string    `json:"state"`
		COD       string    `json:"cod_amount"`
		CODState  string    `json:"cod_state"`
		ShippedAt time.Time `json:"shipped_at"`
		ChangedAt time.Time `json:"state_updated_at"`
	}
)

// recomputed is a shop with a past, of which each figure is computed anew from the answers
// of its service.
type recomputed struct {
	*testing.T
	url, dir  string
	month     string
	from, to  time.Time
	entries   []servedEntry
	orders    []servedOrder
	shipments []servedShipment
}

// TestEachFigureIsComputedAnew: each figure of the three books is what the service's answers
// come to when somebody else reads them and adds them up, with nothing of what makes the books.
func TestEachFigureIsComputedAnew(t *testing.T) {
	t.Parallel()
	r := newRecomputed(t)
	t.Run("ledger", func(t *testing.T) { r.in(t).ledger() })
	t.Run("orders", func(t *testing.T) { r.in(t).ordersBook() })
	t.Run("shipments", func(t *testing.T) { r.in(t).shipmentsBook() })
}

func newRecomputed(t *testing.T) *recomputed {
	t.Helper()
	goods, err := local.SampleCatalog()
	require.NoError(t, err)
	server, err := sandbox.New(sandbox.Options{Tokens: []string{"token"}, Catalog: goods, Seed: 3, Speed: 1, History: long.Or(120, 600), Now: time.Now})
	require.NoError(t, err)
	web := httptest.NewServer(server)
	t.Cleanup(func() { web.Close(); require.NoError(t, server.Close()) })
	zone, err := time.LoadLocation("Europe/Kyiv")
	require.NoError(t, err)
	now := time.Now().In(zone)
	r := &recomputed{T: t, url: web.URL, dir: t.TempDir(), from: time.Date(now.Year(), now.Month()-1, 1, 0, 0, 0, 0, zone), to: time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, zone)}
	r.month = r.from.Format("2006-01")
	require.NoError(t, os.WriteFile(filepath.Join(r.dir, "dropbridge.yaml"), []byte("supplier: {base_url: "+web.URL+"}\n"), 0o600))
	r.entries = served[servedEntry](t, web.URL+"/api/finance/ledger")
	r.orders = served[servedOrder](t, web.URL+"/api/orders")
	r.shipments = served[servedShipment](t, web.URL+"/api/shipments")
	slices.SortStableFunc(r.entries, func(x, y servedEntry) int {
		return cmp.Or(x.PostedAt.Compare(y.PostedAt), cmp.Compare(x.ID, y.ID))
	})
	return r
}

func (r *recomputed) in(t *testing.T) *recomputed {
	t.Parallel()
	out := *r
	out.T = t
	return &out
}

// served is all that a list has, page by page.
func served[T any](t *testing.T, url string) (all []T) {
	t.Helper()
	for page, pages := 1, 1; page <= pages; page++ {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, fmt.Sprintf("%s?per_page=100&page=%d", url, page), nil)
		require.NoError(t, err)
		request.Header.Set("Authorization", "Bearer token")
		answer, err := http.DefaultClient.Do(request)
		require.NoError(t, err)
		body, err := io.ReadAll(answer.Body)
		require.NoError(t, errorsOf(err, answer.Body.Close()))
		require.Equal(t, http.StatusOK, answer.StatusCode, "%s", body)
		var list struct {
			Data []T
			Meta struct {
				Pages int `json:"total_pages"`
			}
		}
		require.NoError(t, json.Unmarshal(body, &list))
		pages, all = list.Meta.Pages, append(all, list.Data...)
	}
	return all
}

func errorsOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// export writes a book of the month, which fits, and gives its sheets and its report.
func (r *recomputed) export(book string) (sheets map[string][][]string, report map[string]any) {
	r.Helper()
	file := filepath.Join(r.dir, book+".xlsx")
	var out, errs bytes.Buffer
	env := func(key string) (string, bool) { return "token", key == "DROPBRIDGE_TOKEN" }
	code := run(r.Context(), []string{"--config", filepath.Join(r.dir, "dropbridge.yaml"), book, "--month", r.month, "--out", file, "--lang", "en", "--check", "--json"}, env, nil, &out, &errs)
	require.Equal(r, exitDone, code, "%s%s", out.String(), errs.String())
	require.NoError(r, json.Unmarshal(out.Bytes(), &report))
	return cells(r.T, file), report
}

// inside reports whether a moment is of the month.
func (r *recomputed) inside(at time.Time) bool { return !at.Before(r.from) && at.Before(r.to) }

// sum is an exact sum.
type sum struct{ big.Rat }

// add adds an amount as it is written; none adds nothing.
func (s *sum) add(r *recomputed, amount string) *sum {
	if amount != "" {
		s.Add(&s.Rat, &exactly(r, amount).Rat)
	}
	return s
}

func (s *sum) text() string { return s.FloatString(2) }

func exactly(r *recomputed, amount string) *sum {
	r.Helper()
	out := &sum{}
	_, ok := out.SetString(amount)
	require.True(r, ok, "%q is no number", amount)
	return out
}

// sums are sums by a name.
type sums map[string]*sum

func (s sums) of(name string) *sum {
	if s[name] == nil {
		s[name] = &sum{}
	}
	return s[name]
}

// figure is the number in the cell of a row under a heading; "" where it is empty.
func (r *recomputed) figure(sheet [][]string, row int, heading string) string {
	r.Helper()
	column := slices.Index(sheet[0], heading)
	require.GreaterOrEqual(r, column, 0, "%s is none of %v", heading, sheet[0])
	if row >= len(sheet) || column >= len(sheet[row]) || sheet[row][column] == "" {
		return ""
	}
	return exactly(r, sheet[row][column]).text()
}

// row is the one whose cells begin with these.
func (r *recomputed) row(sheet [][]string, begin ...string) int {
	r.Helper()
	for i := range sheet {
		if len(sheet[i]) >= len(begin) && slices.Equal(sheet[i][:len(begin)], begin) {
			return i
		}
	}
	require.Fail(r, "no such row", "%q among %q", begin, sheet)
	return -1
}

// same compares figures of a row with those wanted, by their headings.
func (r *recomputed) same(sheet [][]string, row int, want map[string]string) {
	r.Helper()
	for heading, figure := range want {
		require.Equal(r, figure, r.figure(sheet, row, heading), "row %d, %s", row+1, heading)
	}
}

// controlled compares what Control expects and found.
func (r *recomputed) controlled(sheet [][]string, want map[string]string) {
	r.Helper()
	for item, figure := range want {
		r.same(sheet, r.row(sheet, item), map[string]string{"Expected": figure, "Found": figure, "Difference": "0.00"})
	}
}
