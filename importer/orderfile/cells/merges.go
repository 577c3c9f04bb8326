package cells

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/sorting"
)

// Merge is a merged area, its ends included; columns count from 0.
type Merge struct {
	FirstRow, LastRow, FirstColumn, LastColumn int
}

func parseMerge(ref string) (Merge, bool) {
	from, to, two := strings.Cut(ref, ":")
	if !two {
		to = from
	}
	c1, r1, ok1 := ParseRef(from)
	c2, r2, ok2 := ParseRef(to)
	return Merge{r1, r2, c1, c2}, ok1 && ok2 && r1 <= r2 && c1 <= c2
}

// cover puts the value of a merged cell in place of what the row has beneath it.
func (r *Row) cover(m Merge, value Cell) {
	if n := len(r.Cells); n == 0 || r.Cells[n-1].Column < m.FirstColumn {
		r.Cells = append(r.Cells, value)
		return
	}
	place := func(column int) int {
		at, _ := slices.BinarySearchFunc(r.Cells, column, func(c Cell, column int) int { return c.Column - column })
		return at
	}
	r.Cells = slices.Replace(r.Cells, place(m.FirstColumn), place(m.LastColumn+1), value)
}

// spread gives the value of a merged cell to every row that the cell covers, in the
// cell's first column; what stands hidden beneath a merged cell is dropped. Rows
// without anything of their own stay blank.
func (w *workbook) spread(ctx context.Context, rows []Row, merges []Merge) *problem.Fault {
	sorting.Func(merges, func(a, b Merge) int {
		return cmp.Or(cmp.Compare(a.FirstColumn, b.FirstColumn), cmp.Compare(a.FirstRow, b.FirstRow))
	})
	covered := 0
	for i, m := range merges {
		if i > 0 && merges[i-1].FirstColumn == m.FirstColumn && merges[i-1].LastRow >= m.FirstRow {
			return problem.Faultf(problem.SheetDamaged + ".merges_overlap")
		}
		first, _ := slices.BinarySearchFunc(rows, m.FirstRow, func(r Row, n int) int { return r.Number - n })
		if first == len(rows) {
			continue
		}
		value := Cell{Column: m.FirstColumn}
		if rows[first].Number == m.FirstRow {
			value = rows[first].At(m.FirstColumn)
		}
		if value.Blank() {
			continue
		}
		for j := first; j < len(rows) && rows[j].Number <= m.LastRow; j++ {
			value.Shared, value.Wide = rows[j].Number > m.FirstRow, uint8(min(m.LastColumn-m.FirstColumn, 255))
			rows[j].cover(m, value)
			if covered++; covered%1024 == 0 && ctx.Err() != nil {
				return tooLong(w.limits)
			}
			if f := w.volume.add(value.Text, 1); f != nil {
				return f
			}
		}
	}
	return nil
}
