package pricelist

import (
	"context"
	"errors"
	"io"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Trial is what an export would make of the lists as they are now.
type Trial struct {
	Products   int                   // that feeds would get
	Unreadable []supplier.Unreadable // that they would not
	Remarks    []supplier.Remark
}

// Try reads all products as an export reads them, and keeps what it would say of them.
func (c *Catalogue) Try(ctx context.Context) (Trial, error) {
	var out Trial
	reading := c.ProductPages(supplier.ProductQuery{})
	var page supplier.ProductPage
	for {
		raw, err := reading.Fetch(ctx)
		if errors.Is(err, io.EOF) {
			out.Products = reading.Result().Items
			return out, nil
		}
		if err == nil {
			err = reading.Decode(raw, &page)
		}
		if err == nil {
			err = reading.Admit(&page)
		}
		if err != nil {
			return out, err
		}
		out.Unreadable = append(out.Unreadable, page.Unreadable...)
		out.Remarks = append(out.Remarks, page.Remarks...)
	}
}
