package orderfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// WriteResult writes the source file again with five columns more: dropbridge_status,
// order_id, order_status, waybill_number and error, after the last column of the
// longest row. Every row and column of the source is kept, in its format, encoding,
// delimiter, quoting and line ends; a workbook keeps all its parts but macros. A source
// that is a result file itself gets its five columns overwritten.
//
// The report must come from reading this source, and rows knows the result of a row by
// its number. The notes name what could not be written as it is.
func WriteResult(w io.Writer, source string, report *Report, rows func(row int) (cells.Result, bool)) (notes []string, err error) {
	from := report.resultSource()
	return writeFrom(w, source, from, resultRows{from, rows}, nil)
}

// resultSource is what reading a file found of the places where its result goes.
type resultSource struct {
	name       string       // that people call the file
	format     string       // see the Format constants
	encoding   string       // of a text
	delimiter  string       // of a text
	headingRow int          // as a spreadsheet counts; 0 where the file was refused before it was found
	resultAt   int          // column of dropbridge_status in a file that is a result itself, else -1
	sheet      cells.Sheet  // of a workbook
	rows       []int        // the rows of orders, rising
	ragged     map[int]bool // those of a text with too few cells, or too many
	stray      map[int]bool // those that belong to no order
}

// writeFrom writes the source with the cells of rows behind its own: the whole of it,
// or, where kept is not nil, only the rows that it numbers under the headings.
func writeFrom(w io.Writer, source string, report *resultSource, rows resultRows, kept map[int]int) (notes []string, err error) {
	if report.headingRow == 0 {
		return nil, fmt.Errorf("write result of %s: the file was refused as a whole, its reason belongs beside it", report.name)
	}
	file, err := os.Open(source)
	if err != nil {
		return nil, fmt.Errorf("write result of %s: %w", report.name, err)
	}
	defer file.Close()
	if report.format == cells.FormatXLSX {
		err = writeSheetResult(w, file, report, rows, kept)
	} else {
		notes, err = writeTextResult(w, file, report, rows, kept)
	}
	if err != nil {
		return nil, fmt.Errorf("write result of %s: %w", report.name, err)
	}
	return notes, nil
}

// resultRows makes the five cells of a row when its turn comes: of a long file they
// would fill more memory than its orders.
type resultRows struct {
	report *resultSource
	rows   func(row int) (cells.Result, bool)
}

// cells are the five cells of a row, false where it gets none.
func (r resultRows) cells(row int) (texts [len(cells.ResultColumns)]string, ok bool) {
	if row == r.report.headingRow {
		return cells.ResultColumns, true
	}
	if _, ok := slices.BinarySearch(r.report.rows, row); !ok {
		return texts, false
	}
	result, ok := r.rows(row)
	if !ok {
		return texts, false
	}
	// Padding a row that was too short makes it look whole. When the result file is
	// dropped again, this word is what refuses the row still.
	if r.report.ragged[row] && !strings.HasPrefix(result.Error, problem.RowRagged) {
		result.Error = strings.TrimSuffix(problem.RowRagged+": "+result.Error, ": ")
	}
	texts = result.Texts()
	for i, text := range texts {
		texts[i] = plainLine(text)
	}
	return texts, true
}

// plainLine keeps a cell of ours on one line and free of control characters.
func plainLine(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || celltext.IsZeroWidth(r) || r == unicode.ReplacementChar {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, " ")))
}

// errChanged is a source that is not the file that the report is about.
var errChanged = errors.New("the file has changed since it was read")
