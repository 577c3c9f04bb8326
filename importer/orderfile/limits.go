package orderfile

import (
	"cmp"
	"time"
)

// Limits are what a file may need; whatever is over one of them is refused with
// file_too_large. They are absolute: a ratio would hit honest files. A zero field
// stands for its default.
type Limits struct {
	Bytes         int64         // of the file; default 100 MB
	Rows          int           // with something in them; default 200,000
	Columns       int           // with something in them; default 200
	UnpackedBytes int64         // of all parts of a workbook; default 200 MB
	Parts         int           // of a workbook; default 1,000
	Time          time.Duration // for reading the file; default one minute
}

func (l Limits) orDefaults() Limits {
	return Limits{
		Bytes:         cmp.Or(l.Bytes, 100_000_000),
		Rows:          cmp.Or(l.Rows, 200_000),
		Columns:       cmp.Or(l.Columns, 200),
		UnpackedBytes: cmp.Or(l.UnpackedBytes, 200_000_000),
		Parts:         cmp.Or(l.Parts, 1_000),
		Time:          cmp.Or(l.Time, time.Minute),
	}
}

// extent counts the rows and columns with something in them.
type extent struct {
	limits  Limits
	rows    int
	columns map[int]bool
	result  bool // five of the columns are a result's own, which do not count
}

func newExtent(l Limits) *extent { return &extent{limits: l, columns: map[int]bool{}} }

func (e *extent) add(r *row) *fault {
	e.rows++
	if e.rows > e.limits.Rows {
		return faultf(FileTooLarge+".rows", e.limits.Rows)
	}
	for i := range r.cells {
		if e.columns[r.cells[i].column] {
			continue
		}
		e.columns[r.cells[i].column] = true
		if len(e.columns) > e.limits.Columns && !e.result && findResultColumns(r) >= 0 {
			e.result = true
			e.limits.Columns += len(resultColumns)
		}
		if len(e.columns) > e.limits.Columns {
			return faultf(FileTooLarge+".columns", e.limits.Columns)
		}
	}
	return nil
}

func tooLong(l Limits) *fault {
	return faultf(FileTooLarge+".time", l.Time)
}
