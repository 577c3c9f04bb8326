package resultfile

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/xmlscan"
)

// resultWidths are the widths of the five columns, in characters.
var resultWidths = [len(cells.ResultColumns)]int{18, 20, 16, 20, 60}

// columnWidths puts the widths of the five columns among those that a sheet states. A
// sheet whose unused columns are hidden, up to the last one, would hide them too.
type columnWidths struct {
	at     int    // column of the first of ours
	prefix string // of the names of the XML's elements
	begun  bool   // the sheet states widths
	given  bool   // ours are written
}

func (w *columnWidths) begin(prefix string) { w.begun, w.prefix = true, prefix }

// column is what becomes of one statement of the sheet, which may be of many columns.
func (w *columnWidths) column(d *xmlscan.Scanner, tag []byte) string {
	first, err1 := strconv.Atoi(d.Attribute("min"))
	last, err2 := strconv.Atoi(d.Attribute("max"))
	if err1 != nil || err2 != nil {
		return string(selfClosed(tag))
	}
	out := w.part(tag, first, min(last, w.at))
	if last > w.at {
		out += w.ours()
	}
	return out + w.part(tag, max(first, w.at+len(cells.ResultColumns)+1), last)
}

// part is a statement cut down to some of its columns, which count from 1.
func (w *columnWidths) part(tag []byte, first, last int) string {
	if first > last {
		return ""
	}
	return string(withAttribute(withAttribute(selfClosed(tag), "min", strconv.Itoa(first)), "max", strconv.Itoa(last)))
}

func (w *columnWidths) ours() string {
	if w.given {
		return ""
	}
	w.given = true
	out := ""
	for i, width := range resultWidths {
		out += fmt.Sprintf(`<%[1]scol min="%[2]d" max="%[2]d" width="%[3]d" customWidth="1"/>`, w.prefix, w.at+i+1, width)
	}
	return out
}

// end is what belongs before the end of the sheet's statements.
func (w *columnWidths) end() string { return w.ours() }

// whole is the list of widths of a sheet that has none of its own.
func (w *columnWidths) whole(prefix string) string {
	if w.begun {
		return ""
	}
	w.begin(prefix)
	return "<" + prefix + "cols>" + w.ours() + "</" + prefix + "cols>"
}

// withAttribute is a begin tag with an attribute set.
func withAttribute(tag []byte, name, value string) []byte {
	set := fmt.Appendf(nil, ` %s="%s"`, name, value)
	if at := attributes[name].FindIndex(tag); at != nil {
		return slices.Concat(tag[:at[0]], set, tag[at[1]:])
	}
	end := bytes.LastIndexByte(tag, '>')
	if end > 0 && tag[end-1] == '/' {
		end--
	}
	return slices.Concat(tag[:end], set, tag[end:])
}

// attributes finds the attributes that withAttribute sets.
var attributes = map[string]*regexp.Regexp{
	"r":   regexp.MustCompile(`\sr\s*=\s*("[^"]*"|'[^']*')`),
	"min": regexp.MustCompile(`\smin\s*=\s*("[^"]*"|'[^']*')`),
	"max": regexp.MustCompile(`\smax\s*=\s*("[^"]*"|'[^']*')`),
}

// selfClosed is a begin tag that needs no end tag.
func selfClosed(tag []byte) []byte {
	if bytes.HasSuffix(tag, []byte("/>")) {
		return tag
	}
	return append(bytes.TrimSuffix(bytes.Clone(tag), []byte(">")), "/>"...)
}
