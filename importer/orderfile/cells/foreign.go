package cells

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"path"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// kindOf names what a file that is neither a text nor a workbook is by its first bytes, as
// the catalogue has it behind format_unknown; "" where they are none that is known.
func kindOf(head []byte) string {
	for _, known := range []struct{ begins, kind string }{
		{"%PDF-", "pdf"}, {"{\\rtf", "document"}, {"L\x00\x00\x00\x01\x14\x02\x00", "shortcut"},
		{"\x1f\x8b", "archive"}, {"Rar!", "archive"}, {"7z\xBC\xAF", "archive"}, {"BZh", "archive"}, {"\xFD7zXZ", "archive"},
		{"\x89PNG", "picture"}, {"\xFF\xD8\xFF", "picture"}, {"GIF8", "picture"},
		{"\x7FELF", "other"}, {"MZ\x90", "other"}, {"SQLite format 3", "other"},
	} {
		if bytes.HasPrefix(head, []byte(known.begins)) {
			return known.kind
		}
	}
	if bytes.HasPrefix(head, []byte("PK")) && (len(head) == 2 || head[2] < ' ') {
		return "archive"
	}
	return ""
}

// otherFault says what such a file is, and what to do with it.
func otherFault(head []byte) *problem.Fault {
	switch kindOf(head) {
	case "pdf":
		return problem.Faultf(problem.FormatUnknown + ".pdf")
	case "document":
		return problem.Faultf(problem.FormatUnknown + ".document")
	case "shortcut":
		return problem.Faultf(problem.FormatUnknown + ".shortcut")
	case "archive":
		return problem.Faultf(problem.FormatUnknown + ".archive")
	case "picture":
		return problem.Faultf(problem.FormatUnknown + ".picture")
	}
	return problem.Faultf(problem.FormatUnknown)
}

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

// JSONFault is the fault of a text that is JSON, nil where it is none: a shortcut to a
// document that lies with Google, which its name calls a spreadsheet, or an export for
// programs.
func JSONFault(text string) *problem.Fault {
	decoder := json.NewDecoder(strings.NewReader(text[:min(len(text), judged)]))
	keys := map[string]bool{}
	tokens := 0
	for ; ; tokens++ {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			break // it may go on behind what is judged
		}
		if err != nil {
			return nil
		}
		if key, ok := token.(string); ok {
			keys[key] = true
		}
	}
	switch {
	case tokens < 2:
		return nil
	case keys["doc_id"] || strings.Contains(text[:min(len(text), judged)], "docs.google.com/spreadsheets"):
		return problem.Faultf(problem.FormatUnknown + ".gsheet")
	}
	return problem.Faultf(problem.FormatUnknown + ".json")
}
