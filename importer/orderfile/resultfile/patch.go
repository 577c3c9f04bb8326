package resultfile

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/xmlscan"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// sheetPatch copies a sheet's XML and puts cells into its rows. Of the XML, which may
// be a hundred megabytes, it keeps only what the scanner has read and is not yet copied.
// Where some rows are left out, so are the formulas, whose values stay, and what else
// names cells by their rows.
type sheetPatch struct {
	d           *xmlscan.Scanner
	held        bytes.Buffer // what the scanner has read, from the byte done on
	done        int64        // bytes of the XML that are copied or left out
	out         *bufio.Writer
	at          int // column of the first of our cells
	rows        rowResults
	cells       [len(cells.ResultColumns)]string // of the row
	spans, ref  *regexp.Regexp
	row, column int
	pending     bool // the row's cells are still to be written
	skipping    bool // what is open is left out: a cell that is replaced, a row, an element
	holding     bool // the cell that is open goes to another place
	skippedTo   int  // how many elements are around the one that is left out
	prefix      string
	style       string // of the row's last cell
	selfClosing bool

	widths columnWidths
	kept   map[int]int // the new numbers of the rows that stay under the headings; nil: all stay
	number int         // the row's new number
}

func newSheetPatch(from io.Reader, to io.Writer, source *Source, rows rowResults, kept map[int]int) *sheetPatch {
	at := source.ResultAt
	if at < 0 {
		at = source.Sheet.Columns
	}
	p := &sheetPatch{
		out: bufio.NewWriter(to), at: at, rows: rows, kept: kept, widths: columnWidths{at: at},
		spans: regexp.MustCompile(`\s+spans\s*=\s*("[^"]*"|'[^']*')`),
		ref:   regexp.MustCompile(`(\sref\s*=\s*["'])([A-Za-z]+\d+)(?::([A-Za-z]+\d+))?`),
	}
	p.d = xmlscan.New(io.TeeReader(from, &p.held))
	return p
}

func (p *sheetPatch) run() error {
	if p.at+len(cells.ResultColumns) > cells.MostColumns {
		return errors.New("the sheet has no room for five more columns")
	}
	for {
		err := p.d.Next()
		if errors.Is(err, io.EOF) {
			p.copyTo(p.d.Offset())
			return p.out.Flush()
		}
		if err != nil {
			return ErrChanged
		}
		switch {
		case p.d.Kind == xmlscan.Start && !p.skipping:
			p.start(p.d.Begin, p.d.Offset())
		case p.d.Kind == xmlscan.End && !p.skipping:
			p.end(p.d.Begin)
		case p.d.Kind == xmlscan.End && p.d.Depth() == p.skippedTo:
			p.take(p.d.Offset())
			p.skipping = false
		}
		switch {
		case p.skipping:
			p.take(p.d.Offset())
		case !p.holding:
			p.copyTo(p.d.Offset())
		}
	}
}

// skip leaves the element out that begins at start.
func (p *sheetPatch) skip(start int64) {
	p.copyTo(start)
	p.skipping, p.skippedTo = true, p.d.Depth()-1
}

// copyTo copies what lies between the bytes that are done and offset.
func (p *sheetPatch) copyTo(offset int64) {
	p.out.Write(p.take(offset)) // a bufio.Writer keeps its error for Flush
}

// take hands over what lies between the bytes that are done and offset, as being done.
// It holds until the scanner's next token.
func (p *sheetPatch) take(offset int64) []byte {
	n := max(0, offset-p.done)
	p.done += n
	return p.held.Next(int(n))
}

func (p *sheetPatch) start(start, end int64) {
	name, around := xmlscan.LocalName(p.d.Name), p.d.Around(0)
	switch {
	case around == "worksheet":
		p.startPart(name, start, end)
	case name == "col" && around == "cols":
		p.copyTo(start)
		p.out.WriteString(p.widths.column(p.d, p.take(end)))
	case name == "row" && around == "sheetData":
		p.startRow(start, end)
	case name == "c" && around == "row":
		p.startCell(start)
	}
}

