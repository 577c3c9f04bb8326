package gsheet

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Grid are the texts of a tab's cells.
type Grid struct {
	Tab  string     // its title; "" where a link alone is read, which does not say it
	Rows [][]string // from the first row on; each ends with its last cell that holds something, or later

	Lines, Columns int // that the tab has, with something in them or not; 0 where a link alone is read
}

// Width is how many cells the longest row has.
func (g *Grid) Width() int {
	width := 0
	for _, row := range g.Rows {
		width = max(width, len(row))
	}
	return width
}

// Cell is the text of a cell, counted from 0; "" where there is none.
func (g *Grid) Cell(row, column int) string {
	if row < 0 || row >= len(g.Rows) || column < 0 || column >= len(g.Rows[row]) {
		return ""
	}
	return g.Rows[row][column]
}

// Read reads all cells of the tab. What is wrong is a *Fault, or the end of ctx.
func (s *Sheet) Read(ctx context.Context) (*Grid, error) {
	if s.o.Account != nil {
		return s.readTab(ctx, s.o.Tab)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.at(docsHost, s.o.Link.export()), nil)
	if err != nil {
		return nil, newFault(BadLink, s.o.Link.ID).because(err)
	}
	response, err := s.do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if f := s.exportFault(response); f != nil {
		return nil, f
	}
	data, err := body(response)
	if err != nil {
		return nil, err
	}
	return s.readCSV(response, data)
}

// exportFault is what an answer to the export of a link says against it, nil for nothing.
func (s *Sheet) exportFault(response *http.Response) *Fault {
	switch status := response.StatusCode; status {
	case http.StatusOK:
		return nil
	case http.StatusUnauthorized, http.StatusForbidden:
		return newFault(NotShared)
	case http.StatusNotFound, http.StatusGone:
		return newFault(NotFound)
	case http.StatusBadRequest:
		if s.o.Link.GID != "" {
			return newFault(NoTab, "gid="+s.o.Link.GID)
		}
		return newFault(Refused, strconv.Itoa(status))
	default:
		if status == http.StatusTooManyRequests || status >= http.StatusInternalServerError {
			return statusFault(response)
		}
		return newFault(Refused, strconv.Itoa(status))
	}
}

// readCSV reads an export: UTF-8, with commas, and a line for each row.
func (s *Sheet) readCSV(response *http.Response, data []byte) (*Grid, error) {
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if kind != "text/csv" || !utf8.Valid(data) {
		if strings.Contains(string(data[:min(len(data), 1<<20)]), "accounts.google.com") {
			return nil, newFault(NotShared)
		}
		return nil, newFault(NotCSV)
	}
	reader := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	reader.FieldsPerRecord = -1
	rows, err := reader.ReadAll()
	if errors.Is(err, csv.ErrQuote) || errors.Is(err, csv.ErrBareQuote) {
		return nil, newFault(Cut).because(err)
	}
	if err != nil {
		return nil, newFault(NotCSV).because(err)
	}
	return &Grid{Rows: rows}, nil
}
