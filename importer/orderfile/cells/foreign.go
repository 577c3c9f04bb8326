package cells

import (
	"bytes"

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
