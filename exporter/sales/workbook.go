package sales

import (
	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/exporter/control"
	"github.com/dropbridge/dropbridge/internal/money"
)

// workbook is what the workbooks of orders and of shipments have in common. Its sheets
// are filled while the service is read.
type workbook struct {
	*job
	book        *book.Book
	differences *book.Sheet
	control     *control.Sheet
	proofs      []control.Proof
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
	for _, layout := range append(layouts, w.differenceLayout()) {
		sheet, err := b.Sheet(layout)
		if err != nil {
			b.Abort()
			return nil, err
		}
		made = append(made, sheet)
	}
	copy(sheets, made)
	w.differences = made[len(layouts)]
	if w.control, err = control.Add(b, j.Lang); err != nil {
		b.Abort()
		return nil, err
	}
	j.audit.record = w.difference
	return w, nil
}

// publish puts the finished workbook into its place.
func (w *workbook) publish() error {
	if w.audit.count == 0 {
		if err := w.differences.Append(book.Text(w.t("розбіжностей немає", "no differences")).As(book.Good)); err != nil {
			return err
		}
	}
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
		{Heading: w.t("Фактично", "Found"), Kind: book.KindMoney},
		{Heading: w.t("Що не так", "What is wrong"), Width: 60},
	}}
}

func (w *workbook) difference(d Difference) error {
	return w.differences.Append(book.Text(checkText(w.Lang, d.Code)), book.Text(d.OrderID), book.Text(d.ExternalID), book.Text(d.Waybill),
		book.Amount(d.Expected), book.Amount(d.Found), book.Text(w.t(wrongText(d.Code), d.Message)))
}

// prove makes a proof of a sum that stands in two places of the workbook.
func prove(name, in, again string, expected, found money.Amount) control.Proof {
	return control.Proof{Name: name, Expected: control.Figure{Amount: expected, Formula: in}, Found: control.Figure{Amount: found, Formula: again}}
}

// writeControl says what the workbook was made of, proves its sums, and lists the checks.
func (w *workbook) writeControl(counts ...[2]string) error {
	err := w.control.Facts(control.Origin{From: w.From.In(w.Zone), To: w.To.In(w.Zone), Source: w.Source, Read: w.Now, Program: w.Program}, counts...)
	if err == nil {
		err = w.control.Proofs(w.proofs)
	}
	none := money.Amount{}
	for _, check := range w.audit.checks() {
		if err == nil {
			err = w.control.Check(checkText(w.Lang, check.Name), check.OK, none, none, w.audit.by[check.Name].detail(w.Lang))
		}
	}
	return err
}
