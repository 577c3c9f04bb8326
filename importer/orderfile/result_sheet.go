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
func writeSheetResult(w io.Writer, file *os.File, report *Report, cells map[int][len(resultColumns)]string) error {
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
			err = rewritePart(out, f, func(data []byte, to io.Writer) error {
				return newSheetPatch(data, to, report, cells).run()
			})
		case macros.isMacro(name):
			continue
		case name == "[content_types].xml" || strings.HasSuffix(name, ".rels"):
			err = rewritePart(out, f, func(data []byte, to io.Writer) error {
				_, err := to.Write(macros.clean(data))
				return err
			})
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
func rewritePart(out *zip.Writer, f *zip.File, change func(data []byte, to io.Writer) error) error {
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	var data bytes.Buffer
	data.Grow(int(min(f.UncompressedSize64, 1<<28)) + bytes.MinRead) // the reader fails where there is more
	if _, err := data.ReadFrom(r); err != nil {
		return err
	}
	to, err := out.CreateHeader(&zip.FileHeader{Name: f.Name, Method: zip.Deflate, Modified: f.Modified})
	if err != nil {
		return err
	}
	return change(data.Bytes(), to)
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

func (m macroFree) clean(data []byte) []byte {
	data = m.kind.ReplaceAll(data, []byte("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"))
	data = m.override.ReplaceAll(data, nil)
	return m.link.ReplaceAll(data, nil)
}

// sheetPatch copies a sheet's XML and puts cells into its rows.
type sheetPatch struct {
	data        []byte
	d           *xmlScanner
	out         *bufio.Writer
	at          int // column of the first of our cells
	cells       map[int][len(resultColumns)]string
	spans, ref  *regexp.Regexp
	copied      int64 // bytes of data that are done with
	row, column int
	pending     bool // the row's cells are still to be written
	skipping    bool // the cell that is open is replaced
	prefix      string
	selfClosing bool
}

func newSheetPatch(data []byte, to io.Writer, report *Report, cells map[int][len(resultColumns)]string) *sheetPatch {
	at := report.resultAt
	if at < 0 {
		at = report.sheetColumns
	}
	return &sheetPatch{
		data: data, d: newXMLScanner(bytes.NewReader(data)), out: bufio.NewWriter(to), at: at, cells: cells,
		spans: regexp.MustCompile(`\s+spans\s*=\s*("[^"]*"|'[^']*')`),
		ref:   regexp.MustCompile(`(\sref\s*=\s*["'][A-Za-z]+\d+:)([A-Za-z]+)(\d+)`),
	}
}

func (p *sheetPatch) run() error {
	if p.at+len(resultColumns) > mostColumns {
		return errors.New("the sheet has no room for five more columns")
	}
	for {
		err := p.d.next()
		if errors.Is(err, io.EOF) {
			p.copyTo(int64(len(p.data)))
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
	}
}

// copyTo copies what lies between the bytes that are done with and offset.
func (p *sheetPatch) copyTo(offset int64) {
	if offset > p.copied {
		p.out.Write(p.data[p.copied:offset]) // a bufio.Writer keeps its error for Flush
	}
	p.copied = max(p.copied, offset)
}

func (p *sheetPatch) start(start, end int64) {
	name, around := localName(p.d.name), p.d.around(0)
	switch {
	case name == "dimension" && around == "worksheet":
		p.copyTo(start)
		p.out.Write(p.widen(p.data[start:end]))
		p.copied = end
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
	_, p.pending = p.cells[p.row]
	p.prefix = strings.TrimSuffix(p.d.name, "row")
	tag := p.data[start:end]
	if p.selfClosing = p.d.selfClosing; p.selfClosing && p.pending {
		tag = append(bytes.TrimSuffix(bytes.Clone(tag), []byte("/>")), '>')
	}
	p.copyTo(start)
	p.out.Write(p.spans.ReplaceAll(tag, nil)) // a hint that would now be wrong
	p.copied = end
}

func (p *sheetPatch) end(start int64) {
	switch name := localName(p.d.name); {
	case name == "c" && p.skipping:
		p.copied = p.d.offset()
		p.skipping = false
	case name == "row" && p.d.around(0) == "sheetData" && p.pending:
		p.copyTo(start)
		p.writeCells()
		if p.selfClosing {
			fmt.Fprintf(p.out, "</%srow>", p.prefix)
		}
	}
}

// widen makes a sheet's dimension take in the new columns.
func (p *sheetPatch) widen(tag []byte) []byte {
	return p.ref.ReplaceAllFunc(tag, func(ref []byte) []byte {
		parts := p.ref.FindSubmatch(ref)
		column, _, ok := parseRef(string(parts[2]) + "1")
		if !ok || column >= p.at+len(resultColumns)-1 {
			return ref
		}
		return fmt.Appendf(nil, "%s%s%s", parts[1], columnLetters(p.at+len(resultColumns)-1), parts[3])
	})
}

// writeCells writes the row's five cells as text, so that no spreadsheet makes numbers
// or formulas of them.
func (p *sheetPatch) writeCells() {
	p.pending = false
	for i, text := range p.cells[p.row] {
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
