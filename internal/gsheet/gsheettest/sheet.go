package gsheettest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// Cell is what a cell shows and what it holds: a string, a json.Number or a bool.
type Cell struct {
	Shown string
	Held  any
}

// Text is a cell with a text.
func Text(text string) Cell { return Cell{text, text} }

// Number is a cell with a number, as its format shows it.
func Number(held, shown string) Cell { return Cell{shown, json.Number(held)} }

// Row is a row of texts; "" are blank cells.
func Row(texts ...string) []Cell {
	row := make([]Cell, len(texts))
	for i, text := range texts {
		row[i] = Text(text)
	}
	return row
}

// Tab is one sheet of the spreadsheet.
type Tab struct {
	Title          string
	GID            int64
	Hidden         bool
	Lines, Columns int
	Cells          [][]Cell
}

// NewTab is a tab of the size that Google gives a new one.
func NewTab(title string, gid int64, rows ...[]Cell) *Tab {
	return &Tab{Title: title, GID: gid, Lines: 1000, Columns: 26, Cells: rows}
}

// Texts are what the cells show, without blank ones at the end of a row.
func (t *Tab) Texts() [][]string {
	var out [][]string
	for _, row := range t.Cells {
		var texts []string
		for _, c := range row {
			texts = append(texts, c.Shown)
		}
		for len(texts) > 0 && texts[len(texts)-1] == "" {
			texts = texts[:len(texts)-1]
		}
		out = append(out, texts)
	}
	return out
}

// Server is the stand-in. It answers without a network, as an http.RoundTripper, until Listen. Its
// fields are changed within Do.
type Server struct {
	URL     string // the endpoint
	Tabs    []*Tab
	Shared  bool // everybody who has the link may read
	Public  bool // it is published
	Reads   bool // the service account may read
	Writes  bool // and write
	Revoked bool // the key is
	APIOff  bool

	// Answer, where it is not nil, answers a request by itself and says so. Before is called
	// before each call of the API, named like "values.get" or "values.batchUpdate".
	Answer func(w http.ResponseWriter, r *http.Request) bool
	Before func(call string)

	mu      sync.Mutex
	calls   map[string]int
	revoked map[string]bool // tokens
	issued  int
}

// called counts a call.
func (s *Server) called(call string) {
	s.calls[call]++
	if s.Before != nil {
		s.Before(call)
	}
}

// refuse answers as the API does where something is wrong.
func refuse(w http.ResponseWriter, code int, status, message, reason string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	fmt.Fprintf(w, `{"error":{"code":%d,"message":%q,"status":%q,"details":[{"reason":%q}]}}`, code, message, status, reason)
}

// find is the tab of a range, nil where there is none.
func (s *Server) find(area string) *Tab {
	title := area
	if quoted, found := strings.CutPrefix(area, "'"); found {
		title = strings.ReplaceAll(quoted[:strings.LastIndex(quoted, "'")], "''", "'")
	}
	at := slices.IndexFunc(s.Tabs, func(t *Tab) bool { return t.Title == title })
	if at < 0 {
		return nil
	}
	return s.Tabs[at]
}
