package gsheettest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// area is a range such as 'Orders'!A1:E5.
var area = regexp.MustCompile(`^(.+)!([A-Z]+)(\d+):([A-Z]+)(\d+)$`)

// columnOf counts a column's letters from 0.
func columnOf(letters string) int {
	n := 0
	for _, r := range letters {
		n = n*26 + int(r-'A') + 1
	}
	return n - 1
}

// update is values.batchUpdate. Ranges beyond the tab are refused, and nothing is written.
func (s *Server) update(w http.ResponseWriter, r *http.Request) {
	s.called("values.batchUpdate")
	var in struct {
		Option string `json:"valueInputOption"`
		Data   []struct {
			Range  string     `json:"range"`
			Values [][]string `json:"values"`
		} `json:"data"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.Option != "RAW" || len(in.Data) == 0 {
		refuse(w, http.StatusBadRequest, "INVALID_ARGUMENT", fmt.Sprintf("Invalid request: %v", err), "")
		return
	}
	for _, write := range []bool{false, true} {
		for _, one := range in.Data {
			parts := area.FindStringSubmatch(one.Range)
			if parts == nil || s.find(parts[1]) == nil {
				refuse(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Unable to parse range: "+one.Range, "")
				return
			}
			t, column := s.find(parts[1]), columnOf(parts[2])
			row, _ := strconv.Atoi(parts[3]) // digits alone
			last, _ := strconv.Atoi(parts[5])
			if last > t.Lines || columnOf(parts[4]) >= t.Columns || last-row+1 != len(one.Values) {
				refuse(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Range ("+one.Range+") exceeds grid limits.", "")
				return
			}
			if write {
				t.put(row-1, column, one.Values)
			}
		}
	}
	fmt.Fprint(w, `{}`)
}

// put writes texts into cells.
func (t *Tab) put(row, column int, texts [][]string) {
	for i, line := range texts {
		for len(t.Cells) <= row+i {
			t.Cells = append(t.Cells, nil)
		}
		for n, text := range line {
			for len(t.Cells[row+i]) <= column+n {
				t.Cells[row+i] = append(t.Cells[row+i], Cell{})
			}
			t.Cells[row+i][column+n] = Text(text)
		}
	}
}

// widen is spreadsheets.batchUpdate with rows and columns that are appended.
func (s *Server) widen(w http.ResponseWriter, r *http.Request) {
	s.called("spreadsheets.batchUpdate")
	var in struct {
		Requests []struct {
			Append struct {
				SheetID   int64  `json:"sheetId"`
				Dimension string `json:"dimension"`
				Length    int    `json:"length"`
			} `json:"appendDimension"`
		} `json:"requests"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		refuse(w, http.StatusBadRequest, "INVALID_ARGUMENT", strings.TrimSpace(err.Error()), "")
		return
	}
	for _, one := range in.Requests {
		for _, t := range s.Tabs {
			switch {
			case t.GID != one.Append.SheetID:
			case one.Append.Dimension == "ROWS":
				t.Lines += one.Append.Length
			default:
				t.Columns += one.Append.Length
			}
		}
	}
	fmt.Fprint(w, `{}`)
}
