package cells

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/xmlscan"
)

// sheetRows is what was read of one sheet.
type sheetRows struct {
	rows    []Row
	columns int // in use, merged areas included
	merges  []Merge
}

// table: a sheet's rows are kept up to here, since its merged areas stand behind them.
func (s *sheetRows) table(ctx context.Context, limits Limits) *Table {
	return &Table{Head: s.rows, Most: len(s.rows), Each: func(visit func(*Row) bool) *problem.Fault {
		for i := range s.rows {
			if i%1024 == 0 && ctx.Err() != nil {
				return tooLong(limits)
			}
			if !visit(&s.rows[i]) {
				break
			}
			s.rows[i].Cells = nil // of a long sheet only the orders are kept
		}
		return nil
	}}
}

// sheetReader reads one sheet's XML.
type sheetReader struct {
	w *workbook
	d *xmlscan.Scanner
	sheetRows
	seen  *extent
	arena cellArena

	row   Row
	cell  rawCell
	begun int64 // where the cell begins in the XML
	text  bytes.Buffer
	taken bool // whether character data belongs to the cell
	last  struct{ row, column int }
}

// rawCell is a cell as the XML has it.
type rawCell struct {
	column           int
	kind, style      string
	value            string
	inline           []byte
	hasValue, hasFun bool
	hasInline        bool
}

// readSheet reads a sheet. Where it fails, the rows before the fault are returned too.
func (w *workbook) readSheet(ctx context.Context, part string) (*sheetRows, *problem.Fault) {
	r, err := w.unpack(part)
	if err != nil {
		return &sheetRows{}, w.damage(err)
	}
	defer r.Close()
	s := &sheetReader{w: w, d: xmlscan.New(r), seen: newExtent(w.limits)}
	for n := 0; ; n++ {
		if n%8192 == 0 && ctx.Err() != nil {
			return &s.sheetRows, tooLong(w.limits)
		}
		err := s.d.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			err = fmt.Errorf("its part %s: %w", celltext.Show(part), err)
		} else {
			err = s.token()
		}
		if err != nil {
			return &s.sheetRows, w.damage(err)
		}
	}
	s.countColumns()
	if err := w.readNotes(ctx, part, s.rows); err != nil {
		return &s.sheetRows, w.damage(err)
	}
	return &s.sheetRows, w.spread(ctx, s.rows, s.merges)
}

// countColumns finds how many columns are in use. An area merged to the very last
// column of a sheet is decoration.
func (s *sheetReader) countColumns() {
	for column := range s.seen.columns {
		s.columns = max(s.columns, column+1)
	}
	for _, m := range s.merges {
		if m.LastColumn < MostColumns-1 {
			s.columns = max(s.columns, m.LastColumn+1)
		}
	}
}

func (s *sheetReader) token() error {
	switch s.d.Kind {
	case xmlscan.Start:
		return s.start()
	case xmlscan.End:
		return s.end()
	}
	if s.taken {
		s.text.Write(s.d.Text)
		if len(s.cell.inline)+s.text.Len() > s.w.limits.CellBytes {
			return cellTooLarge(s.w.limits, s.text.String())
		}
	}
	return nil
}

func (s *sheetReader) start() error {
	around := s.d.Around(0)
	switch xmlscan.LocalName(s.d.Name) {
	case "row":
		if around == "sheetData" {
			return s.startRow()
		}
	case "c":
		if around == "row" {
			return s.startCell()
		}
	case "f":
		s.cell.hasFun = s.cell.hasFun || around == "c"
	case "v":
		s.take(around == "c")
	case "t": // in a run of rich text or right below; a phonetic guide is no text
		s.take(around == "is" || around == "r" && s.d.Around(1) == "is")
	case "mergeCell":
		m, ok := parseMerge(s.d.Attribute("ref"))
		if !ok {
			return problem.Faultf(problem.SheetDamaged + ".merge_without_place")
		}
		if s.merges = append(s.merges, m); len(s.merges) > s.w.limits.Merges {
			return problem.Faultf(problem.FileTooLarge+".merges", s.w.limits.Merges)
		}
	}
	return nil
}

