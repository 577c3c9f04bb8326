package sales

import (
	"cmp"
	"fmt"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/internal/money"
)

// sumColumn is a column of a summary: a live sum over a column of the rows.
type sumColumn struct {
	heading string
	kind    book.Kind
	column  int // of the rows; -1 counts them
	whole   func(*figures) int64
	amount  func(*figures) money.Amount
}

// now is the value that stands beside the formula.
func (c *sumColumn) now(f *figures) book.Cell {
	if c.whole != nil {
		return book.Whole(c.whole(f))
	}
	return book.Amount(c.amount(f).OrZero())
}

// groupTable is a table of sums by what rows have in common.
type groupTable struct {
	summary, rows *book.Sheet
	columns       []sumColumn
	common        func(*figures) []string // the words of the first columns; the last one is the currency
	conditions    []int                   // the columns of the rows that have those words
	mixed         bool                    // whether the currency is one of the conditions
	margin        *[2]int                 // where set, a last column has the share of the first of these columns in the second
}

// writeGroups writes a row for each group of a currency and the totals below them. It
// returns the row of the totals.
func (w *workbook) writeGroups(t groupTable, groups []*figures, sum *sums) (totals int64, err error) {
	first := t.summary.Last() + 1
	for _, f := range groups {
		if err := t.summary.Append(t.group(f, t.summary.Last()+1)...); err != nil {
			return 0, err
		}
	}
	totals = t.summary.Last() + 1
	width := len(t.conditions)
	cells := []book.Cell{book.Text(w.t("sales.total")).As(book.Total)}
	for len(cells) < width-1 {
		cells = append(cells, book.Cell{}.As(book.Total))
	}
	cells = append(cells, book.Text(sum.currency).As(book.Total))
	for i := range t.columns {
		formula := "0"
		if totals > first {
			formula = fmt.Sprintf("SUM(%s:%s)", book.Here(t.summary.Cell(width+i, first)), book.Here(t.summary.Cell(width+i, totals-1)))
		}
		cells = append(cells, book.Formula(formula, t.columns[i].now(&sum.totals)).As(book.Total))
	}
	if t.margin != nil {
		cells = append(cells, marginCell(t.summary, totals, &sum.totals, *t.margin).As(book.Total))
	}
	return totals, t.summary.Append(cells...)
}

// group is the row of a group.
func (t *groupTable) group(f *figures, row int64) (cells []book.Cell) {
	var conditions []book.Where
	for i, word := range t.common(f) {
		cells = append(cells, book.Text(word))
		if i < len(t.conditions)-1 || t.mixed {
			conditions = append(conditions, book.Where{Column: t.conditions[i], Word: word, Cell: book.Here(t.summary.Cell(i, row))})
		}
	}
	for i := range t.columns {
		formula := book.CountWhere(t.rows, conditions...)
		if t.columns[i].column >= 0 {
			formula = book.SumWhere(t.rows, t.columns[i].column, conditions...)
		}
		cells = append(cells, book.Formula(formula, t.columns[i].now(f)))
	}
	if t.margin != nil {
		cells = append(cells, marginCell(t.summary, row, f, *t.margin))
	}
	return cells
}

// sumOf is the formula of a column's sum over the rows of a currency, which stands in
// another column of them.
func (w *workbook) sumOf(rows *book.Sheet, column, currency int, sum *sums) string {
	if !w.mixed() {
		return book.SumOf(rows, column)
	}
	return book.SumWhere(rows, column, book.Where{Column: currency, Word: sum.currency, Cell: `"` + sum.currency + `"`})
}

// inWords is a name, with the currency where there are several.
func (w *workbook) inWords(text string, sum *sums) string {
	if !w.mixed() {
		return text
	}
	return text + ", " + cmp.Or(sum.currency, "?")
}

// marginCell is the share of the profit in what was sold, columns of the summary.
func marginCell(summary *book.Sheet, row int64, f *figures, columns [2]int) book.Cell {
	profit, retail := book.Here(summary.Cell(columns[0], row)), book.Here(summary.Cell(columns[1], row))
	value := share(f.profit.OrZero(), f.retail)
	return book.Formula(fmt.Sprintf("IF(%s=0,0,ROUND(%s/%s,4))", retail, profit, retail), book.Amount(value.OrZero()))
}

func summaryLayout(name string, common []book.Column, columns []sumColumn, more ...book.Column) book.Layout {
	all := common
	for _, c := range columns {
		all = append(all, book.Column{Heading: c.heading, Kind: c.kind, Width: 14})
	}
	return book.Layout{Name: name, Columns: append(all, more...)}
}

// cashColumns are the sums of cash on delivery, which orders and shipments have.
func (j *job) cashColumns(cod, expected, collected, paidOut int) []sumColumn {
	return []sumColumn{
		{j.t("column.cash_on_delivery"), book.KindMoney, cod, nil, func(f *figures) money.Amount { return f.cod }},
		{j.t("column.cash_expected"), book.KindMoney, expected, nil, func(f *figures) money.Amount { return f.expected }},
		{j.t("column.cash_collected"), book.KindMoney, collected, nil, func(f *figures) money.Amount { return f.collected }},
		{j.t("column.cash_paid_out"), book.KindMoney, paidOut, nil, func(f *figures) money.Amount { return f.paidOut }},
	}
}
