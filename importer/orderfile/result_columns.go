package orderfile

import "slices"

// resultColumns are the headings of the five columns that WriteResult adds.
var resultColumns = [...]string{"dropbridge_status", "order_id", "order_status", "waybill_number", "error"}

// findResultColumns is the column of dropbridge_status where a row has all five
// headings of a result file side by side, else -1.
func findResultColumns(head *row) int {
	for i := 0; i+len(resultColumns) <= len(head.cells); i++ {
		all := true
		for n, name := range resultColumns {
			c := head.cells[i+n]
			all = all && c.text == name && c.column == head.cells[i].column+n
		}
		if all {
			return head.cells[i].column
		}
	}
	return -1
}

// withoutResult is a row without the cells of a result's own columns.
func withoutResult(r *row, at int) row {
	own := *r
	if at < 0 {
		return own
	}
	inside := func(c cell) bool { return c.column >= at && c.column < at+len(resultColumns) }
	if slices.ContainsFunc(r.cells, inside) {
		own.cells = slices.DeleteFunc(slices.Clone(r.cells), inside)
	}
	return own
}

// Result is what became known of one data row: the five cells that WriteResult adds.
type Result struct {
	Status      string // accepted, duplicate, conflict, rejected, pending or unknown
	OrderID     string
	OrderStatus string
	Waybills    string // several are joined by "; "
	Error       string // "code: message" of a refused row
}

func (r Result) cells() [len(resultColumns)]string {
	return [...]string{r.Status, r.OrderID, r.OrderStatus, r.Waybills, r.Error}
}
