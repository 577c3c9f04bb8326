package sales

import (
	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

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