func (s *sheetReader) take(ours bool) {
	s.text.Reset()
	s.taken = ours
}

func (s *sheetReader) startRow() error {
	number := s.last.row + 1
	if text := s.d.Attribute("r"); text != "" {
		given, err := strconv.Atoi(text)
		if err != nil || given < number {
			return problem.Faultf(problem.SheetDamaged+".row_order", celltext.Show(text), s.last.row)
		}
		number = given
	}
	if number > mostRows {
		return problem.Faultf(problem.SheetDamaged + ".row_below_last")
	}
	s.row = Row{Number: number, Level: Level{Outline: s.outline()}, Hidden: truth(s.d.Attribute("hidden")) || s.flat(), Cells: s.arena.begin()}
	s.last.row, s.last.column = number, -1
	return nil
}

// outline is the group of a row; what is no number is none.
func (s *sheetReader) outline() uint8 {
	level := s.d.Attribute("outlineLevel")
	if level == "" {
		return 0
	}
	outline, _ := strconv.ParseUint(level, 10, 8)
	return uint8(outline)
}

// flat reports whether a row is of no height.
func (s *sheetReader) flat() bool {
	height := s.d.Attribute("ht")
	if height == "" {
		return false
	}
	zero, err := strconv.ParseFloat(height, 64)
	return err == nil && zero == 0
}

func (s *sheetReader) startCell() error {
	c := rawCell{column: s.last.column + 1, kind: s.d.Attribute("t"), style: s.d.Attribute("s")}
	if ref := s.d.Attribute("r"); ref != "" {
		column, number, ok := ParseRef(ref)
		if !ok || number != s.row.Number || column <= s.last.column {
			return problem.Faultf(problem.SheetDamaged+".cell_order", celltext.Show(ref), s.row.Number)
		}
		c.column = column
	}
	if c.column >= MostColumns {
		return problem.Faultf(problem.SheetDamaged+".row_too_wide", s.row.Number)
	}
	s.cell, s.last.column, s.begun = c, c.column, s.d.Begin
	return nil
}

func (s *sheetReader) end() error {
	switch xmlscan.LocalName(s.d.Name) {
	case "v":
		if s.taken {
			s.cell.value, s.cell.hasValue = s.text.String(), true
		}
	case "t":
		if s.taken {
			s.cell.inline = append(s.cell.inline, s.text.Bytes()...)
			s.cell.hasInline = true
		}
	case "c":
		if s.d.Around(0) == "row" {
			return s.endCell()
		}
	case "row":
		if s.d.Around(0) != "sheetData" || len(s.row.Cells) == 0 {
			return nil
		}
		s.row.Cells = s.arena.end(s.row.Cells)
		s.rows = append(s.rows, s.row)
		if f := s.seen.add(&s.row); f != nil {
			return f
		}
	}
	s.taken = false
	return nil
}

// endCell takes the cell over, and counts what it unfolds to.
func (s *sheetReader) endCell() error {
	before := len(s.row.Cells)
	if err := s.readCell(); err != nil {
		return err
	}
	if s.d.Offset()-s.begun > s.w.limits.PartBytes { // a result takes it apart as a whole
		return errPart
	}
	if len(s.row.Cells) > before {
		if before == 0 {
			s.setLevel()
		}
		s.row.Cells[before].Struck = s.w.isStruck(&s.cell)
		if f := s.w.volume.add(s.row.Cells[before].Text, 1); f != nil {
			return f
		}
	}
	return nil
}

// setLevel takes over how the row stands to others from its first cell.
func (s *sheetReader) setLevel() {
	format := s.w.format(s.cell.style)
	blanks := leadingBlanks(s.cell.value)
	switch s.cell.kind {
	case "s":
		index, _ := strconv.Atoi(strings.TrimSpace(s.cell.value)) // it was read as a number
		blanks = s.w.blanks[index]
	case "inlineStr":
		blanks = leadingBlanks(string(s.cell.inline))
	}
	s.row.Level.Indent, s.row.Level.Look = max(format.indent, blanks), format.look
}

