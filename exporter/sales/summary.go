package sales

import (
	"cmp"
	"fmt"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
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

func (j *job) statusColumns() []sumColumn {
	return append([]sumColumn{
		{j.t("column.orders"), book.KindWhole, -1, func(f *figures) int64 { return f.count }, nil},
		{j.t("column.pieces"), book.KindWhole, orderPieces, func(f *figures) int64 { return f.pieces }, nil},
		{j.t("column.drop_total"), book.KindMoney, orderDrop, nil, func(f *figures) money.Amount { return f.drop }},
		{j.t("column.retail_total"), book.KindMoney, orderRetail, nil, func(f *figures) money.Amount { return f.retail }},
		{j.t("column.profit"), book.KindMoney, orderProfit, nil, func(f *figures) money.Amount { return f.profit }},
	}, j.cashColumns(orderCOD, orderExpected, orderCollected, orderPaidOut)...)
}

func (j *job) statusLayout() book.Layout {
	return summaryLayout(j.t("sheet.summary"), []book.Column{{Heading: j.t("column.status"), Width: 18}, {Heading: j.t("column.currency"), Width: 8}},
		j.statusColumns(), book.Column{Heading: j.t("column.margin"), Kind: book.KindPercent, Width: 10})
}

// The columns of the summary of orders that proofs name.
const (
	sumFirst  = 2 // of the sums
	sumDrop   = 4
	sumRetail = 5
	sumProfit = 6
)

func (o *ordersBook) writeSummary() error {
	table := groupTable{summary: o.summary, rows: o.orders, mixed: o.mixed(), columns: o.statusColumns(), conditions: []int{orderStatus, orderCurrency},
		common: func(f *figures) []string { return []string{f.status, f.currency} }, margin: &[2]int{sumProfit, sumRetail}}
	for _, sum := range o.currencies() {
		totals, err := o.writeGroups(table, o.statuses.sorted(sum.currency), sum)
		if err == nil {
			err = o.writeStanding(totals, sum)
		}
		if err != nil {
			return err
		}
		o.prove(totals, sum)
	}
	return nil
}

// prove compares the sums of a currency with the rows and the items.
func (o *ordersBook) prove(totals int64, sum *sums) {
	rows := func(column int) string { return o.sumOf(o.orders, column, orderCurrency, sum) }
	t := func(key string) string { return o.inWords(o.t(key), sum) }
	o.proofs = append(o.proofs,
		prove(t("sales.proof.retail_summary"), rows(orderRetail), o.summary.Cell(sumRetail, totals), sum.totals.retail, sum.totals.retail),
		prove(t("sales.proof.drop_summary"), rows(orderDrop), o.summary.Cell(sumDrop, totals), sum.totals.drop, sum.totals.drop),
		prove(t("sales.proof.profit_summary"), rows(orderProfit), o.summary.Cell(sumProfit, totals), sum.totals.profit, sum.totals.profit),
		prove(t("sales.proof.drop_items"), rows(orderDrop), o.sumOf(o.items, itemDrop, itemCurrency, sum), sum.totals.drop, sum.itemsDrop))
	if !sum.unpriced {
		o.proofs = append(o.proofs, prove(t("sales.proof.retail_items"),
			rows(orderRetail), o.sumOf(o.items, itemRetail, itemCurrency, sum), sum.totals.retail, sum.itemsRetail))
	}
}

// writeStanding writes below the totals what is left of them without the void orders.
func (o *ordersBook) writeStanding(totals int64, sum *sums) error {
	row := totals + 1
	cells := []book.Cell{book.Text(o.t("sales.standing")).As(book.Total), book.Text(sum.currency).As(book.Total)}
	for i, c := range o.statusColumns() {
		formula := book.Here(o.summary.Cell(sumFirst+i, totals))
		for _, void := range supplier.VoidOrderStatuses() {
			where := []book.Where{{Column: orderStatus, Word: o.Lang.OrderStatus(void), Cell: `"` + o.Lang.OrderStatus(void) + `"`}}
			if o.mixed() {
				where = append(where, book.Where{Column: orderCurrency, Word: sum.currency, Cell: book.Here(o.summary.Cell(1, row))})
			}
			if c.column < 0 {
				formula += "-" + book.CountWhere(o.orders, where...)
			} else {
				formula += "-" + book.SumWhere(o.orders, c.column, where...)
			}
		}
		if c.amount != nil {
			formula = "ROUND(" + formula + ",2)"
		}
		cells = append(cells, book.Formula(formula, c.now(&sum.stands)).As(book.Total))
	}
	return o.summary.Append(append(cells, marginCell(o.summary, row, &sum.stands, [2]int{sumProfit, sumRetail}).As(book.Total))...)
}
