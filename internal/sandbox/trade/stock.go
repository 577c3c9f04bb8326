package trade

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
)

const (
	generatedProducts = 200
	usualCurrency     = "UAH"
)

// stock fills an empty database with the catalogue. What is there already stays:
// its stock went down with orders that are there as well. It returns the
// currency of the books.
func stock(ctx context.Context, st *Store, o Options, now int64, log *slog.Logger) (currency string, err error) {
	filled := false
	err = st.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if currency, err = setting(ctx, tx, "currency"); err != nil {
			return err
		}
		if currency != "" {
			if o.Catalog != nil {
				log.Info("the sandbox's folder holds a catalogue already; it is kept", "folder", o.Folder)
			}
			return nil
		}
		c := o.Catalog
		if c == nil {
			c = catalog.Generate(generatedProducts, o.Seed, time.UnixMicro(now).UTC())
		}
		if err := insertProducts(ctx, tx, c.Products, now); err != nil {
			return err
		}
		if err := insertCategories(ctx, tx, c); err != nil {
			return err
		}
		filled, currency = true, booksCurrency(c.Products)
		return setSetting(ctx, tx, "currency", currency)
	})
	if err != nil || !filled {
		return currency, err
	}
	// A catalogue left in the write-ahead log would slow every read of it down.
	if _, err := st.Write.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
		return "", fmt.Errorf("settle the catalogue: %w", err)
	}
	return currency, nil
}

// booksCurrency is the currency of the ledger: hryvnia, or the most usual one of
// a catalogue that has no price in it.
func booksCurrency(products []catalog.Product) string {
	count := map[string]int{}
	for _, p := range products {
		count[p.Currency]++
	}
	best := usualCurrency
	if count[usualCurrency] > 0 {
		return best
	}
	for name, n := range count {
		if n > count[best] || n == count[best] && name < best {
			best = name
		}
	}
	return best
}

func insertProducts(ctx context.Context, tx *sql.Tx, products []catalog.Product, now int64) error {
	sorted := make([]*catalog.Product, len(products))
	for i := range products {
		p := products[i]
		// What is shown must compare as what is stored does.
		p.CreatedAt, p.UpdatedAt = storable(p.CreatedAt, now), storable(p.UpdatedAt, now)
		sorted[i] = &p
	}
	slices.SortFunc(sorted, func(a, b *catalog.Product) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), strings.Compare(a.ID, b.ID))
	})
	narrow, err := tx.PrepareContext(ctx, `INSERT INTO product (ord, sku, updated_at, version) VALUES (?, ?, ?, 0)`)
	if err != nil {
		return fmt.Errorf("fill the catalogue: %w", err)
	}
	defer narrow.Close()
	wide, err := tx.PrepareContext(ctx, `INSERT INTO product_json (ord, json) VALUES (?, ?)`)
	if err != nil {
		return fmt.Errorf("fill the catalogue: %w", err)
	}
	defer wide.Close()
	ids, skus := map[string]bool{}, map[string]bool{}
	for ord, p := range sorted {
		if ids[p.ID] || skus[p.SKU] {
			return fmt.Errorf("fill the catalogue: product %q (sku %q) is there twice; ids and SKUs must be unique", p.ID, p.SKU)
		}
		ids[p.ID], skus[p.SKU] = true, true
		text, err := p.MarshalJSON()
		if err != nil {
			return fmt.Errorf("write product %q: %w", p.ID, err)
		}
		_, err = narrow.ExecContext(ctx, ord, p.SKU, contract.Micros(p.UpdatedAt))
		if err == nil {
			_, err = wide.ExecContext(ctx, ord, text)
		}
		if err != nil {
			return fmt.Errorf("keep product %q: %w", p.ID, err)
		}
	}
	return nil
}

// storable cuts a time to the precision of the database; a missing one is now.
func storable(t time.Time, now int64) time.Time {
	if t.IsZero() {
		return time.UnixMicro(now).UTC()
	}
	return t.UTC().Truncate(time.Microsecond)
}

func insertCategories(ctx context.Context, tx *sql.Tx, c *catalog.Catalog) error {
	nodes := c.Categories
	if len(nodes) == 0 {
		nodes = nodesOfPaths(c.Products)
	}
	for _, node := range nodes {
		_, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO category (id, parent_id, name) VALUES (?, ?, ?)`,
			node.ID, node.ParentID, node.Name)
		if err != nil {
			return fmt.Errorf("keep category %q: %w", node.ID, err)
		}
	}
	return nil
}

// nodesOfPaths makes the tree of a catalogue that has only its leaves: a parent
// that is nobody's own category gets its path as its id.
func nodesOfPaths(products []catalog.Product) []catalog.CategoryNode {
	ids := map[string]string{} // by joined path
	joined := func(path []string) string { return strings.Join(path, "\x00") }
	for _, p := range products {
		if p.Category != nil {
			ids[joined(p.Category.Path)] = p.Category.ID
		}
	}
	id := func(path []string) string {
		if known, ok := ids[joined(path)]; ok {
			return known
		}
		return strings.Join(path, " > ")
	}
	var nodes []catalog.CategoryNode
	seen := map[string]bool{}
	for _, p := range products {
		if p.Category == nil {
			continue
		}
		parent := ""
		for i, name := range p.Category.Path {
			node := catalog.CategoryNode{ID: id(p.Category.Path[:i+1]), ParentID: parent, Name: name}
			if !seen[node.ID] {
				seen[node.ID] = true
				nodes = append(nodes, node)
			}
			parent = node.ID
		}
	}
	return nodes
}

// productBySKU reads a product as it is now; ok is false where there is none.
func productBySKU(ctx context.Context, q Querier, sku string) (ord int64, p catalog.Product, ok bool, err error) {
	var text []byte
	err = q.QueryRowContext(ctx, `SELECT product.ord, json FROM product JOIN product_json USING (ord) WHERE sku = ?
		ORDER BY ord LIMIT 1`, sku).Scan(&ord, &text)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, p, false, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	if err != nil {
		return 0, p, false, fmt.Errorf("read product %q: %w", sku, err)
	}
	return ord, p, true, nil
}

// move changes a product's stock by pieces, and with it its availability and
// its time of change. A product with hidden stock does not change.
func move(ctx context.Context, q Querier, ord int64, p catalog.Product, pieces int, at int64) error {
	if p.Quantity == nil || pieces == 0 {
		return nil
	}
	left := *p.Quantity + pieces
	p.Quantity = &left
	switch {
	case left == 0 && p.Availability == catalog.InStock:
		p.Availability = catalog.OutOfStock
	case left > 0 && p.Availability == catalog.OutOfStock:
		p.Availability = catalog.InStock
	}
	p.UpdatedAt = time.UnixMicro(at).UTC()
	text, err := p.MarshalJSON()
	if err != nil {
		return fmt.Errorf("write product %q: %w", p.SKU, err)
	}
	if _, err = q.ExecContext(ctx, `UPDATE product SET updated_at = ?,
		version = 1 + (SELECT max(version) FROM product) WHERE ord = ?`, at, ord); err == nil {
		_, err = q.ExecContext(ctx, `UPDATE product_json SET json = ? WHERE ord = ?`, text, ord)
	}
	if err != nil {
		return fmt.Errorf("change the stock of %q: %w", p.SKU, err)
	}
	return nil
}
