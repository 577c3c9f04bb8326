package history

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
)

// ListedChange is a row of a list of changes, as Comparison writes it. Prices are texts of the
// feed, "" where there is none.
type ListedChange struct {
	Change, SKU, Name  string
	OldPrice, NewPrice string

	factor float64 // by which the price moved, up or down: 1 or more
}

// WorstChanges reads a list of changes, and gives those that weigh most: prices that moved
// furthest and offers that are gone, as many of each as there is room for.
func WorstChanges(list io.Reader, most int) ([]ListedChange, error) {
	rows := csv.NewReader(list)
	rows.ReuseRecord, rows.FieldsPerRecord = true, 9
	if _, err := rows.Read(); err != nil {
		return nil, fmt.Errorf("read the heading of the changes: %w", err)
	}
	var moved, gone []ListedChange
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("read the changes: %w", err)
		}
		switch row[0] {
		case changeGone:
			if len(gone) < most {
				gone = append(gone, listed(row))
			}
		case changeRepriced:
			moved = keepFurthest(moved, listed(row), most)
		}
	}
	ofMoved := min(len(moved), max(most/2, most-len(gone)))
	return slices.Concat(moved[:ofMoved], gone[:min(len(gone), most-ofMoved)]), nil
}

// listed is a row of the list, whose columns ChangesHeading names.
func listed(row []string) ListedChange {
	c := ListedChange{Change: row[0], SKU: row[2], Name: row[3], OldPrice: row[4], NewPrice: row[5]}
	c.factor = priceFactor(c.OldPrice, c.NewPrice)
	return c
}

// keepFurthest adds a change to the furthest ones, the furthest first.
func keepFurthest(furthest []ListedChange, c ListedChange, most int) []ListedChange {
	at := slices.IndexFunc(furthest, func(other ListedChange) bool { return other.factor < c.factor })
	if at < 0 {
		at = len(furthest)
	}
	furthest = slices.Insert(furthest, at, c)
	return furthest[:min(len(furthest), most)]
}

// priceFactor is by how much a price moved, for an order of changes alone: a price that came or
// went moved furthest.
func priceFactor(before, after string) float64 {
	was, err := strconv.ParseFloat(before, 64)
	is, isErr := strconv.ParseFloat(after, 64)
	if err != nil || isErr != nil || was <= 0 || is <= 0 {
		return math.Inf(1)
	}
	return max(was/is, is/was)
}
