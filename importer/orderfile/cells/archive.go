package cells

import (
	"io"
	"path"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// otherArchive says what a ZIP archive is that is no workbook of ours: many programs keep
// their documents in one.
func (w *workbook) otherArchive() *problem.Fault {
	var orders []string
	for name := range w.parts {
		base := path.Base(name)
		switch ext := path.Ext(base); {
		case ext == ".iwa", base == "index.zip":
			return problem.Faultf(problem.FormatUnknown + ".numbers")
		case ext == ".csv", ext == ".xlsx", ext == ".xlsm", ext == ".tsv", ext == ".txt":
			orders = append(orders, base)
		}
	}
	switch kind := w.mimetype(); {
	case strings.Contains(kind, "opendocument.spreadsheet"):
		return problem.Faultf(problem.FormatUnknown + ".ods")
	case kind != "":
		return problem.Faultf(problem.FormatUnknown + ".document")
	case len(orders) == 1:
		return problem.Faultf(problem.FormatUnknown+".zip_of_one", celltext.Show(orders[0]))
	}
	return problem.Faultf(problem.FormatUnknown + ".zip")
}

// mimetype is what an archive of the OpenDocument kind says that it is, "" for any other.
func (w *workbook) mimetype() string {
	if w.parts["mimetype"] == nil {
		return ""
	}
	r, err := w.unpackSmall("mimetype")
	if err != nil {
		return ""
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, 200))
	if err != nil {
		return ""
	}
	return string(text)
}