// startPart begins one of the parts that a sheet consists of.
func (p *sheetPatch) startPart(name string, start, end int64) {
	switch {
	case name == "dimension":
		p.copyTo(start)
		p.out.Write(p.widen(p.take(end)))
	case name == "cols":
		p.widths.begin(strings.TrimSuffix(p.d.Name, name))
	case name == "sheetData":
		p.copyTo(start)
		p.out.WriteString(p.widths.whole(strings.TrimSuffix(p.d.Name, name)))
	case p.kept != nil && name == "mergeCells":
		p.skip(start)
		p.out.WriteString(p.merges(strings.TrimSuffix(p.d.Name, name)))
	case p.kept != nil && namesRows[name]:
		p.skip(start)
	}
}

func (p *sheetPatch) startRow(start, end int64) {
	p.row++
	if number, err := strconv.Atoi(p.d.Attribute("r")); err == nil {
		p.row = number
	}
	p.column, p.style, p.number = -1, "", p.row
	if p.kept != nil && p.row > p.rows.from.HeadingRow {
		var stays bool
		if p.number, stays = p.kept[p.row]; !stays {
			p.skip(start)
			return
		}
	}
	p.cells, p.pending = p.rows.cells(p.row)
	p.prefix = strings.TrimSuffix(p.d.Name, "row")
	p.copyTo(start)
	tag := p.take(end)
	if p.selfClosing = p.d.SelfClosing; p.selfClosing && p.pending {
		tag = append(bytes.TrimSuffix(bytes.Clone(tag), []byte("/>")), '>')
	}
	tag = p.spans.ReplaceAll(tag, nil) // a hint that would now be wrong
	if p.kept != nil {
		tag = withAttribute(tag, "r", strconv.Itoa(p.number))
	}
	p.out.Write(tag)
}

func (p *sheetPatch) startCell(start int64) {
	p.column++
	if column, _, ok := cells.ParseRef(p.d.Attribute("r")); ok {
		p.column = column
	}
	if p.column >= p.at && p.pending {
		p.copyTo(start)
		p.writeCells()
	}
	if p.column >= p.at && p.column < p.at+len(cells.ResultColumns) {
		p.skip(start)
		return
	}
	if p.column < p.at {
		p.style = p.d.Attribute("s")
	}
	if p.kept != nil {
		p.copyTo(start)
		p.holding = true
	}
}

func (p *sheetPatch) end(start int64) {
	name, around := xmlscan.LocalName(p.d.Name), p.d.Around(0)
	switch {
	case name == "row" && around == "sheetData" && p.pending:
		p.copyTo(start)
		p.writeCells()
		if p.selfClosing {
			fmt.Fprintf(p.out, "</%srow>", p.prefix)
		}
	case name == "c" && around == "row" && p.holding:
		p.holding = false
		p.out.Write(moved(p.take(p.d.Offset()), spreadsheet.ColumnName(p.column)+strconv.Itoa(p.number)))
	case name == "col" && around == "cols":
		p.take(p.d.Offset()) // its begin tag was closed in itself
	case name == "cols" && around == "worksheet":
		p.copyTo(start)
		p.out.WriteString(p.widths.end())
	}
}

// widen makes a sheet's dimension take in the new columns, and every row: programs that
// write a sheet as a stream leave one cell there, and some readers believe it.
func (p *sheetPatch) widen(tag []byte) []byte {
	return p.ref.ReplaceAllFunc(tag, func(ref []byte) []byte {
		parts := p.ref.FindSubmatch(ref)
		column, row := p.at+len(cells.ResultColumns)-1, p.rows.from.Sheet.Last
		if p.kept != nil {
			row = p.rows.from.HeadingRow
			for _, number := range p.kept {
				row = max(row, number)
			}
			return fmt.Appendf(nil, "%s%s:%s%d", parts[1], parts[2], spreadsheet.ColumnName(column), row)
		}
		for _, corner := range parts[2:] {
			if c, r, ok := cells.ParseRef(string(corner)); ok {
				column, row = max(column, c), max(row, r)
			}
		}
		return fmt.Appendf(nil, "%s%s:%s%d", parts[1], parts[2], spreadsheet.ColumnName(column), row)
	})
}

