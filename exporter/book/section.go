package book

import (
	"fmt"

	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// sectionUnits is how much of a sheet's name a section's own name may take.
const sectionUnits = 14

// Section is a part of a workbook that is written like a workbook of its own: its sheets have its
// name before theirs, and what Head says is for their pages alone. Close and Abort are those of the
// whole workbook; the section's do nothing.
func (b *Book) Section(name string) *Book {
	short, _ := spreadsheet.CutText(name, sectionUnits)
	for n := 2; b.sections[short]; n++ {
		number := fmt.Sprint(n)
		begin, _ := spreadsheet.CutText(name, sectionUnits-len(number))
		short = begin + number
	}
	if b.sections == nil {
		b.sections = map[string]bool{}
	}
	b.sections[short] = true
	return &Book{whole: b, path: b.path, section: short + " · "}
}

// Begin is a new section's or a book's own beginning: of, where there is one, or else a workbook
// that takes its place at path.
func Begin(of *Book, path string, p Properties) (*Book, error) {
	if of != nil {
		return of, nil
	}
	return Create(path, p)
}

// sheet adds a sheet of a section.
func (b *Book) sheet(l Layout) (*Sheet, error) {
	l.Name, _ = spreadsheet.CutText(b.section+l.Name, spreadsheet.MaxSheetName)
	s, err := b.whole.Sheet(l)
	if err == nil {
		s.section = b
	}
	return s, err
}

// pageHeader is what stands on each printed page of a sheet.
func (s *Sheet) pageHeader() string {
	if s.section != nil {
		return s.section.header
	}
	return s.book.header
}
