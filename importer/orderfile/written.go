package orderfile

import (
	"context"
	"errors"
	"slices"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
)

// Written are some rows of a file as they stand there.
type Written struct {
	Headings []string     `json:"headings"`
	Rows     []WrittenRow `json:"rows"` // in the order of the file
}

// WrittenRow is one row as it stands in its file, with a cell for each heading or more.
type WrittenRow struct {
	Row   int      `json:"row"` // as a spreadsheet counts, from 1
	Cells []string `json:"cells"`
}

// ReadWritten reads some rows of the order file at path as they stand there, without asking what
// they mean. Rows that the file does not have are left out.
func ReadWritten(ctx context.Context, path, name string, o Options, rows []int) (w Written, err error) {
	if err := o.complete(); err != nil {
		return w, err
	}
	file, info, err := openRegular(path)
	if err != nil {
		return w, &UnreadError{name, err}
	}
	defer file.Close()
	limited, cancel := context.WithTimeout(ctx, o.Limits.Time)
	defer cancel()
	table, faults, err := cells.Read(limited, file, info.Size(), name, cells.How{Limits: o.Limits, Headings: o.Profile, Glimpse: func([]cells.Row) {}})
	if err == nil && (table.Table == nil || len(faults) > 0) {
		err = errors.New("it is not a readable order file")
	}
	if err != nil {
		return w, &UnreadError{name, err}
	}
	found := o.Profile.HeadingRow(table.Head)
	w.Headings = cellTexts(&found.Row, 0)
	if fault := table.Each(func(row *cells.Row) bool {
		if slices.Contains(rows, row.Number) {
			w.Rows = append(w.Rows, WrittenRow{Row: row.Number, Cells: cellTexts(row, len(w.Headings))})
		}
		return len(w.Rows) < len(rows)
	}); fault != nil {
		return w, &UnreadError{name, errors.New("it is not readable to its end")}
	}
	return w, ctx.Err()
}

// cellTexts are the cells of a row, the blank ones too, at least so many.
func cellTexts(row *cells.Row, least int) []string {
	out := make([]string, least)
	for _, c := range row.Cells {
		for c.Column >= len(out) {
			out = append(out, "")
		}
		out[c.Column] = c.Text
	}
	return out
}