// writeCells writes the row's five cells as text, so that no spreadsheet makes numbers
// or formulas of them, in the style of the row's last cell.
func (p *sheetPatch) writeCells() {
	p.pending = false
	style := ""
	if celltext.AllDigits(p.style) && p.style != "0" {
		style = ` s="` + p.style + `"`
	}
	for i, text := range p.cells {
		place := fmt.Sprintf(`<%sc r="%s%d"%s`, p.prefix, spreadsheet.ColumnName(p.at+i), p.number, style)
		switch {
		case text == "" && style != "":
			p.out.WriteString(place + "/>")
		case text != "":
			fmt.Fprintf(p.out, `%[2]s t="inlineStr"><%[1]sis><%[1]st xml:space="preserve">`, p.prefix, place)
			// The error of a bufio.Writer comes back from Flush.
			_ = xml.EscapeText(p.out, []byte(strings.ReplaceAll(text, "_x", "_x005F_x")))
			fmt.Fprintf(p.out, "</%[1]st></%[1]sis></%[1]sc>", p.prefix)
		}
	}
}

// namesRows are the parts of a sheet that name cells by their rows, and the one that
// keeps people from correcting cells.
var namesRows = map[string]bool{"sheetProtection": true, "protectedRanges": true, "scenarios": true, "autoFilter": true, "sortState": true,
	"customSheetViews": true, "conditionalFormatting": true, "dataValidations": true, "hyperlinks": true, "rowBreaks": true,
	"cellWatches": true, "ignoredErrors": true, "legacyDrawing": true, "tableParts": true, "extLst": true}

// moved is a cell in another place, with the value of its formula for the formula. One
// that was never computed must not look like a blank cell.
func moved(cell []byte, ref string) []byte {
	value := formulaElement.ReplaceAll(cell, nil)
	begun := bytes.IndexByte(value, '>') + 1
	tag, rest := withAttribute(value[:begun], "r", ref), value[begun:]
	if len(value) == len(cell) || valueElement.Match(rest) || textFormula.Match(tag) {
		return slices.Concat(tag, rest)
	}
	name := string(cell[1:bytes.IndexAny(cell, " \t\r\n/>")])
	return fmt.Appendf(nil, `<%[1]s r="%[2]s" t="e"><%[3]sv>#N/A</%[3]sv></%[1]s>`, name, ref, strings.TrimSuffix(name, "c"))
}

// merges are the merged areas of the rows that stay, in their new places.
func (p *sheetPatch) merges(prefix string) string {
	place := func(row int) int {
		if row <= p.rows.from.HeadingRow {
			return row
		}
		return p.kept[row]
	}
	var b strings.Builder
	n := 0
	for _, m := range p.rows.from.Sheet.Merges {
		m.LastRow = max(m.FirstRow, min(m.LastRow, p.rows.from.Sheet.Last)) // below there are no rows
		first, last := place(m.FirstRow), place(m.LastRow)
		if first > 0 && last-first == m.LastRow-m.FirstRow {
			n++
			fmt.Fprintf(&b, `<%smergeCell ref="%s%d:%s%d"/>`, prefix, spreadsheet.ColumnName(m.FirstColumn), first, spreadsheet.ColumnName(m.LastColumn), last)
		}
	}
	if n == 0 {
		return "" // an empty list is not allowed
	}
	return fmt.Sprintf(`<%[1]smergeCells count="%[2]d">%[3]s</%[1]smergeCells>`, prefix, n, b.String())
}
