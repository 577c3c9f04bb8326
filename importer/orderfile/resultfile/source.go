package resultfile

import (
	"errors"
	"slices"
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// Source is what reading a file found of the places where its result goes.
type Source struct {
	Name       string       // that people call the file
	Format     string       // see the Format constants
	Encoding   string       // of a text
	Delimiter  string       // of a text
	HeadingRow int          // as a spreadsheet counts; 0 where the file was refused before it was found
	ResultAt   int          // column of dropbridge_status in a file that is a result itself, else -1
	Sheet      cells.Sheet  // of a workbook
	Rows       []int        // the rows of orders, rising
	Ragged     map[int]bool // those of a text with too few cells, or too many
	Stray      map[int]bool // those that belong to no order
}

// rowResults makes the five cells of a row when its turn comes: of a long file they
// would fill more memory than its orders.
type rowResults struct {
	from *Source
	rows func(row int) (cells.Result, bool)
}

// cells are the five cells of a row, false where it gets none.
func (r rowResults) cells(row int) (texts [len(cells.ResultColumns)]string, ok bool) {
	if row == r.from.HeadingRow {
		return cells.ResultColumns, true
	}
	if _, ok := slices.BinarySearch(r.from.Rows, row); !ok {
		return texts, false
	}
	result, ok := r.rows(row)
	if !ok {
		return texts, false
	}
	// Padding a row that was too short makes it look whole. When the result file is
	// dropped again, this word is what refuses the row still.
	if r.from.Ragged[row] && !strings.HasPrefix(result.Error, problem.RowRagged) {
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

// ErrChanged is a source that is not the file that the report is about.
var ErrChanged = errors.New("the file has changed since it was read")
