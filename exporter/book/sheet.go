package book

import (
	"fmt"
	"strconv"

	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// blockBytes is how much of a sheet is compressed at a time.
const blockBytes = 256 << 10

// linePoints is the height of a line.
const linePoints = 15

// maxFormula is how many characters a formula may have.
const maxFormula = 8192

// Append writes the next row. Cells that are left out at its end are empty. After an error
// the book cannot be closed.
func (s *Sheet) Append(cells ...Cell) error {
	if s.book.err != nil {
		return s.book.err
	}
	if err := s.append(cells); err != nil {
		s.book.err = s.book.fail(err)
	}
	return s.book.err
}

// AppendTotal writes a row below the data, such as their total. The filter leaves it out.
func (s *Sheet) AppendTotal(cells ...Cell) error {
	err := s.Append(cells...)
	s.part().foot++
	return err
}

func (s *Sheet) append(cells []Cell) error {
	p := s.part()
	if len(cells) > len(s.refs) {
		return fmt.Errorf("sheet %s, row %d: %d cells for %d columns", p.name, p.last+1, len(cells), len(s.refs))
	}
	if p.last >= s.book.maxRows || s.layout.Long && p.rows.Plain() >= s.book.maxBytes {
		if !s.layout.Long {
			return fmt.Errorf("sheet %s would have more than the %d rows that a sheet holds: take a shorter period", p.name, s.book.maxRows)
		}
		if err := s.flush(); err != nil {
			return err
		}
		if err := s.begin(); err != nil {
			return err
		}
		p = s.part()
	}
	p.last++
	s.digits = strconv.AppendInt(s.digits[:0], p.last, 10)
	s.buf = append(append(append(s.buf, `<row r="`...), s.digits...), '"')
	if lines := s.layout.lines(cells); lines > 1 { // not every program finds the height itself
		s.buf = append(strconv.AppendInt(append(s.buf, ` ht="`...), int64(lines*linePoints), 10), `" customHeight="1"`...)
	}
	s.buf = append(s.buf, '>')
	for i := range cells {
		if err := s.cell(i, &cells[i]); err != nil {
			return fmt.Errorf("sheet %s, row %d, column %s: %w", p.name, p.last, spreadsheet.ColumnName(i), err)
		}
	}
	s.buf = append(s.buf, "</row>"...)
	if len(s.buf) >= blockBytes {
		return s.flush()
	}
	return nil
}

// begin adds a sheet to the file.
func (s *Sheet) begin() error {
	name := numbered(s.layout.Name, len(s.parts))
	if err := s.book.claim(name); err != nil {
		return err
	}
	wait := &spool{beside: s.book.path}
	s.parts = append(s.parts, &sheetPart{name: name, last: 1, spool: wait, rows: spreadsheet.NewStream(wait)})
	return nil
}

func (s *Sheet) part() *sheetPart { return s.parts[len(s.parts)-1] }

// flush compresses the rows so far.
func (s *Sheet) flush() error {
	if len(s.buf) == 0 {
		return nil
	}
	blocks, p := &s.book.blocks, s.part()
	blocks.Reset()
	b, err := blocks.Add(s.buf, &s.guide)
	if err == nil {
		err = p.rows.Append(b, blocks.Bytes(b))
	}
	if err != nil {
		return fmt.Errorf("sheet %s, row %d: %w", p.name, p.last, err)
	}
	s.buf = s.buf[:0]
	s.guide.Begin(0)
	return nil
}

func (s *Sheet) cell(i int, c *Cell) error {
	if c.form == formEmpty && c.look == Plain && c.formula == "" {
		return nil
	}
	if len(c.formula) > maxFormula {
		return fmt.Errorf("the formula has %d bytes, %d are allowed", len(c.formula), maxFormula)
	}
	column := &s.layout.Columns[i]
	s.number = c.appendNumber(s.number[:0])
	text := ""
	if len(s.number) == 0 {
		text = s.fit(c.string())
	}
	s.buf = append(s.buf, s.refs[i]...)
	place := spreadsheet.CellPlace{Digits: len(s.buf), Markup: len(s.buf) + len(s.digits)}
	s.buf = append(append(s.buf, s.digits...), `" s="`...)
	s.content(&place, column, c, text)
	s.guide.Cell(s.buf, i, place)
	return nil
}

// content appends what follows a cell's row, and notes where its value stands.
func (s *Sheet) content(place *spreadsheet.CellPlace, column *Column, c *Cell, text string) {
	closing := "</v></c>"
	switch {
	case len(s.number) > 0:
		s.open(style(c.numberFormat(column.Kind), c.look), `">`, c.formula)
		s.buf = append(s.buf, "<v>"...)
		place.Value = len(s.buf)
		s.buf = append(s.buf, s.number...)
	case c.formula != "" && text != "":
		s.open(style(formatGeneral, c.look), `" t="str">`, c.formula)
		s.buf = append(s.buf, "<v>"...)
		place.Value = len(s.buf)
		s.buf = spreadsheet.AppendResult(s.buf, text)
	case c.formula != "":
		s.open(style(notText(column.emptyFormat(s.layout.Long)), c.look), `">`, c.formula)
		place.Value, closing = len(s.buf), "</c>"
	case text != "":
		s.open(style(column.textFormat(s.layout.Long), c.look), `" t="inlineStr"><is><t`, "")
		place.Value, closing = len(s.buf), "</t></is></c>"
		s.buf = spreadsheet.AppendText(s.buf, text)
	default:
		s.open(style(column.emptyFormat(s.layout.Long), c.look), "", "")
		place.Value, closing = len(s.buf), `"/>`
	}
	place.End = len(s.buf)
	s.buf = append(s.buf, closing...)
}

// open appends a cell's style, what follows it, and its formula.
func (s *Sheet) open(style int, rest, formula string) {
	s.buf = append(strconv.AppendInt(s.buf, int64(style), 10), rest...)
	if formula != "" {
		s.buf = append(spreadsheet.AppendResult(append(s.buf, "<f>"...), formula), "</f>"...)
	}
}

// notText: a formula in the format of texts would become a text when it is edited.
func notText(f format) format {
	if f == formatText || f == formatTextWrap {
		return formatGeneral
	}
	return f
}

// fit cuts a text to what a cell holds.
func (s *Sheet) fit(text string) string {
	short, cut := spreadsheet.CutText(text, spreadsheet.MaxCellUnits)
	if cut {
		s.cut++
	}
	return short
}

// Cut is how many texts were cut to the 32,767 characters that a cell holds.
func (s *Sheet) Cut() int64 { return s.cut }

// Last is the number of the last row, 1 where there are only headings; of a Long sheet the
// last row of its last sheet.
func (s *Sheet) Last() int64 { return s.part().last }

// Column is where the rows of a column stand so far, counted from 0, as formulas name it:
// 'Name'!$B$2:$B$90, one for each sheet that it went over. Without rows it is the empty
// cell below the heading.
func (s *Sheet) Column(i int) []string {
	letters := spreadsheet.ColumnName(i)
	ranges := make([]string, len(s.parts))
	for n, p := range s.parts {
		ranges[n] = fmt.Sprintf("%s!$%s$2:$%s$%d", sheetRef(p.name), letters, letters, max(p.last, 2))
	}
	return ranges
}

// Cell is a cell of the last sheet as formulas name it, 'Name'!$C$5; columns count from 0.
func (s *Sheet) Cell(column int, row int64) string {
	return fmt.Sprintf("%s!$%s$%d", sheetRef(s.part().name), spreadsheet.ColumnName(column), row)
}

// headings is row 1.
func (s *Sheet) headings() []byte {
	b := fmt.Appendf(nil, `<row r="1" ht="%d" customHeight="1">`, linePoints*s.layout.headingLines()+4)
	for i, c := range s.layout.Columns {
		b = fmt.Appendf(b, `%s1" s="%d"`, s.refs[i], styleHeading)
		if heading := s.fit(c.Heading); heading != "" {
			b = append(spreadsheet.AppendText(append(b, ` t="inlineStr"><is><t`...), heading), "</t></is></c>"...)
		} else {
			b = append(b, "/>"...)
		}
	}
	return append(b, "</row>"...)
}
