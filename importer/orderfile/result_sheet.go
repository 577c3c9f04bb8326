package orderfile

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// writeSheetResult copies a workbook part by part, byte for byte, and puts the five
// cells into the rows of the order sheet. A library that rebuilds a workbook loses
// what it does not know; here nothing is touched but the rows, and macros are left out.
func writeSheetResult(w io.Writer, file *os.File, report *Report, rows resultRows) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	archive, err := zip.NewReader(file, info.Size())
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return errChanged
	}
	buffered := bufio.NewWriterSize(w, 1<<16)
	out := zip.NewWriter(buffered)
	found := false
	macros := newMacroFree()
	for _, f := range archive.File {
		name := partName(f.Name)
		switch {
		case name == partName(report.sheetPart):
			found = true
			err = rewritePart(out, f, func(from io.Reader, to io.Writer) error {
				return newSheetPatch(from, to, report, rows).run()
			})
		case macros.isMacro(name):
			continue
		case isList(name):
			err = rewritePart(out, f, macros.clean)
		default:
			err = out.Copy(f)
		}
		if err != nil {
			return err
		}
	}
	if !found {
		return errChanged
	}
	return errors.Join(out.Close(), buffered.Flush())
}

// rewritePart puts a changed part in place of an old one.
func rewritePart(out *zip.Writer, f *zip.File, change func(from io.Reader, to io.Writer) error) error {
	from, err := f.Open()
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := out.CreateHeader(&zip.FileHeader{Name: f.Name, Method: zip.Deflate, Modified: f.Modified})
	if err != nil {
		return err
	}
	return change(from, to)
}

// macroFree makes an .xlsx of an .xlsm.
type macroFree struct {
	kind, override, link *regexp.Regexp
}

func newMacroFree() macroFree {
	return macroFree{
		kind:     regexp.MustCompile(`application/vnd\.ms-excel\.(sheet|template)\.macroEnabled\.main\+xml`),
		override: regexp.MustCompile(`<(\w+:)?Override\s[^<>]*PartName\s*=\s*["'][^"'<>]*/vba[^<>]*?(/>|>\s*</(\w+:)?Override>)`),
		link:     regexp.MustCompile(`<(\w+:)?Relationship\s[^<>]*/(vbaProject|wordVbaData|vbaProjectSignature)["'][^<>]*?(/>|>\s*</(\w+:)?Relationship>)`),
	}
}

func (macroFree) isMacro(name string) bool {
	base := path.Base(name)
	return strings.HasPrefix(base, "vbaproject") || base == "vbadata.xml" || strings.HasPrefix(base, "vbaprojectsignature")
}

// clean takes the macros out of a list of parts or links.
func (m macroFree) clean(from io.Reader, to io.Writer) error {
	data, err := io.ReadAll(from)
	if err != nil {
		return err
	}
	data = m.kind.ReplaceAll(data, []byte("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"))
	data = m.override.ReplaceAll(data, nil)
	_, err = to.Write(m.link.ReplaceAll(data, nil))
	return err
}

// sheetPatch copies a sheet's XML and puts cells into its rows. Of the XML, which may
// be a hundred megabytes, it keeps only what the scanner has read and is not yet copied.
type sheetPatch struct {
	d           *xmlScanner
	held        bytes.Buffer // what the scanner has read, from the byte done on
	done        int64        // bytes of the XML that are copied or left out
	out         *bufio.Writer
	at          int // column of the first of our cells
	rows        resultRows
	cells       [len(resultColumns)]string // of the row
	spans, ref  *regexp.Regexp
	row, column int
	pending     bool // the row's cells are still to be written
	skipping    bool // the cell that is open is replaced
	prefix      string
	selfClosing bool
}

func newSheetPatch(from io.Reader, to io.Writer, report *Report, rows resultRows) *sheetPatch {
	at := report.resultAt
	if at < 0 {
		at = report.sheetColumns
	}
	p := &sheetPatch{
		out: bufio.NewWriter(to), at: at, rows: rows,
		spans: regexp.MustCompile(`\s+spans\s*=\s*("[^"]*"|'[^']*')`),
		ref:   regexp.MustCompile(`(\sref\s*=\s*["'])([A-Za-z]+\d+)(?::([A-Za-z]+\d+))?`),
	}
	p.d = newXMLScanner(io.TeeReader(from, &p.held))
	return p
}

