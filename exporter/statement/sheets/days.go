package sheets

import (
	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/exporter/statement"
)

func (w *Workbook) dayLayout() book.Layout {
	t := w.manner.Language.Say
	return book.Layout{Name: t("sheet.balance"), Filter: true, Columns: []book.Column{
		{Heading: t("column.date"), Kind: book.KindDay},
		{Heading: t("column.posted"), Kind: book.KindMoney, Width: 15},
		{Heading: t("column.held"), Kind: book.KindMoney, Width: 15},
		{Heading: t("column.available"), Kind: book.KindMoney, Width: 15},
	}}
}

// writeDays writes the balance at each day's end, and its chart.
func (w *Workbook) writeDays(s *statement.Statement) error {
	for _, d := range s.Days {
		if err := w.days.Append(book.Day(d.Day), book.Amount(d.Balance.Posted), book.Amount(d.Balance.Held), book.Amount(d.Balance.Available)); err != nil {
			return err
		}
	}
	if len(s.Days) == 0 {
		return nil
	}
	t := w.manner.Language.Say
	chart := book.Chart{Title: t("statement.chart"), Categories: w.days.Column(0)[0]}
	for i, name := range []string{t("column.posted"), t("column.held"), t("column.available")} {
		chart.Series = append(chart.Series, book.Series{Name: name, Values: w.days.Column(i + 1)[0]})
	}
	return w.book.Chart(w.days, "F2", chart)
}
