package gsheet

import (
	"context"
	"net/http"
	"strconv"

	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// Block are cells side by side that are written, in rows one below the other.
type Block struct {
	Row, Column int // of the first cell, counted from 0
	Texts       [][]string
}

// ReadTab reads the cells of another tab of the spreadsheet; only with an account.
func (s *Sheet) ReadTab(ctx context.Context, title string) (*Grid, error) {
	return s.readTab(ctx, title)
}

// Write writes cells of the tab that a grid was read from, as texts: nothing in them is calculated.
// Columns that the tab does not have yet are added at its right end. Other cells are not touched.
func (s *Sheet) Write(ctx context.Context, to *Grid, blocks []Block) error {
	type values struct {
		Range string     `json:"range"`
		Rows  [][]string `json:"values"`
	}
	var all struct {
		Option string   `json:"valueInputOption"`
		Data   []values `json:"data"`
	}
	all.Option = "RAW"
	lines, columns := 0, 0
	for _, b := range blocks {
		if len(b.Texts) == 0 {
			continue
		}
		below, right := b.Row+len(b.Texts), b.Column+len(b.Texts[0])
		lines, columns = max(lines, below), max(columns, right)
		area := quoted(to.Tab) + "!" + spreadsheet.ColumnName(b.Column) + strconv.Itoa(b.Row+1) + ":" + spreadsheet.ColumnName(right-1) + strconv.Itoa(below)
		all.Data = append(all.Data, values{area, b.Texts})
	}
	if lines > to.Lines || columns > to.Columns {
		if err := s.widen(ctx, to.Tab, lines, columns); err != nil {
			return err
		}
	}
	return s.call(ctx, http.MethodPost, s.spreadsheet("/values:batchUpdate"), all, nil)
}

// dimension are rows or columns that are added to a tab.
type dimension struct {
	SheetID   int64  `json:"sheetId"`
	Dimension string `json:"dimension"`
	Length    int    `json:"length"`
}

// widen adds the rows and columns that a tab lacks.
func (s *Sheet) widen(ctx context.Context, title string, lines, columns int) error {
	found, err := s.findTab(ctx, title)
	if err != nil {
		return err
	}
	type appended struct {
		Append dimension `json:"appendDimension"`
	}
	var requests []appended
	has := found.Properties
	for _, of := range []dimension{{has.SheetID, "ROWS", lines - has.Grid.Rows}, {has.SheetID, "COLUMNS", columns - has.Grid.Columns}} {
		if of.Length > 0 {
			requests = append(requests, appended{of})
		}
	}
	if len(requests) == 0 {
		return nil // somebody added them meanwhile
	}
	return s.call(ctx, http.MethodPost, s.spreadsheet(":batchUpdate"), map[string]any{"requests": requests}, nil)
}
