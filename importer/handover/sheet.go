package handover

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// records are the rows of an order.
func (t *Template) records(order supplier.NewOrder) []record {
	if !t.perItem {
		return []record{{order: order, first: true}}
	}
	var out []record
	for i, item := range order.Items {
		out = append(out, record{order: order, line: item, first: i == 0})
	}
	return out
}

// values are what the columns show of a row, before their words are laid over it; "" for
// constants.
func (t *Template) values(r record) []string {
	out := make([]string, len(t.columns))
	for i := range t.columns {
		switch f := t.columns[i].field; {
		case f == nil:
		case f.line != nil:
			out[i] = celltext.SingleSpaced(f.line(r.line))
		default:
			out[i] = celltext.SingleSpaced(f.whole(t, r))
		}
	}
	return out
}

// word is what the column says for a value, and whether it has a word for it: a column with
// words knows no other value than these, and a blank one.
func (col *column) word(value string) (string, bool) {
	if len(col.words) == 0 || value == "" {
		return value, true
	}
	word, known := col.words[value]
	if !known {
		word = value
	}
	return word, known
}

// texts are the cells of a row as they are written.
func (t *Template) texts(r record) []string {
	out := make([]string, len(t.columns))
	for i, value := range t.values(r) {
		col := &t.columns[i]
		if col.field == nil {
			out[i] = col.constant
			continue
		}
		out[i], _ = col.word(value)
		if col.field.amount {
			out[i] = t.amountText(out[i])
		}
	}
	return out
}

// unwritable is the first cell with a character that the encoding of a text file lacks.
func (t *Template) unwritable(row []string) (column int, char rune, lacks bool) {
	if t.Format != formatCSV {
		return 0, 0, false
	}
	for i, text := range row {
		for _, r := range text {
			if !t.encoding.Has(r) {
				return i, r, true
			}
		}
	}
	return 0, 0, false
}

// write writes orders that are handed over at that time, in their order.
func (t *Template) write(w io.Writer, orders []supplier.NewOrder, at time.Time) error {
	var rows [][]string
	for _, order := range orders {
		for _, row := range t.records(order) {
			row.at = at
			rows = append(rows, t.texts(row))
		}
	}
	write := t.writeText
	if t.Format == formatXLSX {
		write = t.writeWorkbook
	}
	if err := write(w, rows); err != nil {
		return fmt.Errorf("write the order file: %w", err)
	}
	return nil
}

func (t *Template) headingRow() []string {
	out := make([]string, len(t.columns))
	for i := range t.columns {
		out[i] = t.columns[i].heading
	}
	return out
}

// mark is the byte order mark of UTF-8.
const mark = "\ufeff"

func (t *Template) writeText(w io.Writer, rows [][]string) error {
	encoded := t.encoding.Writer(w)
	if t.bom {
		if _, err := io.WriteString(encoded, mark); err != nil {
			return err
		}
	}
	out := csv.NewWriter(encoded)
	out.Comma, out.UseCRLF = t.delimiter, t.crlf
	if t.headings {
		_ = out.Write(t.headingRow()) // what fails stays to be said by Error
	}
	for _, row := range rows {
		_ = out.Write(t.guarded(row))
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return err
	}
	return encoded.Close()
}

// guarded is a row of which no spreadsheet calculates a cell, where the template asks for
// that. Constants are the template's own and stay, and so do numbers, SKUs and phones.
func (t *Template) guarded(row []string) []string {
	if !t.defuse {
		return row
	}
	out := make([]string, len(row))
	for i, text := range row {
		if out[i] = text; t.columns[i].field != nil && !t.columns[i].field.exact {
			out[i] = spreadsheet.Defuse(text)
		}
	}
	return out
}

// leastWide is how many characters a column of a workbook shows at least.
const leastWide = 12

// writeWorkbook writes one sheet. Quantities and amounts are numbers; every other cell is
// text, so that a phone and a SKU stay as they are, and nothing is calculated.
func (t *Template) writeWorkbook(w io.Writer, rows [][]string) error {
	book := excelize.NewFile()
	defer book.Close()
	if err := book.SetSheetName(book.GetSheetName(0), t.sheet); err != nil {
		return err
	}
	sheet, err := book.NewStreamWriter(t.sheet)
	if err != nil {
		return err
	}
	text, err := book.NewStyle(&excelize.Style{NumFmt: 49}) // "@": what is typed there stays text
	if err != nil {
		return err
	}
	for i := range t.columns {
		if err := sheet.SetColWidth(i+1, i+1, float64(max(leastWide, utf8.RuneCountInString(t.columns[i].heading)+2))); err != nil {
			return err
		}
		if !t.columns[i].numeric() {
			if err := sheet.SetColStyle(i+1, i+1, text); err != nil {
				return err
			}
		}
	}
	if t.headings {
		rows = append([][]string{t.headingRow()}, rows...)
	}
	for i, row := range rows {
		if err := sheet.SetRow("A"+strconv.Itoa(i+1), t.typed(row, t.headings && i == 0)); err != nil {
			return err
		}
	}
	if err := sheet.Flush(); err != nil {
		return err
	}
	return book.Write(w)
}

func (col *column) numeric() bool {
	return col.field != nil && (col.field.number || col.field.amount) && len(col.words) == 0
}

// typed are the cells of a row of a workbook.
func (t *Template) typed(row []string, heading bool) []any {
	out := make([]any, len(row))
	for i, text := range row {
		if out[i] = text; heading || !t.columns[i].numeric() || text == "" {
			continue
		}
		// A number of a sheet is what its digits say: an amount of kopecks comes back as it was.
		if number, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err == nil {
			out[i] = number
		}
	}
	return out
}
