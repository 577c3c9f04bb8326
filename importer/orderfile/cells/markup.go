package cells

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// markupFault knows the texts that are no tables: web pages and XML.
func markupFault(text string) *problem.Fault {
	start := strings.ToLower(strings.TrimSpace(text[:min(len(text), judged)]))
	switch {
	case strings.HasPrefix(start, "mime-version:"):
		return webPage()
	case strings.HasPrefix(start, "[internetshortcut]"):
		return problem.Faultf(problem.FormatUnknown + ".shortcut")
	case strings.HasPrefix(start, "{"), strings.HasPrefix(start, "["):
		return JSONFault(text)
	case strings.HasPrefix(start, "<") && strings.Contains(start, "urn:oasis:names:tc:opendocument"):
		return problem.Faultf(problem.FormatUnknown + ".ods")
	case !strings.HasPrefix(start, "<"):
		return nil
	case strings.Contains(start, "urn:schemas-microsoft-com:office:spreadsheet") && !strings.Contains(start, "<html"),
		strings.Contains(start, `progid="excel.sheet"`):
		return problem.Faultf(problem.FormatXMLSpreadsheet)
	case holdsPage(start):
		return webPage()
	}
	for _, tag := range []string{"<head", "<meta", "<style", "<div", "<p>", "<title", "<script", "<link", "<center", "<font"} {
		if strings.HasPrefix(start, tag) || (strings.HasPrefix(start, "<?xml") || strings.HasPrefix(start, "<!--")) && strings.Contains(start, tag) {
			return webPage()
		}
	}
	if strings.HasPrefix(start, "<?xml") {
		return problem.Faultf(problem.FormatUnknown + ".xml")
	}
	return nil
}

func webPage() *problem.Fault {
	return problem.Faultf(problem.FormatHTML)
}

// holdsPage reports whether a table or the body of a web page begins in a text; the
// warnings of a shop may stand before it.
func holdsPage(text string) bool {
	text = strings.ToLower(text[:min(len(text), judged)])
	for _, tag := range []string{"<!doctype html", "<html", "<body", "<table", "<tr", "<td"} {
		for rest := text; ; {
			at := strings.Index(rest, tag)
			if at < 0 {
				break
			}
			rest = rest[at+len(tag):]
			if next, _ := utf8.DecodeRuneInString(rest); !unicode.IsLetter(next) {
				return true
			}
		}
	}
	return false
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
