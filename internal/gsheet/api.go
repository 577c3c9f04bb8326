package gsheet

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/oneline"
)

// apiHost is that of the Sheets API.
const apiHost = "sheets.googleapis.com"

// tab is one of a spreadsheet, as spreadsheets.get tells of it.
type tab struct {
	Properties struct {
		SheetID int64  `json:"sheetId"`
		Title   string `json:"title"`
		Type    string `json:"sheetType"`
		Hidden  bool   `json:"hidden"`
		Grid    struct {
			Columns int `json:"columnCount"`
			Rows    int `json:"rowCount"`
		} `json:"gridProperties"`
	} `json:"properties"`
}

// readTab reads the cells of the tab of a title; "" is that of the link, or the only one.
func (s *Sheet) readTab(ctx context.Context, title string) (*Grid, error) {
	found, err := s.findTab(ctx, title)
	if err != nil {
		return nil, err
	}
	var shown, held struct {
		Values [][]any `json:"values"`
	}
	values := s.spreadsheet("/values/" + url.PathEscape(quoted(found.Properties.Title)) + "?majorDimension=ROWS&valueRenderOption=")
	if err := s.call(ctx, http.MethodGet, values+"UNFORMATTED_VALUE", nil, &held); err != nil {
		return nil, err
	}
	if err := s.call(ctx, http.MethodGet, values+"FORMATTED_VALUE", nil, &shown); err != nil {
		return nil, err
	}
	rows, err := merge(shown.Values, held.Values)
	if err != nil {
		return nil, err
	}
	return &Grid{Tab: found.Properties.Title, Rows: rows, Lines: found.Properties.Grid.Rows, Columns: found.Properties.Grid.Columns}, nil
}

// merge makes texts of what the cells show and what they hold. Both are read one after the other:
// where a text differs, somebody has written between the two.
func merge(shown, held [][]any) ([][]string, error) {
	rows := make([][]string, max(len(shown), len(held)))
	for i := range rows {
		rows[i] = make([]string, max(len(rowOf(shown, i)), len(rowOf(held, i))))
		for n := range rows[i] {
			text, _ := valueAt(shown, i, n).(string)
			value := valueAt(held, i, n)
			written, is := value.(string)
			if is && written != text || value == nil && text != "" {
				return nil, newFault(Edited)
			}
			rows[i][n] = textOf(text, value)
		}
	}
	return rows, nil
}

// rowOf is a row of an answer, which ends with the last row and the last cell that hold something.
func rowOf(values [][]any, row int) []any {
	if row >= len(values) {
		return nil
	}
	return values[row]
}

func valueAt(values [][]any, row, column int) any {
	if of := rowOf(values, row); column < len(of) {
		return of[column]
	}
	return nil
}

// findTab finds a tab by its title, by the number in the link, or as the only one that is shown.
func (s *Sheet) findTab(ctx context.Context, title string) (tab, error) {
	var all struct {
		Sheets []tab `json:"sheets"`
	}
	fields := "sheets.properties(sheetId,title,sheetType,hidden,gridProperties(rowCount,columnCount))"
	if err := s.call(ctx, http.MethodGet, s.spreadsheet("?fields="+url.QueryEscape(fields)), nil, &all); err != nil {
		return tab{}, err
	}
	var visible []tab
	var titles []string
	for _, one := range all.Sheets {
		if one.Properties.Type != "" && one.Properties.Type != "GRID" || one.Properties.Hidden && title == "" && s.o.Link.GID == "" {
			continue
		}
		visible, titles = append(visible, one), append(titles, oneline.Clean(one.Properties.Title, 50))
	}
	var chosen []tab
	for _, one := range visible {
		named, numbered := one.Properties.Title == title, strconv.FormatInt(one.Properties.SheetID, 10) == s.o.Link.GID
		if named || title == "" && (numbered || s.o.Link.GID == "") {
			chosen = append(chosen, one)
		}
	}
	list := strings.Join(titles, ", ")
	switch {
	case len(chosen) == 1:
		return chosen[0], s.sameTab(title, chosen[0])
	case len(chosen) > 1:
		return tab{}, newFault(SeveralTabs, list)
	case title != "":
		return tab{}, newFault(NoTab, oneline.Clean(title, 100))
	}
	return tab{}, newFault(NoTab, "gid="+s.o.Link.GID)
}

// sameTab refuses a link to one tab where the config names another one.
func (s *Sheet) sameTab(title string, found tab) error {
	numbered := s.o.Link.GID == "" || strconv.FormatInt(found.Properties.SheetID, 10) == s.o.Link.GID
	if title != s.o.Tab || title == "" || numbered {
		return nil
	}
	return newFault(OtherTab, "gid="+s.o.Link.GID, oneline.Clean(title, 100))
}

// spreadsheet is an address of the API below the spreadsheet.
func (s *Sheet) spreadsheet(path string) string {
	return s.at(apiHost, "/v4/spreadsheets/"+s.o.Link.ID+path)
}

// quoted is a title as ranges name it.
func quoted(title string) string { return "'" + strings.ReplaceAll(title, "'", "''") + "'" }

// call asks the API. A body goes along as JSON where it is not nil, and the answer is read
// into out where that is not nil.
func (s *Sheet) call(ctx context.Context, method, address string, in, out any) error {
	token, err := s.tokens.Token()
	if err != nil {
		return s.o.Account.tokenFault(err)
	}
	var content bytes.Buffer
	if in != nil {
		if err := json.NewEncoder(&content).Encode(in); err != nil {
			return err
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, address, &content)
	if err != nil {
		return newFault(BadLink, s.o.Link.ID).because(err)
	}
	request.Header.Set("Content-Type", "application/json")
	token.SetAuthHeader(request)
	response, err := s.do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	data, err := body(response)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return s.apiFault(response, data, method != http.MethodGet)
	}
	if out == nil {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber() // no float holds a phone, an amount or a waybill
	if err := decoder.Decode(out); err != nil {
		return newFault(Cut).because(err)
	}
	return nil
}

// apiFault is the fault of an answer of the API. writing says that cells were to be written.
func (s *Sheet) apiFault(response *http.Response, data []byte, writing bool) *Fault {
	var said struct {
		Error struct {
			Message string `json:"message"`
			Status  string `json:"status"`
			Details []struct {
				Reason string `json:"reason"`
			} `json:"details"`
		} `json:"error"`
	}
	_ = json.Unmarshal(data, &said) // what cannot be read says nothing
	reason := ""
	for _, detail := range said.Error.Details {
		reason += detail.Reason
	}
	message := oneline.Clean(strconv.Itoa(response.StatusCode)+" "+said.Error.Message, 300)
	switch status := response.StatusCode; {
	case status == http.StatusUnauthorized:
		return newFault(KeyRefused, s.Email(), message)
	case status == http.StatusForbidden && (reason == "SERVICE_DISABLED" || strings.Contains(said.Error.Message, "has not been used in project")):
		return newFault(APIOff)
	case writing && (status == http.StatusForbidden || strings.Contains(said.Error.Message, "protected")):
		return newFault(ReadOnly, s.Email())
	case status == http.StatusForbidden:
		return newFault(NotAllowed, s.Email())
	case status == http.StatusNotFound:
		return newFault(NotFound)
	case said.Error.Status == "FAILED_PRECONDITION":
		return newFault(NoSheet)
	case status == http.StatusTooManyRequests || status >= http.StatusInternalServerError:
		return statusFault(response)
	}
	return newFault(Refused, message)
}
