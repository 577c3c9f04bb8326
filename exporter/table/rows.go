package table

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/csvtemplate"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// rows takes records as the CSV library reads them off their structs, every value under
// its name, and writes the template's columns of them. Its first row are the names.
type rows struct {
	template *Template
	kinds    map[string]kind // of the values
	columns  []source
	cells    []string
	out      io.Writer
	csv      *csv.Writer
	rows     int64 // written, the headings included
	records  int64
	lost     Lost
}

// source is where a column's cells come from.
type source struct {
	index int // of the value in a record, -1 for a constant
	kind  kind
}

func newRows(t *Template, kinds map[string]kind, out io.Writer) *rows {
	w := csv.NewWriter(out)
	w.Comma, w.UseCRLF = t.delimiter, t.crlf
	return &rows{template: t, kinds: kinds, out: out, csv: w, cells: make([]string, len(t.columns))}
}

// Write takes the names first, and then the records.
func (w *rows) Write(record []string) error {
	if w.columns == nil {
		return w.head(record)
	}
	for i, from := range w.columns {
		text := w.template.columns[i].constant
		if from.index >= 0 {
			text = record[from.index]
		}
		text, err := w.template.columns[i].of(text)
		if err != nil {
			return err
		}
		w.cells[i] = w.cell(i, from.kind, text)
	}
	w.records++
	return w.row()
}

// of is what the column shows of an amount; another value it shows as it is.
func (c *column) of(text string) (string, error) {
	if c.part == whole || text == "" {
		return text, nil
	}
	if c.part == none {
		return "", nil
	}
	amount, err := money.Parse(text)
	if err != nil {
		return "", fmt.Errorf("column %s: %w", c.heading, err)
	}
	taxed, err := amount.Tax(c.rate)
	if err == nil && c.part == untaxed {
		taxed, err = amount.Sub(taxed)
	}
	if err != nil {
		return "", fmt.Errorf("column %s: %w", c.heading, err)
	}
	return taxed.String(), nil
}

// Flush and Error are what the CSV library asks for beside Write.
func (w *rows) Flush() { w.csv.Flush() }

// Error is the first error of writing.
func (w *rows) Error() error { return w.csv.Error() }

func (w *rows) head(names []string) error {
	for i, c := range w.template.columns {
		from := source{index: -1}
		if c.value.Set {
			if from.index = slices.Index(names, c.value.Text); from.index < 0 {
				return csvtemplate.Compiler{File: w.template.file}.Unknown(c.value, "value", names)
			}
			from.kind = w.kinds[c.value.Text]
		}
		w.columns = append(w.columns, from)
		w.cells[i] = w.fit(i, c.heading)
	}
	if !w.template.headings {
		return nil
	}
	return w.row()
}

func (w *rows) row() error {
	w.rows++
	if len(w.cells) == 1 && w.cells[0] == "" {
		// The writer would leave the line blank, and readers pass over blank lines.
		w.csv.Flush()
		end := "\n"
		if w.template.crlf {
			end = "\r\n"
		}
		_, err := io.WriteString(w.out, `""`+end)
		return err
	}
	return w.csv.Write(w.cells)
}

// cell is a value as the template writes it.
func (w *rows) cell(column int, k kind, text string) string {
	t := w.template
	switch k {
	case plainKind:
		return text
	case moneyKind:
		return money.Notation{Mark: t.decimal[0]}.Marked(text)
	case dayKind:
		if shown, ok := reshape(text, time.DateOnly, t.day); ok {
			return shown
		}
	case momentKind:
		if shown, ok := reshape(text, time.DateTime, t.day+" 15:04:05"); ok {
			return shown
		}
	}
	if t.defuse {
		text = spreadsheet.Defuse(text)
	}
	if strings.ContainsAny(text, "\r\n") {
		text = strings.ReplaceAll(text, "\r\n", "\n")
		text = strings.ReplaceAll(text, "\r", "\n")
		text = strings.ReplaceAll(text, "\n", t.breaks)
	}
	return w.fit(column, text)
}

func reshape(text, from, to string) (string, bool) {
	if text == "" || from == to {
		_, err := time.Parse(from, text)
		return text, text == "" || err == nil
	}
	t, err := time.Parse(from, text)
	if err != nil {
		return "", false
	}
	return t.Format(to), true
}

func (w *rows) fit(column int, text string) string {
	fitted, lacking := fit(w.template.encoding, text)
	if len(lacking) > 0 {
		w.lost.add(LostCell{Row: w.rows + 1, Column: w.template.columns[column].heading, Characters: characters(lacking)}, len(lacking))
	}
	return fitted
}

// characters shows each once, those without a look by their code.
func characters(all []rune) string {
	slices.Sort(all)
	var out []string
	for _, r := range slices.Compact(all) {
		out = append(out, fmt.Sprintf("%U", r))
	}
	return strings.Join(out, " ")
}
