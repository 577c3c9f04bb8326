package remembered

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
)

// Row is what is kept of an order or a shipment.
type Row struct {
	ID, ExternalID string    // the supplier's, and what people know the row by
	At             time.Time // by which it belongs to a period
	Status         string    // the supplier's word
	Void           bool      // nothing comes of it, so that it is in no sum
	Currency       string
	Amounts        []money.Amount // by the book's own order; absent ones count as absent
}

// same reports whether a row comes to the same in every sum.
func (r *Row) same(other *Row) bool {
	return r.Void == other.Void && r.Currency == other.Currency && slices.EqualFunc(r.Amounts, other.Amounts, sameAmount)
}

func sameAmount(x, y money.Amount) bool { return x.IsSet() == y.IsSet() && x.Cmp(y) == 0 }

// cells is the row as a line of a file.
func (r *Row) cells() []string {
	amounts := make([]string, len(r.Amounts))
	for i, amount := range r.Amounts {
		amounts[i] = amount.String()
	}
	return []string{r.ID, r.ExternalID, r.At.UTC().Format(time.RFC3339Nano), r.Status, strconv.FormatBool(r.Void), r.Currency, strings.Join(amounts, " ")}
}

const rowCells = 7

// parse reads a row from a line, which is its own.
func parse(cells []string) (Row, error) {
	row := Row{ID: strings.Clone(cells[0]), ExternalID: strings.Clone(cells[1]), Status: strings.Clone(cells[3]), Currency: strings.Clone(cells[5])}
	var err error
	if row.At, err = time.Parse(time.RFC3339Nano, cells[2]); err != nil {
		return row, fmt.Errorf("row %s: %w", row.ID, err)
	}
	if row.Void, err = strconv.ParseBool(cells[4]); err != nil {
		return row, fmt.Errorf("row %s: %w", row.ID, err)
	}
	for text := range strings.SplitSeq(cells[6], " ") {
		amount := money.Amount{}
		if text != "" {
			if amount, err = money.Parse(text); err != nil {
				return row, fmt.Errorf("row %s: %w", row.ID, err)
			}
		}
		row.Amounts = append(row.Amounts, amount)
	}
	return row, nil
}
