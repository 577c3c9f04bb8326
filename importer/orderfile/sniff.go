package orderfile

import (
	"bytes"
	"encoding/binary"
	"io"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/richardlehane/mscfb"
)

// content is what a file is by its first bytes.
type content int

const (
	contentText content = iota
	contentZIP
	contentCompound // the container of old office files and of workbooks with a password
	contentOther
)

// sniff goes by the first bytes; the name says nothing here.
func sniff(head []byte) content {
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return contentZIP
	case bytes.HasPrefix(head, []byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")), bytes.HasPrefix(head, []byte("\xD0\xCF\x11\xE0")):
		return contentCompound
	}
	for _, magic := range []string{"PK", "%PDF-", "\x1f\x8b", "Rar!", "7z\xBC\xAF", "\x89PNG", "\xFF\xD8\xFF", "GIF8", "{\\rtf", "BZh", "\xFD7zXZ", "\x7FELF", "MZ\x90", "SQLite format 3"} {
		if bytes.HasPrefix(head, []byte(magic)) && !(magic == "PK" && len(head) > 2 && head[2] >= ' ') {
			return contentOther
		}
	}
	// Zero bytes alone are a text that was never written; other control bytes are no text.
	if !bytes.HasPrefix(head, []byte("\xFF\xFE")) && !bytes.HasPrefix(head, []byte("\xFE\xFF")) && !unmarkedUTF16(head) &&
		bytes.ContainsFunc(head, func(r rune) bool { return r > 0 && r < ' ' && !strings.ContainsRune("\t\n\v\f\r\x1a\x1b", r) }) {
		return contentOther
	}
	return contentText
}

// unmarkedUTF16 knows a text in UTF-16 without its byte order mark: every pair of bytes
// is a character of a text, and one at least of ASCII, with its zero byte.
func unmarkedUTF16(head []byte) bool {
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		text, ascii := true, false
		for i := 0; i+1 < len(head) && text; i += 2 {
			r := rune(order.Uint16(head[i:]))
			text = unicode.IsPrint(r) || unicode.IsSpace(r) || utf16.IsSurrogate(r) || isZeroWidth(r)
			ascii = ascii || r < utf8.RuneSelf
		}
		if text && ascii {
			return true
		}
	}
	return false
}

// compoundFault says which kind of office file a compound file is.
func compoundFault(file io.ReaderAt) *fault {
	streams, err := mscfb.New(file)
	if err != nil {
		return faultf(FileDamaged, "the file begins like an office file of the old kind and is damaged: save the orders as .xlsx or .csv")
	}
	legacy := false
	for range 10_000 {
		entry, err := streams.Next()
		if err != nil {
			break
		}
		switch entry.Name {
		case "EncryptedPackage":
			return faultf(FileEncrypted, "the workbook has a password: save it without one")
		case "Workbook", "Book":
			legacy = true
		}
	}
	if legacy {
		return faultf(FormatXLSLegacy, "an .xls of the old kind: save it as .xlsx")
	}
	return faultf(FormatUnknown, "an office file that is no workbook: save the orders as .xlsx or .csv")
}

// markupFault knows the texts that are no tables: web pages and XML.
func markupFault(text string) *fault {
	start := strings.ToLower(strings.TrimSpace(text[:min(len(text), 4096)]))
	switch {
	case strings.HasPrefix(start, "mime-version:"):
		return faultf(FormatHTML, "a web page, whatever its name says: save the orders as .xlsx or .csv")
	case !strings.HasPrefix(start, "<"):
		return nil
	case strings.Contains(start, "urn:schemas-microsoft-com:office:spreadsheet") && !strings.Contains(start, "<html"),
		strings.Contains(start, `progid="excel.sheet"`):
		return faultf(FormatXMLSpreadsheet, `"XML Spreadsheet 2003": save it as .xlsx`)
	}
	for _, tag := range []string{"<!doctype html", "<html", "<head", "<body", "<table", "<meta", "<style", "<div", "<tr", "<td", "<p>", "<title", "<script", "<link", "<center", "<font"} {
		if strings.HasPrefix(start, tag) || (strings.HasPrefix(start, "<?xml") || strings.HasPrefix(start, "<!--")) && strings.Contains(start, tag) {
			return faultf(FormatHTML, "a web page, whatever its name says: save the orders as .xlsx or .csv")
		}
	}
	if strings.HasPrefix(start, "<?xml") {
		return faultf(FormatUnknown, "an XML file: save the orders as .xlsx or .csv")
	}
	return nil
}

// mismatch is the warning for a name that says another format than the content.
func mismatch(name, format string) *fault {
	ext := strings.ToLower(filepath.Ext(name))
	says := ""
	switch ext {
	case ".csv", ".txt", ".tsv", ".tab":
		says = FormatCSV
	case ".xlsx", ".xlsm", ".xltx", ".xltm":
		says = FormatXLSX
	case ".xls", ".xlsb", ".ods", ".htm", ".html", ".xml", ".json", ".zip", ".pdf", ".doc", ".docx":
		says = ext
	}
	if says == "" || says == format {
		return nil
	}
	what := map[string]string{FormatCSV: "a text table", FormatXLSX: "a workbook (XLSX)"}[format]
	return faultf(ExtensionMismatch, "the file is %s, its name says %s: it was read by its content", what, ext)
}
