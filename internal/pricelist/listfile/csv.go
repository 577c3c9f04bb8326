package listfile

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
)

// mostCell bounds a cell of a text: a quote that nobody closes would swallow the list.
const mostCell = 1 << 20

// mostCells bounds the cells of a row.
const mostCells = 1 << 14

// textRows reads delimited text after RFC 4180 as a stream, with any line end. A quote opens
// a cell only as its first character. What is broken is never passed over: rows would be
// swallowed there without a word.
type textRows struct {
	from      *bufio.Reader
	delimiter byte
	name      string
	number    int64 // of the row that was read last
	cell      []byte
}

// newTextReader finds the delimiter and the headings of a text.
func newTextReader(l *list, text *bufio.Reader, guessed bool) (Reader, error) {
	head, err := text.Peek(sniffed)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, l.damaged(err)
	}
	head = bytes.TrimPrefix(head, []byte("\ufeff"))
	delimiter, length := cells.SepLine(string(head[:min(len(head), 16)]))
	if len(delimiter) != 1 {
		delimiter, length = string(findDelimiter(l, head)), 0
	}
	if _, err := text.Discard(length); err != nil {
		return nil, l.damaged(err)
	}
	t := &tableReader{list: l, rows: &textRows{from: text, delimiter: delimiter[0], name: l.how.Name}}
	if err := t.findHeadings(); err != nil {
		if guessed {
			if fault, ok := errors.AsType[*Fault](err); ok && fault.Code == FormUnknown {
				return nil, Faultf(Unreadable, "encoding", l.how.Name, "Windows-1251")
			}
		}
		return nil, err
	}
	return t, nil
}

// findDelimiter takes the delimiter that makes the most known headings, and of those the one
// that makes the most cells.
func findDelimiter(l *list, head []byte) byte {
	best, most := byte(';'), -1
	for _, delimiter := range []byte{';', ',', '\t', '|'} {
		rows := textRows{from: bufio.NewReader(bytes.NewReader(head)), delimiter: delimiter}
		score := 0
		for range headRows {
			var row tableRow
			if rows.nextRow(&row) != nil {
				break
			}
			score = max(score, knownIn(l.how.Headings, &row)*mostCells+row.width)
		}
		if score > most {
			best, most = delimiter, score
		}
	}
	return best
}

// nextRow reads up to the end of a row that has something in it.
func (t *textRows) nextRow(into *tableRow) error {
	for {
		*into = tableRow{cells: into.cells[:0]}
		if err := t.readRow(into); err != nil {
			return err
		}
		if len(into.cells) > 0 {
			return nil
		}
	}
}

func (t *textRows) readRow(into *tableRow) error {
	if _, err := t.from.Peek(1); err != nil {
		return t.failed(err)
	}
	t.number++
	into.number = t.number
	for column := 0; ; column++ {
		end, err := t.readCell()
		if err != nil {
			return err
		}
		if !utf8.Valid(t.cell) {
			return Faultf(Unreadable, "encoding", t.name, "UTF-8")
		}
		if text := celltext.Clean(string(t.cell)); text != "" {
			if len(into.cells) == 0 {
				into.level.indent = len(t.cell) - len(bytes.TrimLeft(t.cell, " \t"))
			}
			into.cells = append(into.cells, tableCell{column: column, text: text})
			if failedCell(text) {
				into.odd = CellFailed
			}
		}
		into.width = column + 1
		if end != t.delimiter {
			into.cut = end == 0
			return nil
		}
		if column == mostCells {
			return Faultf(Unreadable, "quote", t.name, t.number)
		}
	}
}

// failedCell knows what a spreadsheet writes where it could not calculate.
func failedCell(text string) bool {
	return text[0] == '#' && slices.Contains([]string{"#N/A", "#REF!", "#DIV/0!", "#VALUE!", "#NAME?", "#NUM!", "#NULL!"}, strings.ToUpper(text))
}

func (t *textRows) failed(err error) error {
	if err == io.EOF {
		return io.EOF
	}
	return (&list{how: How{Name: t.name}}).damaged(err)
}

// readCell reads a cell and says what ended it: the delimiter, '\n', or 0 for the end of the
// text.
func (t *textRows) readCell() (end byte, err error) {
	t.cell = t.cell[:0]
	first, err := t.from.ReadByte()
	if err == io.EOF {
		return 0, nil
	}
	if err == nil && first == '"' {
		return t.readQuoted()
	}
	for c := first; ; c, err = t.from.ReadByte() {
		switch {
		case err == io.EOF:
			return 0, nil
		case err != nil:
			return 0, t.failed(err)
		case c == t.delimiter:
			return c, nil
		case c == '\n' || c == '\r':
			return t.lineEnd(c)
		}
		if t.cell = append(t.cell, c); len(t.cell) > mostCell {
			return 0, Faultf(Unreadable, "quote", t.name, t.number)
		}
	}
}

// lineEnd takes both characters of a line end.
func (t *textRows) lineEnd(c byte) (byte, error) {
	if next, err := t.from.Peek(1); c == '\r' && err == nil && next[0] == '\n' {
		_, _ = t.from.Discard(1)
	}
	return '\n', nil
}

// readQuoted reads behind the opening quote. A text that ends there was cut.
func (t *textRows) readQuoted() (byte, error) {
	for {
		c, err := t.from.ReadByte()
		switch {
		case err == io.EOF:
			return 0, Faultf(Incomplete, "row", t.name, t.number)
		case err != nil:
			return 0, t.failed(err)
		case c != '"':
			if t.cell = append(t.cell, c); len(t.cell) > mostCell {
				return 0, Faultf(Unreadable, "quote", t.name, t.number)
			}
			continue
		}
		switch c, err = t.from.ReadByte(); {
		case err == io.EOF:
			return 0, nil
		case err != nil:
			return 0, t.failed(err)
		case c == '"':
			t.cell = append(t.cell, '"')
		case c == t.delimiter:
			return c, nil
		case c == '\n' || c == '\r':
			return t.lineEnd(c)
		default:
			return 0, Faultf(Unreadable, "quote", t.name, t.number)
		}
	}
}