func (p *sheetPatch) run() error {
	if p.at+len(resultColumns) > mostColumns {
		return errors.New("the sheet has no room for five more columns")
	}
	for {
		err := p.d.next()
		if errors.Is(err, io.EOF) {
			p.copyTo(p.d.offset())
			return p.out.Flush()
		}
		if err != nil {
			return errChanged
		}
		switch p.d.kind {
		case xmlStart:
			p.start(p.d.start, p.d.offset())
		case xmlEnd:
			p.end(p.d.start)
		}
		if !p.skipping {
			p.copyTo(p.d.offset())
		}
	}
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
	name, around := localName(p.d.name), p.d.around(0)
	switch {
	case name == "dimension" && around == "worksheet":
		p.copyTo(start)
		p.out.Write(p.widen(p.take(end)))
	case name == "row" && around == "sheetData":
		p.startRow(start, end)
	case name == "c" && around == "row":
		p.column++
		if column, _, ok := parseRef(p.d.attribute("r")); ok {
			p.column = column
		}
		if p.column >= p.at && p.pending {
			p.copyTo(start)
			p.writeCells()
		}
		if p.skipping = p.column >= p.at && p.column < p.at+len(resultColumns); p.skipping {
			p.copyTo(start)
		}
	}
}

func (p *sheetPatch) startRow(start, end int64) {
	p.row++
	if number, err := strconv.Atoi(p.d.attribute("r")); err == nil {
		p.row = number
	}
	p.column = -1
	p.cells, p.pending = p.rows.cells(p.row)
	p.prefix = strings.TrimSuffix(p.d.name, "row")
	p.copyTo(start)
	tag := p.take(end)
	if p.selfClosing = p.d.selfClosing; p.selfClosing && p.pending {
		tag = append(bytes.TrimSuffix(bytes.Clone(tag), []byte("/>")), '>')
	}
	p.out.Write(p.spans.ReplaceAll(tag, nil)) // a hint that would now be wrong
}

func (p *sheetPatch) end(start int64) {
	switch name := localName(p.d.name); {
	case name == "c" && p.skipping:
		p.take(p.d.offset())
		p.skipping = false
	case name == "row" && p.d.around(0) == "sheetData" && p.pending:
		p.copyTo(start)
		p.writeCells()
		if p.selfClosing {
			fmt.Fprintf(p.out, "</%srow>", p.prefix)
		}
	}
}

// widen makes a sheet's dimension take in the new columns, and every row: programs that
// write a sheet as a stream leave one cell there, and some readers believe it.
func (p *sheetPatch) widen(tag []byte) []byte {
	return p.ref.ReplaceAllFunc(tag, func(ref []byte) []byte {
		parts := p.ref.FindSubmatch(ref)
		column, row := p.at+len(resultColumns)-1, p.rows.report.sheetLast
		for _, corner := range parts[2:] {
			if c, r, ok := parseRef(string(corner)); ok {
				column, row = max(column, c), max(row, r)
			}
		}
		return fmt.Appendf(nil, "%s%s:%s%d", parts[1], parts[2], columnLetters(column), row)
	})
}

// writeCells writes the row's five cells as text, so that no spreadsheet makes numbers
// or formulas of them.
func (p *sheetPatch) writeCells() {
	p.pending = false
	for i, text := range p.cells {
		if text == "" {
			continue
		}
		fmt.Fprintf(p.out, `<%[1]sc r="%[2]s%[3]d" t="inlineStr"><%[1]sis><%[1]st xml:space="preserve">`, p.prefix, columnLetters(p.at+i), p.row)
		// The error of a bufio.Writer comes back from Flush.
		_ = xml.EscapeText(p.out, []byte(strings.ReplaceAll(text, "_x", "_x005F_x")))
		fmt.Fprintf(p.out, "</%[1]st></%[1]sis></%[1]sc>", p.prefix)
	}
}

// columnLetters is the name of a column that counts from 0.
func columnLetters(column int) string {
	name := ""
	for n := column + 1; n > 0; n = (n - 1) / 26 {
		name = string(rune('A'+(n-1)%26)) + name
	}
	return name
}
