package resultfile

import (
	"fmt"
	"io"
	"os"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
)

// Write writes the source file again with the five columns of cells.ResultColumns more,
// after the last column of the longest row. Every row and column of the source is kept, in its
// format, encoding, delimiter, quoting and line ends; a workbook keeps all its parts but macros.
// A source that is a result file itself gets its five columns overwritten. rows knows the result
// of a row by its number. The notes name what could not be written as it is.
func Write(w io.Writer, path string, from *Source, rows func(row int) (cells.Result, bool)) (notes []string, err error) {
	return writeFrom(w, path, from, rowResults{from, rows}, nil)
}

// writeFrom writes the source with the cells of rows behind its own: the whole of it,
// or, where kept is not nil, only the rows that it numbers under the headings.
func writeFrom(w io.Writer, source string, from *Source, rows rowResults, kept map[int]int) (notes []string, err error) {
	if from.HeadingRow == 0 {
		return nil, fmt.Errorf("write result of %s: the file was refused as a whole, its reason belongs beside it", from.Name)
	}
	file, err := os.Open(source)
	if err != nil {
		return nil, fmt.Errorf("write result of %s: %w", from.Name, err)
	}
	defer file.Close()
	if from.Format == cells.FormatXLSX {
		err = writeSheetResult(w, file, from, rows, kept)
	} else {
		notes, err = writeTextResult(w, file, from, rows, kept)
	}
	if err != nil {
		return nil, fmt.Errorf("write result of %s: %w", from.Name, err)
	}
	return notes, nil
}
