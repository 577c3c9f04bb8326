package listfile

import (
	"bufio"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/dropbridge/dropbridge/importer/orderfile/xmlscan"
)

// GuessRecords finds where the records of XML or JSON most likely are, for whoever proposes a
// mapping: the path of the elements with values of their own that come most often, or of the
// list that holds most objects; "" where nothing repeats, and for tables.
func GuessRecords(path string) string {
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	text := bufio.NewReaderSize(file, sniffed)
	counts := map[string]int{}
	switch start := beginning(text); {
	case strings.HasPrefix(start, "<"):
		countElements(text, counts)
	case strings.HasPrefix(start, "{"):
		countObjects(text, counts)
	}
	best := ""
	for one, n := range counts {
		if n > 1 && (best == "" || n > counts[best] || n == counts[best] && one < best) {
			best = one
		}
	}
	return best
}

// countElements counts the elements that hold others, by their paths without the root.
func countElements(text io.Reader, counts map[string]int) {
	scan := xmlscan.New(text)
	scan.Lenient = true
	var trail []string
	var parents []bool // whether the open elements hold others
	for scan.Next() == nil {
		switch scan.Kind {
		case xmlscan.Start:
			if n := len(parents); n > 0 {
				parents[n-1] = true
			}
			trail, parents = append(trail, strings.ToLower(xmlscan.LocalName(scan.Name))), append(parents, false)
		case xmlscan.End:
			if n := len(parents); parents[n-1] && n > 1 {
				counts[strings.Join(trail[1:], ".")]++
			}
			trail, parents = trail[:len(trail)-1], parents[:len(parents)-1]
		}
	}
}

// countObjects counts the objects in lists, by the paths of the lists.
func countObjects(text io.Reader, counts map[string]int) {
	in := jsontext.NewDecoder(text, jsontext.AllowDuplicateNames(true))
	for {
		token, err := in.ReadToken()
		if err != nil {
			return
		}
		if depth := in.StackDepth(); token.Kind() == '{' && depth > 1 {
			if kind, _ := in.StackIndex(depth - 1); kind == '[' {
				counts[listPath(string(in.StackPointer()))]++
			}
		}
	}
}

// listPath is the path of a list within a pointer such as /data/goods/7.
func listPath(pointer string) string {
	var steps []string
	for step := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		if strings.Trim(step, "0123456789") != "" {
			steps = append(steps, step)
		}
	}
	return strings.Join(steps, ".")
}

// anyHeadings are those of a table as they most likely are, where nobody knows them: the
// widest of the first rows.
type anyHeadings struct{ Headings }

// Known takes every heading.
func (anyHeadings) Known(string) bool { return true }

// OpenUnknown reads a table of which no heading is known by the widest of its first rows.
func OpenUnknown(path string, how How) (Reader, string, error) {
	list, format, err := Open(path, how)
	if fault, ok := errors.AsType[*Fault](err); ok && fault.Code == FormUnknown {
		how.Headings = anyHeadings{how.Headings}
		return Open(path, how)
	}
	return list, format, err
}
