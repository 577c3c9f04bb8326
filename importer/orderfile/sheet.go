package orderfile

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// A sheet has at most so many rows and columns.
const (
	mostRows    = 1 << 20
	mostColumns = 1 << 14
)

// sheetRows is what was read of one sheet.
type sheetRows struct {
	rows    []row
	columns int // in use, merged areas included
	merges  []merge
}

// table: a sheet's rows are kept up to here, since its merged areas stand behind them.
func (s *sheetRows) table(ctx context.Context, limits Limits) *table {
	return &table{head: s.rows, most: len(s.rows), each: func(visit func(*row) bool) *problem.Fault {
		for i := range s.rows {
			if i%1024 == 0 && ctx.Err() != nil {
				return tooLong(limits)
			}
			if !visit(&s.rows[i]) {
				break
			}
			s.rows[i].cells = nil // of a long sheet only the orders are kept
		}
		return nil
	}}
}

// sheetReader reads one sheet's XML.
type sheetReader struct {
	w *workbook
	d *xmlScanner
	sheetRows
	seen  *extent
	arena cellArena

	row   row
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

// merge is a merged area, its ends included; columns count from 0.
type merge struct {
	firstRow, lastRow, firstColumn, lastColumn int
}

// readSheet reads a sheet. Where it fails, the rows before the fault are returned too.
func (w *workbook) readSheet(ctx context.Context, part string) (*sheetRows, *problem.Fault) {
	r, err := w.unpack(part)
	if err != nil {
		return &sheetRows{}, w.damage(err)
	}
	defer r.Close()
	s := &sheetReader{w: w, d: newXMLScanner(r), seen: newExtent(w.limits)}
	for n := 0; ; n++ {
		if n%8192 == 0 && ctx.Err() != nil {
			return &s.sheetRows, tooLong(w.limits)
		}
		err := s.d.next()
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
	return &s.sheetRows, s.spread(ctx)
}

// countColumns finds how many columns are in use. An area merged to the very last
// column of a sheet is decoration.
func (s *sheetReader) countColumns() {
	for column := range s.seen.columns {
		s.columns = max(s.columns, column+1)
	}
	for _, m := range s.merges {
		if m.lastColumn < mostColumns-1 {
			s.columns = max(s.columns, m.lastColumn+1)
		}
	}
}

func (s *sheetReader) token() error {
	switch s.d.kind {
	case xmlStart:
		return s.start()
	case xmlEnd:
		return s.end()
	}
	if s.taken {
		s.text.Write(s.d.text)
		if len(s.cell.inline)+s.text.Len() > s.w.limits.CellBytes {
			return cellTooLarge(s.w.limits, s.text.String())
		}
	}
	return nil
}

func (s *sheetReader) start() error {
	around := s.d.around(0)
	switch localName(s.d.name) {
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
		s.take(around == "is" || around == "r" && s.d.around(1) == "is")
	case "mergeCell":
		m, ok := parseMerge(s.d.attribute("ref"))
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
	if text := s.d.attribute("r"); text != "" {
		given, err := strconv.Atoi(text)
		if err != nil || given < number {
			return problem.Faultf(problem.SheetDamaged+".row_order", celltext.Show(text), s.last.row)
		}
		number = given
	}
	if number > mostRows {
		return problem.Faultf(problem.SheetDamaged + ".row_below_last")
	}
	height := s.d.attribute("ht")
	zero, err := strconv.ParseFloat(height, 64)
	s.row = row{number: number, hidden: truth(s.d.attribute("hidden")) || height != "" && err == nil && zero == 0, cells: s.arena.begin()}
	s.last.row, s.last.column = number, -1
	return nil
}

func (s *sheetReader) startCell() error {
	c := rawCell{column: s.last.column + 1, kind: s.d.attribute("t"), style: s.d.attribute("s")}
	if ref := s.d.attribute("r"); ref != "" {
		column, number, ok := parseRef(ref)
		if !ok || number != s.row.number || column <= s.last.column {
			return problem.Faultf(problem.SheetDamaged+".cell_order", celltext.Show(ref), s.row.number)
		}
		c.column = column
	}
	if c.column >= mostColumns {
		return problem.Faultf(problem.SheetDamaged+".row_too_wide", s.row.number)
	}
	s.cell, s.last.column, s.begun = c, c.column, s.d.start
	return nil
}

func (s *sheetReader) end() error {
	switch localName(s.d.name) {
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
		if s.d.around(0) == "row" {
			return s.endCell()
		}
	case "row":
		if s.d.around(0) != "sheetData" || len(s.row.cells) == 0 {
			return nil
		}
		s.row.cells = s.arena.end(s.row.cells)
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
	before := len(s.row.cells)
	if err := s.readCell(); err != nil {
		return err
	}
	if s.d.offset()-s.begun > s.w.limits.PartBytes { // a result takes it apart as a whole
		return errPart
	}
	if len(s.row.cells) > before {
		s.row.cells[before].struck = s.w.isStruck(&s.cell)
		if f := s.w.volume.add(s.row.cells[before].text, 1); f != nil {
			return f
		}
	}
	return nil
}

func (s *sheetReader) readCell() error {
	c := &s.cell
	number := func(kind cellKind, text string, zeros uint8) {
		s.row.cells = append(s.row.cells, cell{text: text, column: c.column, kind: kind, zeros: zeros})
	}
	if c.hasFun && !c.hasInline && (!c.hasValue || c.value == "" && c.kind != "str") {
		number(formulaCell, "", 0)
		return nil
	}
	switch c.kind {
	case "s":
		if c.value == "" {
			return nil
		}
		index, err := strconv.Atoi(strings.TrimSpace(c.value))
		if err != nil || index < 0 || index >= len(s.w.strings) {
			return fmt.Errorf("row %d names a text that is not there", s.row.number)
		}
		s.row.addText(c.column, s.w.strings[index])
	case "inlineStr":
		s.row.addText(c.column, unescape(string(c.inline)))
	case "str":
		s.row.addText(c.column, unescape(c.value))
	case "e":
		number(errorCell, celltext.Clean(c.value), 0)
	case "b":
		s.row.addText(c.column, map[bool]string{true: "TRUE", false: "FALSE"}[truth(c.value)])
	case "d":
		text, _, _ := strings.Cut(strings.Replace(celltext.Clean(c.value), "T", " ", 1), ".")
		number(dateCell, strings.TrimSuffix(text[:min(len(text), 16)], " 00:00"), 0)
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
	out := cell{column: c.column, kind: numberCell}
	text, ok := plainNumber(c.value)
	if !ok {
		out.text, out.kind = celltext.Clean(c.value), errorCell
	} else {
		format := s.w.format(c.style)
		out.text, out.zeros = text, format.zeros
		if format.date {
			if date, ok := dateText(text, s.w.date1904); ok {
				out.text, out.kind = date, dateCell
			}
		}
		out = format.asShown(out)
	}
	s.row.cells = append(s.row.cells, out)
}

func (w *workbook) format(style string) numberFormat {
	if n, err := strconv.Atoi(style); err == nil && n >= 0 && n < len(w.formats) {
		return w.formats[n]
	}
	return numberFormat{}
}

// parseRef reads "AB12" into a column from 0 and a row from 1.
func parseRef(ref string) (column, number int, ok bool) {
	i := 0
	for ; i < len(ref) && i < 4; i++ {
		c := ref[i] &^ 0x20
		if c < 'A' || c > 'Z' {
			break
		}
		column = column*26 + int(c-'A') + 1
	}
	number, err := strconv.Atoi(ref[i:])
	return column - 1, number, err == nil && i > 0 && number > 0 && ref[i] != '+' && column <= mostColumns
}

func parseMerge(ref string) (merge, bool) {
	from, to, two := strings.Cut(ref, ":")
	if !two {
		to = from
	}
	c1, r1, ok1 := parseRef(from)
	c2, r2, ok2 := parseRef(to)
	return merge{r1, r2, c1, c2}, ok1 && ok2 && r1 <= r2 && c1 <= c2
}

// spread gives the value of a merged cell to every row that the cell covers, in the
// cell's first column; what stands hidden beneath a merged cell is dropped. Rows
// without anything of their own stay blank.
func (s *sheetReader) spread(ctx context.Context) *problem.Fault {
	slices.SortFunc(s.merges, func(a, b merge) int {
		return cmp.Or(cmp.Compare(a.firstColumn, b.firstColumn), cmp.Compare(a.firstRow, b.firstRow))
	})
	covered := 0
	for i, m := range s.merges {
		if i > 0 && s.merges[i-1].firstColumn == m.firstColumn && s.merges[i-1].lastRow >= m.firstRow {
			return problem.Faultf(problem.SheetDamaged + ".merges_overlap")
		}
		first, _ := slices.BinarySearchFunc(s.rows, m.firstRow, func(r row, n int) int { return r.number - n })
		if first == len(s.rows) {
			continue
		}
		value := cell{column: m.firstColumn}
		if s.rows[first].number == m.firstRow {
			value = s.rows[first].at(m.firstColumn)
		}
		if value.blank() {
			continue
		}
		for j := first; j < len(s.rows) && s.rows[j].number <= m.lastRow; j++ {
			value.shared, value.wide = s.rows[j].number > m.firstRow, uint8(min(m.lastColumn-m.firstColumn, 255))
			s.rows[j].cover(m, value)
			if covered++; covered%1024 == 0 && ctx.Err() != nil {
				return tooLong(s.w.limits)
			}
			if f := s.w.volume.add(value.text, 1); f != nil {
				return f
			}
		}
	}
	return nil
}

// cover puts the value of a merged cell in place of what the row has beneath it.
func (r *row) cover(m merge, value cell) {
	place := func(column int) int {
		at, _ := slices.BinarySearchFunc(r.cells, column, func(c cell, column int) int { return c.column - column })
		return at
	}
	r.cells = slices.Replace(r.cells, place(m.firstColumn), place(m.lastColumn+1), value)
}

// cellArena lets many rows share one block of memory.
type cellArena struct{ block []cell }

func (a *cellArena) begin() []cell { return a.block[len(a.block):] }

// end keeps a row's cells, which append may have moved to a block of their own.
func (a *cellArena) end(cells []cell) []cell {
	used := len(a.block) + len(cells)
	if used <= cap(a.block) && len(cells) > 0 && &a.block[:used][len(a.block)] == &cells[0] {
		kept := a.block[len(a.block):used:used]
		a.block = a.block[:used]
		return kept
	}
	const size = 4096
	a.block = make([]cell, 0, size)
	return cells[:len(cells):len(cells)]
}
