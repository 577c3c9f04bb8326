package sandbox

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
	"github.com/dropbridge/dropbridge/internal/sandbox/trade"
	"github.com/govalues/decimal"
	"golang.org/x/text/cases"
)

// index holds in memory what searches ask of products. It is made at the first
// search, and brought up to the database at each: the versions of products tell
// which have changed, by whatever process.
type index struct {
	mu       sync.RWMutex
	version  int64
	made     bool
	products []indexed         // by ord
	names    map[string]string // of categories, by id
}

// indexed is a product as searches see it.
type indexed struct {
	ord          int64
	haystack     string // sku, name, names, brand, barcode, case-folded
	name         string
	brand        string
	categories   []string // ids from its own up to the root
	availability string
	created      int64
	updated      int64
	drop         decimal.Decimal
	rrp          *decimal.Decimal
	attributes   []catalog.Attribute
}

// view runs fn over the products as they are now.
func (ix *index) view(ctx context.Context, st *trade.Store, fn func(products []indexed, names map[string]string)) error {
	ctx = context.WithoutCancel(ctx)
	ix.mu.Lock()
	err := ix.refresh(ctx, st.Read)
	ix.mu.Unlock()
	if err != nil {
		return err
	}
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	fn(ix.products, ix.names)
	return nil
}

func (ix *index) refresh(ctx context.Context, q trade.Querier) error {
	var parents map[string]string
	if !ix.made {
		var err error
		if parents, ix.names, err = categoryTree(ctx, q); err != nil {
			return err
		}
		ix.version, ix.products = -1, nil
	}
	rows, err := q.QueryContext(ctx, `SELECT product.ord, version, json FROM product JOIN product_json USING (ord)
		WHERE version > ? ORDER BY product.ord`, ix.version)
	if err != nil {
		return fmt.Errorf("index the products: %w", err)
	}
	defer rows.Close()
	fold := cases.Fold()
	newest := ix.version
	for rows.Next() {
		var ord, version int64
		var text []byte
		if err := rows.Scan(&ord, &version, &text); err != nil {
			return fmt.Errorf("index a product: %w", err)
		}
		var p catalog.Product
		if err := json.Unmarshal(text, &p); err != nil {
			return fmt.Errorf("index product %d: %w", ord, err)
		}
		newest = max(newest, version)
		if ix.made {
			changed := &ix.products[ord]
			changed.availability, changed.updated = p.Availability, contract.Micros(p.UpdatedAt)
			continue
		}
		ix.products = append(ix.products, indexProduct(ord, &p, parents, fold))
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("index the products: %w", err)
	}
	ix.made, ix.version = true, newest
	return nil
}

func indexProduct(ord int64, p *catalog.Product, parents map[string]string, fold cases.Caser) indexed {
	texts := []string{p.SKU, p.Name, p.Brand, p.Barcode}
	for _, language := range []string{"uk", "ru", "en"} {
		texts = append(texts, p.Names[language])
	}
	x := indexed{
		ord: ord, haystack: fold.String(strings.Join(texts, "\n")), name: p.Name, brand: p.Brand,
		availability: p.Availability, created: contract.Micros(p.CreatedAt), updated: contract.Micros(p.UpdatedAt),
		drop: p.DropPrice, rrp: p.RRP, attributes: p.Attributes,
	}
	if p.Category == nil {
		return x
	}
	// A tree that turns in a circle ends where it meets itself.
	for id := p.Category.ID; id != "" && !slices.Contains(x.categories, id); id = parents[id] {
		x.categories = append(x.categories, id)
	}
	return x
}

// categoryTree reads each category's parent and name, by id.
func categoryTree(ctx context.Context, q trade.Querier) (parents, names map[string]string, err error) {
	rows, err := q.QueryContext(ctx, `SELECT id, parent_id, name FROM category`)
	if err != nil {
		return nil, nil, fmt.Errorf("read the categories: %w", err)
	}
	defer rows.Close()
	parents, names = map[string]string{}, map[string]string{}
	for rows.Next() {
		var id, parent, name string
		if err := rows.Scan(&id, &parent, &name); err != nil {
			return nil, nil, fmt.Errorf("read a category: %w", err)
		}
		parents[id], names[id] = parent, name
	}
	return parents, names, rows.Err()
}

// goods is what of the catalogue never changes while the service runs: the
// number of products, and the index that searches use.
type goods struct {
	total int
	index index
	gone  atomic.Int64 // products that a fault took from the front of the whole list
}

// lose takes so many more products from the front of the list, and gives how many are gone
// by now.
func (g *goods) lose(n int64) int64 {
	return min(g.gone.Add(n), int64(g.total))
}

func openGoods(ctx context.Context, st *trade.Store) (*goods, error) {
	g := &goods{}
	if err := st.Read.QueryRowContext(ctx, `SELECT count(*) FROM product`).Scan(&g.total); err != nil {
		return nil, fmt.Errorf("count the products: %w", err)
	}
	return g, nil
}
