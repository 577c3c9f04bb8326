package cells

import (
	"strings"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/swar"
)

// Records reads delimited text after RFC 4180, with any line end, one record a call
// of next. A quote opens a cell only as its first character; after the closing one
// only a delimiter or a line end may stand. A lenient reader would swallow rows there
// without a word, so both kinds of broken quote end the reading.
type Records struct {
	Text      string
	Delimiter string
	at        int
	limits    Limits // zero where the text was read before
}

// Record is one record; it is used again by the next call.
type Record struct {
	start, end int          // in the text, without the line end
	LineEnd    string       // "\r\n", "\n", "\r", or "" at the end of the text
	Cells      []RecordCell // at least one
}

// RecordCell is one cell of a record.
type RecordCell struct {
	Start, End int // in the text, the quotes included
	Value      string
}

// Next reads a record into r; false at the end of the text.
func (s *Records) Next(r *Record) (bool, *problem.Fault) {
	if s.at >= len(s.Text) {
		return false, nil
	}
	r.start, r.Cells = s.at, r.Cells[:0]
	for {
		start := s.at
		value, err := s.cell()
		if err != nil {
			return false, err
		}
		if r.Cells = append(r.Cells, RecordCell{start, s.at, value}); s.limits.Width > 0 && len(r.Cells) > s.limits.Width {
			return false, problem.Faultf(problem.FileTooLarge+".width", s.limits.Width)
		}
		if strings.HasPrefix(s.Text[s.at:], s.Delimiter) {
			s.at += len(s.Delimiter)
			continue
		}
		r.end, r.LineEnd = s.at, lineEndAt(s.Text[s.at:])
		s.at += len(r.LineEnd)
		return true, nil
	}
}

// cell reads up to the delimiter, the line end or the end of the text.
func (s *Records) cell() (string, *problem.Fault) {
	if s.at < len(s.Text) && s.Text[s.at] == '"' {
		return s.quoted()
	}
	start, first, end := s.at, s.Delimiter[0], len(s.Text)
	if s.limits.CellBytes > 0 {
		end = min(end, start+s.limits.CellBytes+1)
	}
	for s.at = nextEnd(s.Text[:end], s.at, first); s.at < end; s.at = nextEnd(s.Text[:end], s.at+1, first) {
		if s.Text[s.at] != first || strings.HasPrefix(s.Text[s.at:], s.Delimiter) {
			break
		}
	}
	if s.limits.CellBytes > 0 && s.at-start > s.limits.CellBytes {
		return "", cellTooLarge(s.limits, s.Text[start:])
	}
	return s.Text[start:s.at], nil
}

// nextEnd is where from i on a line end or that byte stands, or the end of the text. It looks at
// eight bytes in a step.
func nextEnd(text string, i int, c byte) int {
	for ; i+8 <= len(text); i += 8 {
		x := swar.Word(text, i)
		if marks := swar.Equal(x, '\n') | swar.Equal(x, '\r') | swar.Equal(x, c); marks != 0 {
			return i + swar.First(marks)
		}
	}
	for i < len(text) && text[i] != '\n' && text[i] != '\r' && text[i] != c {
		i++
	}
	return i
}

func (s *Records) quoted() (string, *problem.Fault) {
	s.at++
	start, doubled := s.at, false
	for {
		quote := strings.IndexByte(s.Text[s.at:], '"')
		if quote < 0 {
			return "", problem.Faultf(problem.QuoteUnterminated, celltext.Show(s.Text[start:]))
		}
		s.at += quote + 1
		if s.at < len(s.Text) && s.Text[s.at] == '"' {
			s.at++
			doubled = true
			continue
		}
		break
	}
	value := s.Text[start : s.at-1]
	rest := s.Text[s.at:]
	if rest != "" && lineEndAt(rest) == "" && !strings.HasPrefix(rest, s.Delimiter) {
		return "", problem.Faultf(problem.QuoteBare, celltext.Show(value))
	}
	if s.limits.CellBytes > 0 && len(value) > s.limits.CellBytes {
		return "", cellTooLarge(s.limits, value)
	}
	if doubled {
		value = strings.ReplaceAll(value, `""`, `"`)
	}
	return lineFeeds(value), nil
}

// lineFeeds makes every line end inside a cell one LF.
func lineFeeds(text string) string {
	if strings.IndexByte(text, '\r') < 0 {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

func lineEndAt(text string) string {
	switch {
	case strings.HasPrefix(text, "\r\n"):
		return text[:2]
	case text != "" && (text[0] == '\n' || text[0] == '\r'):
		return text[:1]
	}
	return ""
}

// SepLine is the delimiter of a "sep=;" line at the start, quoted or not, and how long
// the line is. A spreadsheet obeys the line and does not show it.
func SepLine(text string) (delimiter string, length int) {
	line := text
	if end := strings.IndexAny(text, "\r\n"); end >= 0 {
		line = text[:end]
	}
	inner := strings.TrimSuffix(strings.TrimPrefix(line, `"`), `"`)
	if len(inner) < 5 || !strings.EqualFold(inner[:4], "sep=") {
		return "", 0
	}
	delimiter = inner[4:]
	if r, size := utf8.DecodeRuneInString(delimiter); size != len(delimiter) || r == '"' {
		return "", 0
	}
	return delimiter, len(line) + len(lineEndAt(text[len(line):]))
}
