package listfile

import (
	"context"
	"errors"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
)

// bookReader reads the sheets of a workbook that hold goods as one list: they have the same
// columns, and where there are several, each is a section.
type bookReader struct {
	*list
	ctx    context.Context
	sheets *cells.Sheets
	names  []cells.SheetName
	goods  []int // the sheets that are read, by their places
	notes  []Note

	at     int          // of goods
	ready  *cells.Table // of the first sheet, which was read to choose
	table  *tableReader
	stop   func()
	number int64
}

// Categories are none: sheets, sections and cells name them.
func (b *bookReader) Categories() map[string]Category { return nil }

// Columns are the headings of the first sheet.
func (b *bookReader) Columns() []string { return b.table.Columns() }

// Notes name the sheets that are not read.
func (b *bookReader) Notes() []Note {
	if b.table == nil {
		return b.notes
	}
	return append(b.notes[:len(b.notes):len(b.notes)], b.table.Notes()...)
}

// Close stops the sheet that is open, and closes the workbook.
func (b *bookReader) Close() error {
	if b.stop != nil {
		b.stop()
	}
	return b.list.Close()
}

// choose finds the sheets that are read: those that were named, or all visible ones that hold
// goods. The others are noted.
func (b *bookReader) choose() error {
	if len(b.how.Sheets) > 0 {
		return b.chooseNamed()
	}
	empty := true
	for at, one := range b.names {
		if one.Hidden {
			b.notes = append(b.notes, Notef("sheet_hidden", one.Name))
			continue
		}
		table, fault := b.sheets.Read(b.ctx, at)
		if fault != nil {
			return b.ofSheet(fault)
		}
		if empty = empty && len(table.Head) == 0; len(table.Head) == 0 {
			continue
		}
		if !b.hasHeadings(table) {
			b.notes = append(b.notes, Notef("sheet_other", one.Name))
			continue
		}
		if b.goods = append(b.goods, at); len(b.goods) == 1 {
			b.ready = table
		}
	}
	switch {
	case len(b.goods) > 0:
		return nil
	case empty:
		return Faultf(Empty, "", b.how.Name)
	}
	return Faultf(FormUnknown, "sheet", b.how.Name)
}

// chooseNamed finds the sheets that somebody named, hidden ones too.
func (b *bookReader) chooseNamed() error {
	for _, name := range b.how.Sheets {
		at := slices.IndexFunc(b.names, func(one cells.SheetName) bool {
			return strings.EqualFold(strings.TrimSpace(one.Name), strings.TrimSpace(name))
		})
		if at < 0 {
			return Faultf(FormUnknown, "sheet_missing", b.how.Name, name, b.nameAll())
		}
		b.goods = append(b.goods, at)
	}
	for at, one := range b.names {
		if !slices.Contains(b.goods, at) {
			b.notes = append(b.notes, Notef("sheet_unnamed", one.Name))
		}
	}
	return nil
}

func (b *bookReader) nameAll() string {
	var names []string
	for _, one := range b.names {
		names = append(names, one.Name)
	}
	return strings.Join(names, ", ")
}

// hasHeadings reports whether one of the first rows has headings that are known.
func (b *bookReader) hasHeadings(table *cells.Table) bool {
	for i := range table.Head[:min(len(table.Head), headRows)] {
		known := 0
		for _, c := range table.Head[i].Cells {
			if b.how.Headings.Known(c.Text) {
				known++
			}
		}
		if known >= leastKnown {
			return true
		}
	}
	return false
}

// open begins to read the sheet that is next.
func (b *bookReader) open() error {
	at := b.goods[b.at]
	table := b.ready
	b.ready = nil
	if table == nil {
		read, fault := b.sheets.Read(b.ctx, at)
		if fault != nil {
			return b.ofSheet(fault)
		}
		table = read
	}
	if b.stop != nil {
		b.stop()
	}
	next, stop := iter.Pull2(rowsOf(table))
	b.stop = stop
	t := &tableReader{list: b.list, rows: &sheetRows{list: b.list, next: next}, sheet: b.sectionOf(at)}
	if err := t.findHeadings(); err != nil {
		if fault, ok := errors.AsType[*Fault](err); ok && fault.Code == FormUnknown {
			return Faultf(FormUnknown, "sheet_headings", b.how.Name, b.names[at].Name)
		}
		return err
	}
	if b.table != nil {
		if odd := b.different(t); odd != "" {
			return Faultf(FormUnknown, "sheets", b.how.Name, b.names[b.goods[0]].Name, b.names[at].Name, odd)
		}
		b.notes = append(b.notes, b.table.Notes()...)
	}
	b.table = t
	return nil
}

// sectionOf is the section that a sheet is where there are several, "" for a name that says nothing.
func (b *bookReader) sectionOf(at int) string {
	if len(b.goods) < 2 || b.how.Headings.Plain(b.names[at].Name) {
		return ""
	}
	return strings.Join(strings.Fields(b.names[at].Name), " ")
}

// different is a column by which goods are told or paid that one sheet has and the other has
// not, "" where they are alike.
func (b *bookReader) different(t *tableReader) string {
	for _, pair := range [][2]*tableReader{{b.table, t}, {t, b.table}} {
		for _, heading := range pair[0].columns {
			if b.how.Headings.Telling(heading) && !slices.ContainsFunc(pair[1].columns, func(other string) bool { return strings.EqualFold(other, heading) }) {
				return heading
			}
		}
	}
	return ""
}

// Next reads the next record of the sheets.
func (b *bookReader) Next(into *Record) error {
	for {
		err := b.table.Next(into)
		fault, faulty := errors.AsType[*Fault](err)
		if err == nil {
			b.number++
			return nil
		}
		if !errors.Is(err, io.EOF) && !(faulty && fault.Code == Empty) {
			return err
		}
		if b.at+1 == len(b.goods) {
			if b.number == 0 {
				return Faultf(Empty, "", b.how.Name)
			}
			return io.EOF
		}
		b.at++
		if err := b.open(); err != nil {
			return err
		}
	}
}
