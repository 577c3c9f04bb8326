package cells

import (
	"context"
	"io"

	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Sheets are the worksheets of a workbook, for whoever reads several of them. One is in memory
// at a time.
type Sheets struct {
	workbook *workbook
	limits   Limits
}

// SheetName is a worksheet as the workbook lists it.
type SheetName struct {
	Name   string
	Hidden bool
}

// OpenSheets opens a workbook of so many bytes. The fault is what is wrong with it as a whole.
func OpenSheets(ctx context.Context, file io.ReaderAt, size int64, limits Limits) (sheets *Sheets, fault *problem.Fault) {
	defer func() {
		if p := recover(); p != nil {
			sheets, fault = nil, problem.OfPanic(p)
		}
	}()
	if size > limits.Bytes {
		return nil, problem.Faultf(problem.FileTooLarge+".bytes", wording.Megabytes(limits.Bytes))
	}
	w, fault := openWorkbook(ctx, file, size, limits)
	if fault != nil {
		return nil, fault
	}
	return &Sheets{w, limits}, nil
}

// Names are the sheets in the workbook's order.
func (s *Sheets) Names() (names []SheetName) {
	for _, one := range s.workbook.sheets {
		names = append(names, SheetName{one.name, one.hidden})
	}
	return names
}

// Read reads a sheet by its place among the names.
func (s *Sheets) Read(ctx context.Context, at int) (table *Table, fault *problem.Fault) {
	defer func() {
		if p := recover(); p != nil {
			table, fault = nil, problem.OfPanic(p)
		}
	}()
	s.workbook.left, s.workbook.volume = s.limits.UnpackedBytes, volume{limits: s.limits} // the one before is done with
	rows, fault := s.workbook.readSheet(ctx, s.workbook.sheets[at].part)
	if fault != nil {
		return nil, fault
	}
	return rows.table(ctx, s.limits), nil
}
