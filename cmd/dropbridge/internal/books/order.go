package books

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"github.com/dropbridge/dropbridge/exporter/closed"
)

// Remembered is when what is remembered of the ledger changed last, zero where nothing is.
func (c *Closer) Remembered() (time.Time, error) {
	info, err := os.Stat(c.config.Ledgers())
	if errors.Is(err, fs.ErrNotExist) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	return info.ModTime(), nil
}

// OfOrder is what the exports of the ledger remember of an order, by its number at the supplier
// and the client's own. The supplier is not asked.
func (c *Closer) OfOrder(ctx context.Context, id, number string, now time.Time) (closed.OfOrder, error) {
	b, err := closed.Open(c.config.Ledgers(), booksOf(c.config, currencyOf(c.config, "")), now)
	if err != nil {
		return closed.OfOrder{}, err
	}
	return b.OfOrder(ctx, id, number)
}
