package selection

import (
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// source reads a CSV of the user's record by record. Its heading is the first row, as
// canonical names; it is nil where that row names none of the columns looked for, and
// then the row is the first record.
type source struct {
	file    string
	reader  *csv.Reader
	skipped int // lines before the CSV
	first   []string
	line    int // of the first row
	heading []string
	column  int // of the heading that was looked for, 0 without one
	pending bool
}

// wholeLine is a delimiter for files that have none, so that an SKU "A,1" may stand in a
// list without quotes: no text holds this sign.
const wholeLine = '\x1f'

// openCSV finds the delimiter, a comma, a semicolon, a tab or none, from the first row: the
// one with which the row has one of the wanted columns, and most columns in all. Of the
// wanted ones the first that is there counts. A line "sep=;" before the heading, as Excel
// writes it, is obeyed.
func openCSV(file, text string, comment rune, wanted ...string) (*source, error) {
	delimiters := []rune{wholeLine, '\t', ';', ','}
	skipped := 0
	if line, rest, _ := strings.Cut(text, "\n"); strings.HasPrefix(strings.ToLower(line), "sep=") {
		if line = strings.TrimRight(line, "\r"); len(line) == len("sep=;") && strings.ContainsAny(line[4:], "\t;,") {
			delimiters, text, skipped = []rune{rune(line[4])}, rest, 1
		}
	}
	if !strings.Contains(text, "\n") {
		text = strings.ReplaceAll(text, "\r", "\n") // the line ends of old Macintosh programs
	}
	var best *source
	var failed error
	for _, delimiter := range delimiters {
		s := &source{file: file, reader: newReader(text, delimiter, comment), skipped: skipped}
		if err := s.readHeading(wanted); err != nil {
			failed = err
			continue
		}
		if best == nil || s.better(best) {
			best = s
		}
	}
	if best == nil {
		return nil, failed
	}
	return best, nil
}

func newReader(text string, delimiter, comment rune) *csv.Reader {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.Comment, r.FieldsPerRecord = delimiter, comment, -1
	return r
}

// readHeading reads the first row that is not blank.
func (s *source) readHeading(wanted []string) error {
	row, line, err := s.next()
	if err != nil {
		return err
	}
	s.first, s.line = row, line
	names := make([]string, len(row))
	for i, name := range row {
		names[i] = canonical(name)
	}
	for _, name := range wanted {
		if s.column = slices.Index(names, name); s.column >= 0 {
			s.heading = names
			return nil
		}
	}
	s.column, s.pending = 0, true
	return nil
}

func (s *source) better(other *source) bool {
	if (s.heading != nil) != (other.heading != nil) {
		return s.heading != nil
	}
	return len(s.first) > len(other.first)
}

// next gives the next row that is not blank, with its cells trimmed, and its line; at
// the end the error is io.EOF.
func (s *source) next() (row []string, line int, err error) {
	for {
		if s.pending {
			s.pending = false
			return s.first, s.line, nil
		}
		if row, err = s.reader.Read(); err != nil {
			return nil, 0, s.readError(err)
		}
		line, _ = s.reader.FieldPos(0)
		blank := true
		for i, cell := range row {
			row[i] = strings.TrimSpace(cell)
			blank = blank && row[i] == ""
		}
		if !blank {
			return row, line + s.skipped, nil
		}
	}
}

func (s *source) readError(err error) error {
	parse, ok := errors.AsType[*csv.ParseError](err)
	if !ok {
		return err
	}
	message := "a quotation mark stands in a field without quotes"
	if errors.Is(err, csv.ErrQuote) {
		message = "a field in quotes has no end, or something behind it"
	}
	return s.fail(parse.StartLine+s.skipped, `put a field that holds a quotation mark into quotes, and write the mark twice: "24"" monitor"`, "%s", message)
}

func (s *source) fail(line int, mend, format string, args ...any) error {
	return &Error{File: s.file, Line: line, Message: fmt.Sprintf(format, args...), Mend: mend}
}
