package cells

import (
	"path/filepath"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Formats of a file.
const (
	FormatCSV  = "csv"
	FormatXLSX = "xlsx"
)

// mismatch is the warning for a name that says another format than the content.
func mismatch(name, format string) *problem.Fault {
	ext := strings.ToLower(filepath.Ext(name))
	says := ""
	switch ext {
	case ".csv", ".txt", ".tsv", ".tab":
		says = FormatCSV
	case ".xlsx", ".xlsm", ".xltx", ".xltm":
		says = FormatXLSX
	case ".xls", ".xlsb", ".ods", ".numbers", ".gsheet", ".rtf", ".htm", ".html", ".xml", ".json", ".zip", ".pdf", ".doc", ".docx":
		says = ext
	}
	if says == "" || says == format {
		return nil
	}
	what := wording.NewMessage("format.text")
	if format == FormatXLSX {
		what = wording.NewMessage("format.workbook")
	}
	return problem.Faultf(problem.ExtensionMismatch, what, ext)
}
