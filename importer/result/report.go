package result

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// FileReport is what is known of a file's orders, row by row.
type FileReport struct {
	File   string       `json:"file"`
	SHA256 string       `json:"sha256"`
	Result string       `json:"result"` // path of the result file, "" where there is none
	Counts state.Counts `json:"counts"`
	Rows   []RowReport  `json:"rows"`
	// Rejected is the path of the file of refused rows, "" where there is none.
	Rejected string `json:"-"`
	// Problems are those of the file as a whole: why it was refused, or what a person should know.
	Problems []orderfile.Problem `json:"problems,omitempty"`
	// Refused says that the file could not be read, so that nothing was posted.
	Refused bool `json:"-"`

	ID int64 `json:"-"` // of the file in the journal
}

// RowReport is one row of the file; Row counts from 1 as a spreadsheet shows it.
type RowReport struct {
	Row         int             `json:"row"`
	ExternalID  *string         `json:"external_id"`
	Status      state.RowStatus `json:"status"`
	OrderID     *string         `json:"order_id"`
	OrderStatus *string         `json:"order_status"`
	Waybill     *string         `json:"waybill_number"` // several are joined by "; "
	Error       *RowError       `json:"error"`
}

// RowError says why a row is not accepted.
type RowError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Complete reports whether every row is decided and every order has its waybill or
// will never have one: nothing is left to wait for.
func (r *FileReport) Complete() bool {
	for _, row := range r.Rows {
		switch row.Status {
		case state.RowPending, state.RowUnknown:
			return false
		case state.RowAccepted, state.RowHandedOver, state.RowDuplicate:
			if row.Waybill == nil && !finalStatus(row.OrderStatus) {
				return false
			}
		}
	}
	return true
}

// WriteJSON writes the object of `dropbridge import --json`, a row a line. It goes row by
// row: of a long file the whole text would be larger than the report itself.
func (r *FileReport) WriteJSON(w io.Writer) error {
	head := *r
	head.Rows = []RowReport{}
	text, err := flatJSON(head)
	if err != nil {
		return err
	}
	const list = `"rows":[`
	before, after, _ := strings.Cut(string(text), list)
	out := bufio.NewWriter(w)
	out.WriteString(before + list) // a bufio.Writer keeps its error for Flush
	for i := range r.Rows {
		row, err := flatJSON(&r.Rows[i])
		if err != nil {
			return err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n  ")
		out.Write(row)
	}
	out.WriteString(after + "\n")
	return out.Flush()
}

// flatJSON is a value on one line, with & < and > as they are.
func flatJSON(value any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// NewFileReport is what a file's report and the rows that it shows tell.
func NewFileReport(d *desk.Desk, file state.File, report *orderfile.Report, rows *ShownRows) *FileReport {
	out := &FileReport{File: told.OneLine(file.Name), SHA256: file.SHA256, Result: file.Result, Rejected: RejectedPath(d, file), Rows: []RowReport{},
		Refused: file.State == state.FileRefused, ID: file.ID}
	for _, problem := range report.Problems {
		if problem.Row == nil {
			out.Problems = append(out.Problems, problem)
		}
	}
	if out.Refused {
		return out
	}
	out.Rows = make([]RowReport, len(rows.lines))
	for i := range rows.lines {
		v := rows.view(i)
		row := RowReport{Row: rows.lines[i].Row, ExternalID: known(rows.lines[i].ExternalID), Status: v.Status, OrderID: known(v.OrderID),
			OrderStatus: known(v.OrderStatus), Waybill: known(v.Waybills)}
		if v.Code != "" || v.Message != "" {
			row.Error = &RowError{Code: v.Code, Message: v.Message}
		}
		out.Counts.Add(v.Status)
		out.Rows[i] = row
	}
	return out
}

func known(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func finalStatus(status *string) bool { return status != nil && supplier.OrderFinal(*status) }

// RejectedPath is the place of the file's rejected rows, "" where no row is refused or
// somebody took them away to correct them.
func RejectedPath(d *desk.Desk, f state.File) string {
	path := RejectedPlace(f.Result)
	if _, refused := SplitDigest(f.Digest); path == "" || refused.Rows == "" || d.Gone(path) {
		return ""
	}
	return path
}

// RejectedPlace is the place of the rejected rows beside a result: .rejected for .result.
func RejectedPlace(result string) string {
	dir, name := filepath.Split(result)
	at := strings.LastIndex(name, folder.ResultMark)
	if at < 0 {
		return ""
	}
	return dir + name[:at] + folder.RejectedMark + name[at+len(folder.ResultMark):]
}
