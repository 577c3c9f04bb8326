package bankfile

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/internal/refusal"
)

// mark begins every file of 1CClientBankExchange.
const mark = "1CClientBankExchange"

// Read reads a bank's file by the template that fits it best. A file that is refused is a
// *refusal.Refusal.
func Read(ctx context.Context, path string, of []*Template) (*Statement, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, refusal.Around("bank.unread", err)
	}
	s := &Statement{File: path}
	return s, s.read(ctx, data, of)
}

// read reads the bytes of the file as what they begin with.
func (s *Statement) read(ctx context.Context, data []byte, of []*Template) error {
	if bytes.HasPrefix(bytes.TrimPrefix(data, []byte("\ufeff")), []byte(mark)) {
		return s.readExchange(data, of)
	}
	return s.readTable(ctx, data, of)
}

// readTable reads delimited text or a workbook.
func (s *Statement) readTable(ctx context.Context, data []byte, of []*Template) error {
	var tables choice
	for _, t := range of {
		if t.format == formatTable {
			tables = append(tables, t)
		}
	}
	var seen []cells.Row
	file, faults, err := cells.Read(ctx, bytes.NewReader(data), int64(len(data)), s.File,
		cells.How{Limits: cells.Limits{}.OrDefaults(), Headings: tables, Glimpse: func(rows []cells.Row) {
			if len(seen) == 0 {
				seen = copyRows(rows)
			}
		}})
	if err != nil {
		return refusal.Around("bank.unread.named", err, s.File)
	}
	if file.Table == nil {
		best, _ := tables.best(seen)
		if len(best.at) == 0 && len(seen) > 0 {
			return s.noTemplate(seen)
		}
		return refuse("unreadable", filepath.Base(s.File), faults[0].Message)
	}
	best, rival := tables.best(file.Head)
	switch {
	case len(best.at) == 0:
		return s.noTemplate(file.Head)
	case rival != nil:
		return refuse("two_templates", filepath.Base(s.File), best.template.Name, rival.Name)
	}
	s.Template = best.template.Name
	return s.readRows(file, best)
}

// copyRows keeps rows that are another's.
func copyRows(rows []cells.Row) (out []cells.Row) {
	for _, r := range rows {
		r.Cells = append([]cells.Cell(nil), r.Cells...)
		out = append(out, r)
	}
	return out
}

// noTemplate names the columns of a file that no template fits.
func (s *Statement) noTemplate(head []cells.Row) error {
	widest := cells.Row{}
	for _, r := range head {
		if len(r.Cells) > len(widest.Cells) {
			widest = r
		}
	}
	var found []string
	for _, c := range widest.Cells {
		found = append(found, c.Text)
	}
	return refuse("no_template", filepath.Base(s.File), strings.Join(found, "; "))
}

// readRows reads the payments below the headings.
func (s *Statement) readRows(file *cells.File, c columns) (err error) {
	fault := file.Each(func(r *cells.Row) bool {
		if r.Number > c.row {
			err = s.readRow(&row{Row: r, columns: c, file: filepath.Base(s.File)})
		}
		return err == nil
	})
	if err == nil && fault != nil {
		return refuse("unreadable", filepath.Base(s.File), fault.Message)
	}
	return err
}

// readRow takes a payment, unless the row is a total or the headings of a further page.
func (s *Statement) readRow(r *row) error {
	if r.noPayment() {
		return nil
	}
	day, err := r.day()
	if err != nil {
		return err
	}
	amount, err := r.amount()
	if err != nil {
		return err
	}
	done, err := r.done()
	if err != nil {
		return err
	}
	currency, err := r.currencyOf()
	if err != nil {
		return err
	}
	s.cover(day)
	switch {
	case !done:
		s.Undone++
	case amount.Sign() < 0:
		s.Outgoing++
	case amount.Sign() > 0:
		s.Lines = append(s.Lines, Line{Row: r.Number, Day: day, Amount: amount, Currency: currency,
			Payer:   Payer{Name: r.text(rolePayer), Code: r.code(roleCode), Account: compact(r.text(roleIBAN))},
			Purpose: r.text(rolePurpose), Document: r.code(roleDocument)})
	}
	return nil
}

// compact is an account number without blanks.
func compact(account string) string { return strings.Join(strings.Fields(account), "") }
