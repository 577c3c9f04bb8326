package cells

import "slices"

// ResultColumns are the headings of the five columns that WriteResult adds.
var ResultColumns = [...]string{"dropbridge_status", "order_id", "order_status", "waybill_number", "error"}

// FindResult is the column of dropbridge_status where a row has all five
// headings of a result file side by side, else -1.
func FindResult(head *Row) int {
	for i := 0; i+len(ResultColumns) <= len(head.Cells); i++ {
		all := true
		for n, name := range ResultColumns {
			c := head.Cells[i+n]
			all = all && c.Text == name && c.Column == head.Cells[i].Column+n
		}
		if all {
			return head.Cells[i].Column
		}
	}
	return -1
}

// WithoutResult is a row without the cells of a result's own columns.
func WithoutResult(r *Row, at int) Row {
	own := *r
	if at < 0 {
		return own
	}
	inside := func(c Cell) bool { return c.Column >= at && c.Column < at+len(ResultColumns) }
	if slices.ContainsFunc(r.Cells, inside) {
		own.Cells = slices.DeleteFunc(slices.Clone(r.Cells), inside)
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

// Texts are the five cells, in the order of ResultColumns.
func (r Result) Texts() [len(ResultColumns)]string {
	return [...]string{r.Status, r.OrderID, r.OrderStatus, r.Waybills, r.Error}
}

// ResultIn is what a row of a result file says, whose own columns begin at a column.
func ResultIn(r *Row, at int) Result {
	text := func(n int) string { return r.At(at + n).Text }
	return Result{Status: text(0), OrderID: text(1), OrderStatus: text(2), Waybills: text(3), Error: text(4)}
}