// leadingBlanks counts the blanks before a text, no more than a byte holds.
func leadingBlanks(text string) uint8 {
	return uint8(min(utf8.RuneCountInString(text)-utf8.RuneCountInString(strings.TrimLeft(text, " \t\u00a0")), math.MaxUint8))
}

func (s *sheetReader) readCell() error {
	c := &s.cell
	number := func(kind Kind, text string, zeros uint8) {
		s.row.Cells = append(s.row.Cells, Cell{Text: text, Column: c.column, Kind: kind, Zeros: zeros})
	}
	if c.hasFun && !c.hasInline && (!c.hasValue || c.value == "" && c.kind != "str") {
		number(Formula, "", 0)
		return nil
	}
	switch c.kind {
	case "s":
		if c.value == "" {
			return nil
		}
		index, err := strconv.Atoi(strings.TrimSpace(c.value))
		if err != nil || index < 0 || index >= len(s.w.strings) {
			return fmt.Errorf("row %d names a text that is not there", s.row.Number)
		}
		s.row.addText(c.column, s.w.strings[index])
	case "inlineStr":
		s.row.addText(c.column, unescape(string(c.inline)))
	case "str":
		s.row.addText(c.column, unescape(c.value))
	case "e":
		number(Error, celltext.Clean(c.value), 0)
	case "b":
		s.row.addText(c.column, map[bool]string{true: "TRUE", false: "FALSE"}[truth(c.value)])
	case "d":
		text, _, _ := strings.Cut(strings.Replace(celltext.Clean(c.value), "T", " ", 1), ".")
		number(Date, strings.TrimSuffix(text[:min(len(text), 16)], " 00:00"), 0)
	default:
		s.endNumber(c)
	}
	return nil
}

// endNumber reads a cell without a type: a number, shown as its style says.
func (s *sheetReader) endNumber(c *rawCell) {
	if strings.TrimSpace(c.value) == "" {
		return
	}
	out := Cell{Column: c.column, Kind: Number}
	text, ok := plainNumber(c.value)
	if !ok {
		out.Text, out.Kind = celltext.Clean(c.value), Error
	} else {
		format := s.w.format(c.style)
		out.Text, out.Zeros = text, format.zeros
		if format.date {
			if date, ok := dateText(text, s.w.date1904); ok {
				out.Text, out.Kind = date, Date
			}
		}
		out = format.asShown(out)
	}
	s.row.Cells = append(s.row.Cells, out)
}

func (w *workbook) format(style string) numberFormat {
	if style == "" {
		return numberFormat{}
	}
	if n, err := strconv.Atoi(style); err == nil && n >= 0 && n < len(w.formats) {
		return w.formats[n]
	}
	return numberFormat{}
}

// cellArena lets many rows share one block of memory.
type cellArena struct{ block []Cell }

func (a *cellArena) begin() []Cell { return a.block[len(a.block):] }

// end keeps a row's cells, which append may have moved to a block of their own.
func (a *cellArena) end(cells []Cell) []Cell {
	used := len(a.block) + len(cells)
	if used <= cap(a.block) && len(cells) > 0 && &a.block[:used][len(a.block)] == &cells[0] {
		kept := a.block[len(a.block):used:used]
		a.block = a.block[:used]
		return kept
	}
	const size = 4096
	a.block = make([]Cell, 0, size)
	return cells[:len(cells):len(cells)]
}

// isStruck reports whether a cell is struck through, by its style or as a whole text.
func (w *workbook) isStruck(c *rawCell) bool {
	if w.format(c.style).struck {
		return true
	}
	if c.kind != "s" || len(w.struck) == 0 {
		return false
	}
	index, err := strconv.Atoi(strings.TrimSpace(c.value))
	return err == nil && w.struck[index]
}
