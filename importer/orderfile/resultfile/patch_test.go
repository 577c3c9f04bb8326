package resultfile

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
)

func TestColumnWidths(t *testing.T) {
	ours := `<col min="3" max="3" width="18" customWidth="1"/><col min="4" max="4" width="20" customWidth="1"/><col min="5" max="5" width="16" customWidth="1"/>` +
		`<col min="6" max="6" width="20" customWidth="1"/><col min="7" max="7" width="60" customWidth="1"/>`
	for sheet, want := range map[string]string{
		`<worksheet><sheetData/></worksheet>`:                             `<worksheet><cols>` + ours + `</cols><sheetData/></worksheet>`,
		`<worksheet><cols><col min="1" max="2"/></cols></worksheet>`:      `<worksheet><cols><col min="1" max="2"/>` + ours + `</cols></worksheet>`,
		`<worksheet><cols><col min="2" max='9'></col></cols></worksheet>`: `<worksheet><cols><col min="2" max="2"/>` + ours + `<col min="8" max="9"/></cols></worksheet>`,
		`<worksheet><cols><col min="9" max="9"/></cols></worksheet>`:      `<worksheet><cols>` + ours + `<col min="9" max="9"/></cols></worksheet>`,
		`<worksheet><cols><col min="4" max="5"/></cols></worksheet>`:      `<worksheet><cols>` + ours + `</cols></worksheet>`,
	} {
		report := &Source{ResultAt: -1, Sheet: cells.Sheet{Columns: 2}}
		var out bytes.Buffer
		require.NoError(t, newSheetPatch(strings.NewReader(sheet), &out, report, rowResults{from: report}, nil).run())
		require.Equal(t, want, out.String())
	}
}

// TestRejectedSheetOfManyRows: what is left out is not held, either.
func TestRejectedSheetOfManyRows(t *testing.T) {
	var text strings.Builder
	text.WriteString("<worksheet><sheetData>")
	for range 20_000 {
		text.WriteString(`<row><c t="inlineStr"><is><t>KB-01</t></is></c></row>`)
	}
	text.WriteString("</sheetData></worksheet>")
	report := &Source{ResultAt: -1, Sheet: cells.Sheet{Columns: 1}, HeadingRow: 1}
	p := newSheetPatch(strings.NewReader(text.String()), io.Discard, report, rowResults{from: report}, map[int]int{20_000: 2})
	require.NoError(t, p.run())
	require.Less(t, p.held.Cap(), 1<<18)
}

// TestSheetResultIsStreamed: of a sheet of any length only what the scanner has read
// ahead is held.
func TestSheetResultIsStreamed(t *testing.T) {
	var text strings.Builder
	text.WriteString("<worksheet><sheetData>")
	for n := range 20_000 {
		fmt.Fprintf(&text, `<row r="%d"><c r="A%[1]d" t="inlineStr"><is><t>KB-01</t></is></c></row>`, n+1)
	}
	text.WriteString("</sheetData></worksheet>\n")
	report := &Source{ResultAt: -1, Sheet: cells.Sheet{Columns: 1}, HeadingRow: 1, Rows: []int{20_000}}
	rows := rowResults{report, func(row int) (cells.Result, bool) { return cells.Result{Status: "accepted"}, row == 20_000 }}
	var out bytes.Buffer
	p := newSheetPatch(strings.NewReader(text.String()), &out, report, rows, nil)
	require.NoError(t, p.run())
	require.Less(t, p.held.Cap(), 1<<18)
	added := out.Len() - text.Len()
	require.Positive(t, added)
	cell := `<c r="B20000" t="inlineStr"><is><t xml:space="preserve">accepted</t></is></c>`
	require.Equal(t, 1, strings.Count(out.String(), cell))
	require.True(t, strings.HasSuffix(out.String(), cell+"</row></sheetData></worksheet>\n"))
}

// TestWidenDimension: the sheet of a program that writes it as a stream says A1.
func TestWidenDimension(t *testing.T) {
	p := newSheetPatch(strings.NewReader(""), io.Discard, &Source{ResultAt: -1, Sheet: cells.Sheet{Columns: 3, Last: 4}}, rowResults{from: &Source{Sheet: cells.Sheet{Last: 4}}}, nil)
	for tag, want := range map[string]string{
		`<dimension ref="A1"/>`:      `<dimension ref="A1:H4"/>`,
		`<dimension ref='A1:B2'/>`:   `<dimension ref='A1:H4'/>`,
		`<x:dimension ref="B2:ZZ9">`: `<x:dimension ref="B2:ZZ9">`,
	} {
		require.Equal(t, want, string(p.widen([]byte(tag))))
	}
}
