package ordertemplate

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/templates"
)

// headRow is a row of headings.
func headRow(headings ...string) []cells.Row {
	row := cells.Row{Number: 1, Width: len(headings)}
	for n, text := range headings {
		row.Cells = append(row.Cells, cells.Cell{Column: n, Kind: cells.Text, Text: text})
	}
	return []cells.Row{row}
}

// fieldsOf are what a template reads the headings of a row as, "" where it does not.
func fieldsOf(p *Template, rows []cells.Row) []field.Field {
	h := p.HeadingRow(rows)
	fields := make([]field.Field, len(rows[0].Cells))
	for _, c := range h.Template.known(&h.Row) {
		fields[c.Index] = c.Field
	}
	return fields
}

// TestColumnsThatASourceNames go before the template's own headings, whichever template the
// headings choose; what is not named stays as it was, and the template itself too.
func TestColumnsThatASourceNames(t *testing.T) {
	rows := headRow("Номер", "ПІБ", "Телефон", "Артикул", "Кількість", "Розрахунок", "Name", "Телефон відправника")
	for _, name := range []string{Automatic, "generic"} {
		p, err := Load(templates.Open(""), name)
		require.NoError(t, err)
		before := fieldsOf(p, rows)
		require.Empty(t, before[5])
		said := p.With(map[string]field.Field{" розрахунок ": field.PaymentMethod, "Номер": field.Comment, "name": field.ProductName, "Телефон відправника": field.Phone})
		after := fieldsOf(said, rows)
		require.Equal(t, []field.Field{field.Comment, before[1], before[2], before[3], before[4], field.PaymentMethod, field.ProductName, field.Phone}, after, name)
		h := said.HeadingRow(rows)
		layout, faults := h.Template.ReadLayout(&h.Row)
		require.Empty(t, faults)
		require.Equal(t, 7, layout.Columns[field.Phone][0].Index, "what the source says goes before")
		require.Equal(t, before, fieldsOf(p, rows), "the template stays as it is")
		require.Same(t, p, p.With(nil))
	}
}

// TestAllFields are those of the templates: whoever chooses one for a column finds each.
func TestAllFields(t *testing.T) {
	var known []field.Field
	for _, m := range (&templateFile{}).meanings() {
		known = append(known, m.field)
	}
	all := field.All()
	slices.Sort(known)
	slices.Sort(all)
	require.Equal(t, known, all)
}
