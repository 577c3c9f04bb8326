package cells

import (
	"context"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// textFile is a delimited text that was looked at, ready to be read.
type textFile struct {
	Decoded
	delimiter string
	sep       int            // bytes of the "sep=" line in text, 0 without one
	head      []Row          // the first rows
	fault     *problem.Fault // a broken quote in them
	known     []string       // headings known with this delimiter
}

// findDelimiter takes the delimiter of the "sep=" line, else the one that makes the
// most known headings.
func findDelimiter(p Headings, d Decoded, limits Limits) textFile {
	if delimiter, length := SepLine(d.Text); length > 0 {
		return tryDelimiter(p, d, delimiter, length, limits)
	}
	best := tryDelimiter(p, d, ";", 0, limits)
	for _, delimiter := range []string{",", "\t", "|"} {
		f := splitHead(d, delimiter, 0, limits)
		if !f.mayKnow(len(best.known) + 1) {
			continue // most files of another delimiter: to look for headings takes the longest
		}
		if f.known = p.KnownIn(f.head); len(f.known) > len(best.known) {
			best = f
		}
	}
	return best
}

// mayKnow reports whether any of the first rows has cells for so many headings.
func (f *textFile) mayKnow(headings int) bool {
	for i := range f.head {
		if MostHeadings(f.head, i) >= headings {
			return true
		}
	}
	return false
}

func tryDelimiter(p Headings, d Decoded, delimiter string, sep int, limits Limits) textFile {
	f := splitHead(d, delimiter, sep, limits)
	f.known = p.KnownIn(f.head)
	return f
}

// splitHead splits the first rows.
func splitHead(d Decoded, delimiter string, sep int, limits Limits) textFile {
	f := textFile{Decoded: d, delimiter: delimiter, sep: sep}
	s := Records{Text: f.Text[sep:], Delimiter: delimiter, limits: limits}
	var r Record
	for number := 1; number <= HeadRows; number++ {
		more, err := s.Next(&r)
		f.fault = err
		if !more && err == nil {
			break
		}
		// The cells before a broken quote tell the delimiter as well.
		if one := textRow(&r, number, nil); len(one.Cells) > 0 {
			f.head = append(f.head, one)
		}
		if err != nil {
			break
		}
	}
	return f
}

// likelyDelimiter is for a text of which no heading is known: the delimiter that makes
// the most cells without breaking a quote.
func likelyDelimiter(p Headings, d Decoded, limits Limits) textFile {
	var best textFile
	most := -1
	for _, delimiter := range []string{";", ",", "\t", "|"} {
		f := tryDelimiter(p, d, delimiter, 0, limits)
		cells := 0
		for i := range f.head {
			cells += f.head[i].Width
		}
		if f.fault != nil {
			cells = 0
		}
		if cells > most {
			best, most = f, cells
		}
	}
	return best
}

// textRow makes a row of a record in the memory of cells.
func textRow(r *Record, number int, cells []Cell) Row {
	out := Row{Number: number, Width: len(r.Cells), Cut: r.LineEnd == "", Cells: cells[:0]}
	for i, c := range r.Cells {
		if c.Value != "" {
			out.addText(i, c.Value)
		}
	}
	return out
}

// mostRows counts the line ends, as far as the limit goes.
func (f *textFile) mostRows(limits Limits) int {
	return min(strings.Count(f.Text, "\n")+strings.Count(f.Text, "\r")+1, limits.Rows)
}

// table reads the text row by row: of a long file only the orders are kept.
func (f *textFile) table(ctx context.Context, limits Limits) *Table {
	return &Table{Head: apart(f.head), Text: true, Most: f.mostRows(limits), Each: func(visit func(*Row) bool) *problem.Fault {
		seen, spanned := newExtent(limits), span{limits: limits}
		s := Records{Text: f.Text[f.sep:], Delimiter: f.delimiter, limits: limits}
		var r Record
		var one Row
		for number := 1; ; number++ {
			if number%1024 == 0 && ctx.Err() != nil {
				return tooLong(limits)
			}
			more, err := s.Next(&r)
			if err != nil || !more {
				return err
			}
			if err := spanned.add(len(r.Cells)); err != nil {
				return err
			}
			if one = textRow(&r, number, one.Cells); len(one.Cells) == 0 {
				continue
			}
			if err := seen.add(&one); err != nil {
				return err
			}
			if !visit(&one) {
				return nil
			}
		}
	}}
}

// apart are rows whose cells do not stand in the text of the file: whoever keeps them does not
// keep that.
func apart(rows []Row) []Row {
	for _, r := range rows {
		for i := range r.Cells {
			r.Cells[i].Text = strings.Clone(r.Cells[i].Text)
		}
	}
	return rows
}
