package client

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/orderbody"
)

// What of the catalogue is kept for orders that name products by ids of the supplier's.
const (
	mostKnown      = 500_000          // SKUs; a larger catalogue needs a filter by SKU
	freshFor       = time.Hour        // how long an id is taken as it was read
	missingFor     = 10 * time.Minute // how long a SKU that was not there is not looked for again
	longestReading = 4 * time.Minute  // less than for how long an order is taken to be on its way
	skuFilter      = "sku"            // by which products are asked for one by one
	noSuchGoods    = "unknown_sku"
)

// productIDs are the ids of a product: what an order's body can want of it.
type productIDs struct{ id, group string }

// skuIndex remembers the ids of products by their SKU. The list is read once for many orders;
// a service with a filter by SKU is asked for one.
type skuIndex struct {
	turn   sync.Mutex // of reading
	known  map[string][]productIDs
	readAt time.Time            // of the whole list
	asked  map[string]time.Time // of single SKUs
}

// resolve is a body with the ids of its products.
func (c *Client) resolve(ctx context.Context, body []byte) ([]byte, error) {
	wants, err := orderbody.Wants(string(body))
	if err != nil {
		return nil, &supplier.Error{Kind: supplier.KindNotSent, Op: "create order", Detail: "the body is no JSON", Err: err}
	}
	if len(wants) == 0 {
		return body, nil
	}
	var skus []string
	for _, w := range wants {
		skus = append(skus, w.SKU)
	}
	// A list that takes longer than an attempt is read to its end all the same: the next
	// attempt has it.
	reading, cancel := context.WithTimeout(context.WithoutCancel(ctx), longestReading)
	defer cancel()
	found, err := c.goods.find(reading, c, skus)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil { // nothing of the order was sent
		return nil, &supplier.Error{Kind: supplier.KindNotSent, Op: "create order", Detail: "look up the ids of its products", Err: err}
	}
	items := map[string]int{} // that were met, by what is taken of each
	sent, err := orderbody.Resolve(string(body), func(w orderbody.Wanted) (string, error) {
		items[w.Take]++
		return idOf(found[w.SKU], w, items[w.Take]-1)
	})
	return []byte(sent), err
}

// idOf is what the body wants of the product of a SKU.
func idOf(found []productIDs, w orderbody.Wanted, item int) (string, error) {
	refuse := func(detail string) (string, error) {
		shown := fmt.Sprintf("%s: %s", oneline.Clean(w.SKU, 60), detail)
		return "", &supplier.Error{Kind: supplier.KindRejected, Op: "create order", Code: noSuchGoods, Detail: shown,
			Mend:   "correct the SKU in the file, or add the product at the supplier",
			Fields: []supplier.FieldError{{Pointer: fmt.Sprintf("/items/%d/sku", item), Code: noSuchGoods, Detail: shown}}}
	}
	switch {
	case len(found) == 0:
		return refuse("the supplier's list has no product with this SKU")
	case len(found) > 1:
		return refuse("the supplier's list has several products with this SKU")
	}
	raw, err := w.Of(orderbody.Product{SKU: w.SKU, ID: found[0].id, GroupID: found[0].group})
	if err != nil {
		return refuse(err.Error())
	}
	return raw, nil
}

// find gives the products of some SKUs, none for a SKU that the service does not have.
func (s *skuIndex) find(ctx context.Context, c *Client, skus []string) (map[string][]productIDs, error) {
	s.turn.Lock()
	defer s.turn.Unlock()
	if s.known == nil {
		s.known, s.asked = map[string][]productIDs{}, map[string]time.Time{}
	}
	out := map[string][]productIDs{}
	for _, sku := range skus {
		if !s.fresh(sku, c.now()) {
			if err := s.read(ctx, c, sku); err != nil {
				return nil, err
			}
		}
		out[sku] = s.known[sku]
	}
	return out, nil
}

// fresh reports whether what is known of a SKU is new enough.
func (s *skuIndex) fresh(sku string, now time.Time) bool {
	at := s.asked[sku]
	if s.readAt.After(at) {
		at = s.readAt
	}
	if len(s.known[sku]) > 0 {
		return now.Sub(at) < freshFor
	}
	return !at.IsZero() && now.Sub(at) < missingFor
}

// read asks for one SKU, or reads the whole list.
func (s *skuIndex) read(ctx context.Context, c *Client, sku string) error {
	op, q := &c.mapping.Products, newQuery(&c.mapping.Products)
	single := op.Query[skuFilter] != ""
	if single {
		q.text(skuFilter, sku)
	}
	known := map[string][]productIDs{}
	err := eachReadable(ctx, newList(c, op, q, 0), func(p *supplier.Product) error {
		switch {
		case single && p.SKU != sku: // the filter may take a part of it, too
			return nil
		case len(known) == mostKnown:
			return fmt.Errorf("the catalogue has more than %d SKUs: the mapping needs products.query.sku, the service's filter by SKU", mostKnown)
		}
		known[strings.Clone(p.SKU)] = append(known[p.SKU], productIDs{strings.Clone(p.ID), strings.Clone(p.GroupID)})
		return nil
	})
	if err != nil {
		return err
	}
	if !single {
		s.known, s.readAt = known, c.now()
		return nil
	}
	if len(s.asked) >= mostKnown {
		s.known, s.asked = map[string][]productIDs{}, map[string]time.Time{}
	}
	s.known[sku], s.asked[sku] = known[sku], c.now()
	return nil
}

// eachReadable visits the products of a list that can be read: one that cannot keeps no
// other from being ordered.
func eachReadable(ctx context.Context, l *list[supplier.Product], do func(*supplier.Product) error) error {
	for {
		raw, err := l.fetch(ctx)
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		page, err := l.decode(raw, nil)
		if err == nil {
			err = l.admit(raw.Index, &page)
		}
		if err != nil {
			return err
		}
		for i := range page.Records {
			if err := do(&page.Records[i]); err != nil {
				return err
			}
		}
	}
	if out := l.outcome(); !out.Complete {
		return l.incomplete(out.Said)
	}
	return nil
}
