package terminal

import (
	"fmt"
	"strings"

	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/oneline"
)

// Import says what became of a file that was imported.
func (p Printer) Import(r *result.FileReport) {
	p.printf("%s: %s", r.File, p.allCounts(r.Counts))
	if r.Result != "" {
		p.printf(" → %s", r.Result)
	}
	p.printf("\n")
	if r.Rejected != "" {
		p.printf("  %s\n", oneline.Unbroken(p.word("status_text.to_correct", r.Rejected)))
	}
	for _, problem := range r.Problems {
		p.printf("  %s: %s (%s)\n", p.word("import_weight."+problem.Weight().String()), oneline.Unbroken(problem.Message), problem.Code)
	}
	for _, row := range r.Rows {
		line := "  " + p.word("import_text.row", row.Row, state.StatusWord(row.Status, p.Language))
		if row.OrderStatus != nil {
			status := p.Language.OrderStatus(*row.OrderStatus)
			row.OrderStatus = &status
		}
		for _, fact := range []*string{row.ExternalID, row.OrderID, row.OrderStatus, row.Waybill} {
			if fact != nil {
				line += ", " + oneline.Unbroken(*fact)
			}
		}
		if row.Error != nil {
			line += fmt.Sprintf(": %s (%s)", oneline.Unbroken(row.Error.Message), row.Error.Code)
		}
		p.printf("%s\n", line)
	}
}

// allCounts is what became of a file's rows in words, zeros too; rows that the file itself
// does not want sent, and those that were handed over, are named where there are any.
func (p Printer) allCounts(n state.Counts) string {
	var parts []string
	for _, one := range []struct {
		count  int
		status state.RowStatus
	}{{n.Accepted, state.RowAccepted}, {n.HandedOver, state.RowHandedOver}, {n.Duplicate, state.RowDuplicate}, {n.Conflict, state.RowConflict}, {n.Rejected, state.RowRejected},
		{n.Skipped, state.RowSkipped}, {n.Pending, state.RowPending}, {n.Unknown, state.RowUnknown}} {
		if one.count > 0 || one.status != state.RowSkipped && one.status != state.RowHandedOver {
			parts = append(parts, fmt.Sprintf("%d %s", one.count, state.StatusWord(one.status, p.Language)))
		}
	}
	return strings.Join(parts, ", ")
}
