package sales

import (
	"fmt"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/exporter/control"
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

// writeGroups writes a row for each group and the totals below them. The first columns
// hold what the groups have in common. Where marginOf is set, a last column shows the
// share of one sum in another. It returns the row of the totals.
func (w *workbook) writeGroups(summary, rows *book.Sheet, columns []sumColumn, groups []*figures,
	common func(*figures) []string, conditionColumns []int, margin *[2]int) (totals int64, err error) {
	first := summary.Last() + 1
	width := len(conditionColumns)
	for _, f := range groups {
		row := summary.Last() + 1
		var cells []book.Cell
		var conditions []book.Where
		for i, word := range common(f) {
			cells = append(cells, book.Text(word))
			conditions = append(conditions, book.Where{Column: conditionColumns[i], Word: word, Cell: book.Here(summary.Cell(i, row))})
		}
		for i := range columns {
			formula := book.CountWhere(rows, conditions...)
			if columns[i].column >= 0 {
				formula = book.SumWhere(rows, columns[i].column, conditions...)
			}
			cells = append(cells, book.Formula(formula, columns[i].now(f)))
		}
		if margin != nil {
			cells = append(cells, marginCell(summary, row, f, *margin))
		}
		if err := summary.Append(cells...); err != nil {
			return 0, err
		}
	}
	totals = summary.Last() + 1
	cells := []book.Cell{book.Text(w.t("sales.total")).As(book.Total)}
	for len(cells) < width {
		cells = append(cells, book.Cell{}.As(book.Total))
	}
	for i := range columns {
		formula := "0"
		if totals > first {
			formula = fmt.Sprintf("SUM(%s:%s)", book.Here(summary.Cell(width+i, first)), book.Here(summary.Cell(width+i, totals-1)))
		}
		cells = append(cells, book.Formula(formula, columns[i].now(&w.totals)).As(book.Total))
	}
	if margin != nil {
		cells = append(cells, marginCell(summary, totals, &w.totals, *margin).As(book.Total))
	}
	return totals, summary.Append(cells...)
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
	return summaryLayout(j.t("sheet.summary"), []book.Column{{Heading: j.t("column.status"), Width: 18}}, j.statusColumns(),
		book.Column{Heading: j.t("column.margin"), Kind: book.KindPercent, Width: 10})
}

// The columns of the summary of orders that proofs name.
const (
	sumDrop   = 3
	sumRetail = 4
	sumProfit = 5
)

func (o *ordersBook) writeSummary() error {
	totals, err := o.writeGroups(o.summary, o.orders, o.statusColumns(), o.statuses.sorted(),
		func(f *figures) []string { return []string{f.status} }, []int{orderStatus}, &[2]int{sumProfit, sumRetail})
	if err != nil {
		return err
	}
	if err := o.writeStanding(totals); err != nil {
		return err
	}
	o.proofs = []control.Proof{
		prove(o.t("sales.proof.retail_summary"), book.SumOf(o.orders, orderRetail), o.summary.Cell(sumRetail, totals), o.totals.retail, o.totals.retail),
		prove(o.t("sales.proof.drop_summary"), book.SumOf(o.orders, orderDrop), o.summary.Cell(sumDrop, totals), o.totals.drop, o.totals.drop),
		prove(o.t("sales.proof.profit_summary"), book.SumOf(o.orders, orderProfit), o.summary.Cell(sumProfit, totals), o.totals.profit, o.totals.profit),
		prove(o.t("sales.proof.drop_items"), book.SumOf(o.orders, orderDrop), book.SumOf(o.items, itemDrop), o.totals.drop, o.itemsDrop),
	}
	if !o.unpriced {
		o.proofs = append(o.proofs, prove(o.t("sales.proof.retail_items"),
			book.SumOf(o.orders, orderRetail), book.SumOf(o.items, itemRetail), o.totals.retail, o.itemsRetail))
	}
	return nil
}

// writeStanding writes below the totals what is left of them without the void orders.
func (o *ordersBook) writeStanding(totals int64) error {
	row := totals + 1
	cells := []book.Cell{book.Text(o.t("sales.standing")).As(book.Total)}
	for i, c := range o.statusColumns() {
		formula := book.Here(o.summary.Cell(1+i, totals))
		for _, void := range voidStatuses() {
			where := book.Where{Column: orderStatus, Word: o.Lang.OrderStatus(void), Cell: `"` + o.Lang.OrderStatus(void) + `"`}
			if c.column < 0 {
				formula += "-" + book.CountWhere(o.orders, where)
			} else {
				formula += "-" + book.SumWhere(o.orders, c.column, where)
			}
		}
		if c.amount != nil {
			formula = "ROUND(" + formula + ",2)"
		}
		cells = append(cells, book.Formula(formula, c.now(&o.stands)).As(book.Total))
	}
	return o.summary.Append(append(cells, marginCell(o.summary, row, &o.stands, [2]int{sumProfit, sumRetail}).As(book.Total))...)
}
