package snapshot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

const testToken = "drop_s3cret-token"

func morning() time.Time { return time.Date(2026, 11, 1, 9, 12, 0, 0, time.UTC) }

// item is a product of the fake service.
type item struct {
	ID      string     `json:"id"`
	SKU     string     `json:"sku"`
	Name    string     `json:"name"`
	Price   string     `json:"drop_price"`
	Images  []string   `json:"images"`
	Updated *time.Time `json:"updated_at"`
}

// service is a fake of the supplier's product list whose clock the test moves.
type service struct {
	mu       sync.Mutex
	now      time.Time
	items    []item
	pageSize int
	queries  []string                            // what was asked
	before   func(page int, since time.Time)     // called before a page is made, if set
	refuse   func(page int, since time.Time) int // gives a status, 0 for none, if set
	total    func(total int, since time.Time) int

	client *client.Client
	store  *Store
	dir    string
	opts   Options
}

// newService has n products, each changed two minutes after the one before, the last one
// an hour ago.
func newService(t testing.TB, n, pageSize int) *service {
	t.Helper()
	s := &service{now: morning(), pageSize: pageSize, dir: t.TempDir() + "/catalog"}
	for i := range n {
		at := s.now.Add(-time.Hour - time.Duration(n-1-i)*2*time.Minute)
		s.items = append(s.items, item{ID: fmt.Sprintf("p%05d", i), SKU: fmt.Sprintf("S-%d", i), Name: fmt.Sprintf("Кабель %d", i),
			Price: "10.00", Images: []string{fmt.Sprintf("https://img.example/%d.jpg", i)}, Updated: &at})
	}
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	s.client = clientOf(t, web.URL, "")
	s.store = Open(s.dir)
	s.opts = Options{Mapping: "m1", Now: s.clock}
	return s
}

// clientOf makes a client with the built-in mapping for numbered pages, less one line of it.
func clientOf(t testing.TB, address, without string) *client.Client {
	t.Helper()
	mapping, err := mapping.Compile("default.yaml", []byte(strings.Replace(suppliertest.NumberedYAML(t), without, "", 1)))
	require.NoError(t, err)
	client, err := client.New(client.Options{BaseURL: address, Token: supplier.NewSecret(testToken), Mapping: mapping,
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }})
	require.NoError(t, err)
	return client
}

func (s *service) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

func (s *service) pass(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

// change gives the products of those indexes another price, now.
func (s *service) change(price string, indexes ...int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, i := range indexes {
		at := s.now
		s.items[i].Price, s.items[i].Updated = price, &at
	}
}

// create adds products, now.
func (s *service) create(ids ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range ids {
		at := s.now
		s.items = append(s.items, item{ID: id, SKU: id, Name: id, Price: "5.00", Updated: &at})
	}
}

func (s *service) asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.queries
	s.queries = nil
	return out
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	page, _ := strconv.Atoi(query.Get("page"))
	since, _ := time.Parse(time.RFC3339Nano, query.Get("updated_since"))
	if s.before != nil {
		s.before(page, since)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queries = append(s.queries, r.URL.RawQuery)
	w.Header().Set("Content-Type", "application/json")
	if s.refuse != nil {
		if status := s.refuse(page, since); status != 0 {
			w.WriteHeader(status)
			return
		}
	}
	found := []item{}
	for _, it := range s.items {
		if since.IsZero() || it.Updated != nil && !it.Updated.Before(since) {
			found = append(found, it)
		}
	}
	total, pages := len(found), (len(found)+s.pageSize-1)/s.pageSize
	found = found[min(total, (page-1)*s.pageSize):min(total, page*s.pageSize)]
	if s.total != nil {
		total = s.total(total, since)
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"data": found, "meta": map[string]int{"total": total, "total_pages": pages}})
}

// build is what one build saw.
type build struct {
	products []supplier.Product
	source   string
	result   supplier.ListResult
	asked    []string
	kept     error // what Commit gave
}

// prices shows the products in their order, such as "p00000=10.00 p00001=12.50".
func (b *build) prices() string {
	var out []string
	for _, p := range b.products {
		out = append(out, p.ID+"="+p.DropPrice.String())
	}
	return strings.Join(out, " ")
}

// build reads the list with several workers and commits.
func (s *service) build(t testing.TB) *build {
	t.Helper()
	s.asked()
	pages, err := s.store.Pages(t.Context(), s.client, s.opts)
	require.NoError(t, err)
	defer func() { require.NoError(t, pages.Close()) }()
	b := &build{}
	b.products, err = readAll(t.Context(), pages, 3)
	require.NoError(t, err)
	b.result, b.source, b.kept = pages.Result(), pages.Source(), pages.Commit(t.Context())
	require.True(t, b.result.Complete, b.result.Problem)
	b.asked = s.asked()
	return b
}

// built is build, and the copy was kept.
func (s *service) built(t testing.TB) *build {
	t.Helper()
	b := s.build(t)
	require.NoError(t, b.kept)
	return b
}

// readAll reads a list as the exporter does, and copies the products in their order.
func readAll(ctx context.Context, pages *Pages, workers int) ([]supplier.Product, error) {
	var out []supplier.Product
	err := readPages(ctx, pages, workers, func(products []supplier.Product) {
		for i := range products {
			var p supplier.Product
			products[i].CopyTo(&p)
			out = append(out, p)
		}
	})
	return out, err
}

// readPages gives the products of the admitted pages in their order.
func readPages(ctx context.Context, pages *Pages, workers int, take func([]supplier.Product)) error {
	return readWhole(ctx, pages, workers, func(page *supplier.ProductPage) { take(page.Products) })
}

// readWhole gives the admitted pages in their order. Workers use their pages again.
func readWhole(ctx context.Context, pages *Pages, workers int, take func(*supplier.ProductPage)) error {
	group, ctx := errgroup.WithContext(ctx)
	var mu sync.Mutex
	next, moved := 0, sync.NewCond(&mu)
	wake := func() {
		mu.Lock()
		defer mu.Unlock()
		moved.Broadcast()
	}
	defer context.AfterFunc(ctx, wake)()
	admit := func(index int, page *supplier.ProductPage) error {
		mu.Lock()
		defer mu.Unlock()
		for next != index && ctx.Err() == nil {
			moved.Wait()
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := pages.Admit(page); err != nil {
			return err
		}
		take(page)
		next++
		moved.Broadcast()
		return nil
	}
	for range workers {
		group.Go(func() error {
			var page supplier.ProductPage
			for {
				raw, err := pages.Fetch(ctx)
				if errors.Is(err, io.EOF) {
					return nil
				}
				if err == nil {
					err = pages.Decode(raw, &page)
				}
				if err == nil {
					err = admit(raw.Index, &page)
				}
				if err != nil {
					return err
				}
			}
		})
	}
	return group.Wait()
}
