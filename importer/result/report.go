package result

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
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

// view is a link as a row shows it.
type view struct {
	Status      state.RowStatus
	OrderID     string
	OrderStatus string
	Waybills    string
	Code        string
	Message     string
}

// urgency orders the statuses of a row of two orders by how much they need somebody.
var urgency = []state.RowStatus{state.RowSkipped, state.RowDuplicate, state.RowAccepted, state.RowHandedOver, state.RowPending, state.RowRejected, state.RowUnknown, state.RowConflict}

// beside is what a row shows that two orders stand in: the status that needs somebody more, and
// both of all else.
func (v view) beside(other view) view {
	out := v
	if slices.Index(urgency, other.Status) > slices.Index(urgency, v.Status) {
		out.Status = other.Status
	}
	out.Code = cmp.Or(v.Code, other.Code)
	for _, join := range []struct {
		to   *string
		more string
	}{{&out.OrderID, other.OrderID}, {&out.OrderStatus, other.OrderStatus}, {&out.Waybills, other.Waybills}, {&out.Message, other.Message}} {
		switch {
		case *join.to == "":
			*join.to = join.more
		case join.more != "":
			*join.to += "; " + join.more
		}
	}
	return out
}

// why is the error cell: the code to search for, and the message.
func (v view) why() string {
	if v.Code == "" || v.Message == "" {
		return v.Code + v.Message
	}
	return v.Code + ": " + v.Message
}

// Show is the only place that words an order's state for people.
func Show(link state.Link, language wording.Language) view {
	order := link.Order
	there := view{OrderID: order.RemoteID, OrderStatus: order.RemoteStatus, Waybills: strings.Join(order.AllWaybills(), "; ")}
	switch link.Relation {
	case state.Clash, state.Skips:
		v := view{Status: state.RowSkipped}
		if order.State == state.Accepted { // what is there, for whoever looks at the row
			v = there
			v.Status = state.RowSkipped
		}
		if link.ClashOpen() {
			v = there // for whoever decides
			v.Status, v.Code, v.Message = state.RowConflict, link.Code, link.Message.In(language)
			return v
		}
		if link.Code == state.CodeRevived { // the supplier has revived it, too
			v.Status = state.RowDuplicate
		}
		return v
	case state.Past:
		if order.State == state.Accepted {
			return corrected(link, language)
		}
		status := state.RowRejected
		if link.Code == state.CodeConflict {
			status = state.RowConflict
		}
		return view{Status: status, Code: link.Code, Message: link.Message.In(language)}
	}
	v := view{Code: order.Code, Message: order.Message.In(language)}
	if link.Remarked() && v.Code == "" {
		v.Code, v.Message = link.Code, link.Message.In(language)
	}
	switch order.State {
	case state.Accepted:
		there.Status, there.Code, there.Message = state.RowAccepted, v.Code, v.Message
		v = there
		if order.Shown() == state.HandedOver {
			v.Status = state.RowHandedOver
		}
		if link.Relation == state.Duplicate {
			v.Status = state.RowDuplicate
		}
	case state.Rejected:
		v.Status = state.RowRejected
	case state.Conflict:
		there.Status, there.Code, there.Message = state.RowConflict, v.Code, v.Message
		v = there
	case state.Unknown:
		v.Status = state.RowUnknown
	default:
		v.Status = state.RowPending
	}
	return v
}

// corrected is what the rows show that were refused and accepted from another file.
func corrected(link state.Link, language wording.Language) view {
	link.Relation = state.Own
	v := Show(link, language)
	if v.Code == "" {
		v.Code, v.Message = "corrected", wording.NewMessage("corrected", told.OneLine(link.From)).In(language)
	}
	return v
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
