package drift

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
)

// What it takes to say that amounts have another size, or that a value is missing more often.
const (
	// otherSize is how many times as high or low the middle amount has to be: a list that
	// comes in another order does not do that, a change to minor units or of the decimal
	// mark does a hundred times.
	otherSize = 30
	// oftenMissing is by how many of a hundred rows a value has to be rarer, to less than
	// half of what it was.
	oftenMissing = 30
	// chance is how likely it may be, in a thousand, that a sample lacks a value by chance.
	chance = 1
)

// isAmount reports whether a field holds money.
func isAmount(field string) bool {
	name := field[strings.LastIndexByte(field, '.')+1:]
	return strings.HasSuffix(name, "price") || name == "rrp" || name == "amount" || name == "cod_amount" || strings.HasPrefix(name, "total_") || strings.HasPrefix(name, "balance_")
}

// noteAmount keeps the size of an amount as the service writes it, without its decimals.
func (f *FieldProfile) noteAmount(value string) {
	if !f.rules.amount {
		return
	}
	amount, err := money.Notation{Mark: f.rules.mark, Grouping: money.Anywhere}.Parse(jsonread.PlainText(value))
	if err != nil || amount.Sign() == 0 {
		return
	}
	whole, _, _ := strings.Cut(strings.TrimPrefix(amount.String(), "-"), ".")
	if n, err := strconv.ParseInt(whole, 10, 64); err == nil {
		f.amounts = append(f.amounts, max(n, 1))
	}
}

// settleAmounts takes the middle one of the amounts of a sample.
func (f *FieldProfile) settleAmounts() {
	if len(f.amounts) >= fewRows {
		slices.Sort(f.amounts)
		f.Middle = f.amounts[len(f.amounts)/2]
	}
	f.amounts = nil
}

// compareSizes looks for amounts that are many times as high or low as they were: another
// unit or another decimal mark, which no type shows.
func (f *FieldProfile) compareSizes(old *FieldProfile) []Change {
	if old.Middle == 0 || f.Middle == 0 || f.Middle < old.Middle*otherSize && old.Middle < f.Middle*otherSize {
		return nil
	}
	return []Change{{Field: f.Field, Path: f.Place, Kind: Scale,
		Detail: fmt.Sprintf("%s: half of the amounts at %s are from about %d on, and were from about %d on", f.Field, oneline.Clean(f.Place, 80), f.Middle, old.Middle),
		Mend:   "ask the supplier whether the unit has changed, and say so in the mapping (minor: 2 for kopecks, decimal: \",\" for a comma), " + acceptMend}}
}

// compareShares looks for values that most products had and many have no more.
func (f *FieldProfile) compareShares(old *FieldProfile) []Change {
	if f.Rows < manyRows || old.Rows < manyRows || f.Filled == 0 {
		return nil
	}
	was, is := old.Filled*100/old.Rows, f.Filled*100/f.Rows
	if was-is < oftenMissing || is*2 >= was {
		return nil
	}
	return []Change{{Field: f.Field, Path: f.Place, Kind: Sparse,
		Detail: fmt.Sprintf("%s: %s has a value in %d of %d rows, and had one in %d of %d", f.Field, oneline.Clean(f.Place, 80), f.Filled, f.Rows, old.Filled, old.Rows),
		Mend:   "see whether the answer has it at a second place now, and write both paths into the mapping, " + acceptMend}}
}

// unlikely reports whether a sample of so many rows would hardly lack by chance what so many
// had before: a brand that four of five products have is not missing from all of twenty.
func unlikely(present, rows, sample int) bool {
	if rows < fewRows || present == 0 {
		return false
	}
	left := 1.0
	for range sample {
		left *= float64(rows-present) / float64(rows)
	}
	return left*1000 < chance
}
