package sales

import (
	"fmt"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// workbook is what the workbooks of orders and of shipments have in common. Its sheets
// are filled while the service is read.
type workbook struct {
	*job
	book        *book.Book
	differences *book.Sheet
	control     *book.Sheet
	proofs      []proof
}

// proof is a sum that stands in two places of the workbook and must be one.
type proof struct {
	name            string
	in, again       string         // formulas
	expected, found supplier.Money // what they come to
}

// create begins a workbook and its sheets, in their order; those that stand in all come last.
func (j *job) create(title string, sheets []*book.Sheet, layouts []book.Layout) (*workbook, error) {
	days := j.first() + " – " + j.last()
	b, err := book.Create(j.Out, book.Properties{Title: title + " " + days, Date: j.Now})
	if err != nil {
		return nil, err
	}
	w := &workbook{job: j, book: b}
	var made []*book.Sheet
	for _, layout := range append(layouts, w.differenceLayout(), w.controlLayout()) {
		sheet, err := b.Sheet(layout)
		if err != nil {
			b.Abort()
			return nil, err
		}
		made = append(made, sheet)
	}
	copy(sheets, made)
	w.differences, w.control = made[len(layouts)], made[len(layouts)+1]
	j.audit.record = w.difference
	return w, nil
}

// publish puts the finished workbook into its place.
func (w *workbook) publish() error {
	result, err := w.book.Close()
	w.report.Bytes, w.report.SHA256 = result.Bytes, result.SHA256
	return err
}

// t is the text of the workbook's language.
func (j *job) t(uk, en string) string { return j.Lang.Of(uk, en) }

func (w *workbook) differenceLayout() book.Layout {
	return book.Layout{Name: w.t("Розбіжності", "Differences"), Filter: true, Long: true, Columns: []book.Column{
		{Heading: w.t("Перевірка", "Check"), Width: 44},
		{Heading: w.t("ID замовлення", "Order ID"), Width: 18},
		{Heading: w.t("Зовнішній №", "External ID"), Width: 16},
		{Heading: w.t("ТТН", "Waybills"), Width: 18},
		{Heading: w.t("Очікувано", "Expected"), Kind: book.KindMoney},
		{Heading: w.t("Є", "Found"), Kind: book.KindMoney},
		{Heading: w.t("Що не так", "What is wrong"), Width: 60},
	}}
}

func (w *workbook) difference(d Difference) error {
	return w.differences.Append(book.Text(checkText(w.Lang, d.Code)), book.Text(d.OrderID), book.Text(d.ExternalID), book.Text(d.Waybill),
		book.Amount(d.Expected), book.Amount(d.Found), book.Text(w.t(wrongText(d.Code), d.Message)))
}

func (w *workbook) controlLayout() book.Layout {
	return book.Layout{Name: w.t("Контроль", "Control"), Columns: []book.Column{
		{Heading: w.t("Показник", "Item"), Width: 44},
		{Heading: w.t("Очікувано", "Expected"), Kind: book.KindMoney, Width: 17},
		{Heading: w.t("Є", "Found"), Kind: book.KindMoney, Width: 17},
		{Heading: w.t("Різниця", "Difference"), Kind: book.KindMoney, Width: 14},
		{Heading: w.t("Стан", "State"), Width: 15},
		{Heading: w.t("Пояснення", "Explanation"), Width: 70},
	}}
}

// writeControl says what the workbook was made of, proves its sums by live formulas, so
// that a figure changed by hand shows, and lists the checks.
func (w *workbook) writeControl(counts [][2]string) error {
	facts := [][2]string{
		{w.t("Період", "Period"), w.From.In(w.Zone).Format("02.01.2006") + " – " + w.To.Add(-1).In(w.Zone).Format("02.01.2006")},
		{w.t("Часовий пояс", "Time zone"), fmt.Sprintf("%s (%s … %s)", w.Zone, w.From.In(w.Zone).Format("-07:00"), w.To.In(w.Zone).Format("-07:00"))},
		{w.t("Джерело", "Source"), w.Source},
		{w.t("Прочитано", "Read at"), w.Now.In(w.Zone).Format("02.01.2006 15:04:05")},
		{w.t("Програма", "Program"), w.Program},
	}
	none := book.Cell{}
	for _, fact := range append(facts, counts...) {
		if err := w.control.Append(book.Text(fact[0]), none, none, none, none, book.Text(fact[1])); err != nil {
			return err
		}
	}
	if err := w.control.Append(); err != nil {
		return err
	}
	for _, p := range w.proofs {
		if err := w.writeProof(p); err != nil {
			return err
		}
	}
	for _, check := range w.audit.checks() {
		state := book.Text(w.verdict(true)).As(book.Good)
		if !check.OK {
			state = book.Text(w.verdict(false)).As(book.Bad)
		}
		if err := w.control.Append(book.Text(checkText(w.Lang, check.Name)), none, none, none, state, book.Text(w.audit.by[check.Name].detail(w.Lang))); err != nil {
			return err
		}
	}
	return nil
}

func (w *workbook) writeProof(p proof) error {
	row := w.control.Last() + 1
	apart, err := shown(p.found).Sub(shown(p.expected))
	if err != nil {
		return err
	}
	state := book.Text(w.verdict(true)).As(book.Good)
	if apart.Sign() != 0 {
		state = book.Text(w.verdict(false)).As(book.Bad)
	}
	return w.control.Append(book.Text(p.name), book.Formula(p.in, book.Amount(shown(p.expected))), book.Formula(p.again, book.Amount(shown(p.found))),
		book.Formula(fmt.Sprintf("ROUND(C%d-B%d,2)", row, row), book.Amount(apart)),
		book.Formula(fmt.Sprintf(`IF(D%d=0,"%s","%s")`, row, w.verdict(true), w.verdict(false)), state))
}

func (w *workbook) verdict(ok bool) string {
	if ok {
		return "OK"
	}
	return w.t("НЕ СХОДИТЬСЯ", "NOT OK")
}
