package orderfile

import (
	"io"

	"github.com/dropbridge/dropbridge/importer/orderfile/resultfile"
)

// WriteResult writes the source file again with five columns more: dropbridge_status,
// order_id, order_status, waybill_number and error, after the last column of the
// longest row. Every row and column of the source is kept, in its format, encoding,
// delimiter, quoting and line ends; a workbook keeps all its parts but macros. A source
// that is a result file itself gets its five columns overwritten.
//
// The report must come from reading this source, and rows knows the result of a row by
// its number. The notes name what could not be written as it is.
func WriteResult(w io.Writer, source string, report *Report, rows func(row int) (Result, bool)) (notes []string, err error) {
	return resultfile.Write(w, source, report.resultSource(), rows)
}

// WriteRejected writes what of the source is to be corrected and dropped again: its
// headings and the rows that rows has results for, with the five columns of WriteResult
// behind them, in the source's format, encoding, delimiter and look. A workbook keeps
// what stands above the headings too.
//
// Read again as they are, the rows are refused for the same reasons. What would join
// rows of different orders, or let a row look whole, once the rows between them are
// left out, is prevented.
func WriteRejected(w io.Writer, source string, report *Report, rows map[int]Result) (notes []string, err error) {
	return resultfile.WriteRejected(w, source, report.resultSource(), rows)
}

// ResultOf is what a result file says of a row, where it was read with Options.Results.
func (r *Report) ResultOf(row int) (Result, bool) {
	result, known := r.results[row]
	return result, known
}

// resultSource is the file as WriteResult finds its places again.
func (r *Report) resultSource() *resultfile.Source {
	from := r.source
	from.Name, from.Format, from.Encoding, from.Delimiter = r.File, r.Format, r.Encoding, r.Delimiter
	for _, line := range r.lines {
		from.Rows = append(from.Rows, line.Row)
	}
	return &from
}

// ResultExt is the extension, without a dot, of the file that WriteResult writes: it
// goes by the content, whatever the source's name says.
func (r *Report) ResultExt() string { return r.Format }
