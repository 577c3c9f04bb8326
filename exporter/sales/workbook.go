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
	b, err := book.Begin(j.Into, j.Out, book.Properties{Title: title + " " + days, Date: j.Now})
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
		if err := w.differences.Append(book.Text(w.t("sales.no_differences")).As(book.Good)); err != nil {
			return err
		}
	}
	result, err := w.book.Close()
	w.report.Bytes, w.report.SHA256 = result.Bytes, result.SHA256
	return err
}

// t is a text of the catalogue in the workbook's language.
func (j *job) t(key string) string { return j.Lang.Say(key) }

func (w *workbook) differenceLayout() book.Layout {
	return book.Layout{Name: w.t("sheet.differences"), Filter: true, Long: true, Columns: []book.Column{
		{Heading: w.t("column.check"), Width: 44},
		{Heading: w.t("column.order_id"), Width: 18},
		{Heading: w.t("column.external_id"), Width: 16, Wrap: true},
		{Heading: w.t("column.waybills"), Width: 18, Wrap: true},
		{Heading: w.t("column.expected"), Kind: book.KindMoney},
		{Heading: w.t("column.found_there"), Kind: book.KindMoney},
		{Heading: w.t("column.what_is_wrong"), Width: 60, Wrap: true},
	}}
}

func (w *workbook) difference(d Difference) error {
	return w.differences.Append(book.Text(w.Lang.Word("sales.check", d.Code)), book.Text(d.OrderID), book.Text(d.ExternalID), book.Text(d.Waybill),
		book.Amount(d.Expected), book.Amount(d.Found), book.Text(d.said.In(w.Lang)))
}

// prove makes a proof of a sum that stands in two places of the workbook.
func prove(name, in, again string, expected, found money.Amount) control.Proof {
	return control.Proof{Name: name, Expected: control.Figure{Amount: expected, Formula: in}, Found: control.Figure{Amount: found, Formula: again}}
}

// writeControl says what the workbook was made of, proves its sums, and lists the checks.
func (w *workbook) writeControl(counts ...[2]string) error {
	err := w.control.Facts(control.Origin{From: w.From.In(w.Zone), To: w.To.In(w.Zone), Source: w.Source, Read: w.Now, Program: w.Program, Company: w.Company, Supplier: w.Supplier}, counts...)
	if err == nil {
		err = w.control.Proofs(w.proofs)
	}
	none := money.Amount{}
	for _, name := range w.audit.names {
		if v := w.audit.by[name]; err == nil && v.blind() {
			err = w.control.Unchecked(w.Lang.Word("sales.check", name), v.missing().In(w.Lang))
		}
	}
	checks, details := w.audit.checks()
	for n, check := range checks {
		if err == nil {
			err = w.control.Check(w.Lang.Word("sales.check", check.Name), check.OK, none, none, details[n].In(w.Lang))
		}
	}
	return err
}
