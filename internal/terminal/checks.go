package terminal

import (
	"fmt"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier/drift"
)

// CheckLine is the outcome of one check.
type CheckLine struct {
	Name    string `json:"name"`
	OK      bool   `json:"ok"`
	Warning bool   `json:"warning,omitempty"` // it works, and should be otherwise
	Detail  string `json:"detail"`
	Hint    string `json:"hint,omitempty"`
	Code    int    `json:"-"` // the exit code where it is not OK
}

// failed is the exit code of a check that found something.
const failed = 1

// Checks prints a line for each check, and one for what would fix it.
func (p Printer) Checks(lines []CheckLine) {
	for _, line := range lines {
		mark := "ok  "
		switch {
		case line.Warning:
			mark = "warn"
		case !line.OK:
			mark = "FAIL"
		}
		fmt.Fprintf(p.Out, "%s  %s: %s\n", mark, line.Name, oneline.Unbroken(line.Detail))
		if line.Hint != "" {
			fmt.Fprintf(p.Out, "      hint: %s\n", line.Hint)
		}
	}
}

// DriftLines say what a comparison of answers showed: a line for each change, or one for all.
func DriftLines(r drift.Compared, accept bool) []CheckLine {
	var lines []CheckLine
	rows := fmt.Sprintf("%d rows", r.Rows)
	if r.Rows == 1 {
		rows = "1 row"
	}
	same := true
	for _, d := range r.Changes {
		line := CheckLine{Name: r.Operation, OK: d.Minor || accept, Detail: oneline.Unbroken(d.Detail), Hint: oneline.Unbroken(d.Mend), Code: failed}
		if accept {
			line.Detail, line.Hint = line.Detail+": taken as it is from now on", ""
		}
		same = same && d.Minor
		lines = append(lines, line)
	}
	switch {
	case r.First:
		lines = append(lines, CheckLine{Name: r.Operation, OK: true, Detail: rows + " learned, nothing to compare with yet: the next check does"})
	case same:
		lines = append(lines, CheckLine{Name: r.Operation, OK: true, Detail: rows + " as before"})
	}
	return lines
}
