package orderfile

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/templates"
)

// TestTextsAsWorkbooks: every text of the cases gives the same orders and problems
// when its cells stand in a workbook. A workbook knows no ragged rows.
func TestTextsAsWorkbooks(t *testing.T) {
	racing.Skip(t)
	for _, path := range caseFiles(t) {
		want := readWith(t, path, Options{})
		if want.Format != cells.FormatCSV || want.refused() || len(want.source.Ragged) > 0 {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			d, f := cells.Decode(readFile(t, path))
			require.Nil(t, f)
			_, sep := cells.SepLine(d.Text)
			s := cells.Records{Text: d.Text[sep:], Delimiter: want.Delimiter}
			var rows [][]any
			var r cells.Record
			for {
				more, f := s.Next(&r)
				require.Nil(t, f)
				if !more {
					break
				}
				var cells []any
				for _, c := range r.Cells {
					cells = append(cells, c.Value)
				}
				rows = append(rows, cells)
			}
			template, err := ordertemplate.Load(templates.Open(""), want.Template)
			require.NoError(t, err)
			got := readWith(t, writeTemp(t, "orders.xlsx", oneSheet(rows...).build(t)), Options{Profile: template})
			require.Equal(t, cells.FormatXLSX, got.Format)
			require.Equal(t, want.Orders, got.Orders)
			require.Equal(t, codes(want), codes(got))
			require.Equal(t, want.Layout, got.Layout)
			require.Equal(t, want.Lines(), got.Lines())
		})
	}
}
