package terminal

import (
	"fmt"
	"strings"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/internal/oneline"
)

// Import says what became of a file that was imported.
func (p Printer) Import(r *importer.FileReport) {
	p.printf("%s: %s", r.File, p.allCounts(r.Counts))
	if r.Result != "" {
		p.printf(" → %s", r.Result)
	}
	p.printf("\n")
	if r.Rejected != "" {
		p.printf("  %s\n", oneline.Unbroken(p.word("status_text.to_correct", r.Rejected)))
	}
	for _, problem := range r.Problems {
		p.printf("  %s: %s (%s)\n", problem.Weight(), oneline.Unbroken(problem.Message), problem.Code)
	}
	for _, row := range r.Rows {
		line := "  " + p.word("import_text.row", row.Row, importer.StatusWord(row.Status, p.Language))
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
// does not want sent are named where there are any.
func (p Printer) allCounts(n importer.Counts) string {
	var parts []string
	for _, one := range []struct {
		count  int
		status importer.RowStatus
	}{{n.Accepted, importer.RowAccepted}, {n.Duplicate, importer.RowDuplicate}, {n.Conflict, importer.RowConflict}, {n.Rejected, importer.RowRejected},
		{n.Skipped, importer.RowSkipped}, {n.Pending, importer.RowPending}, {n.Unknown, importer.RowUnknown}} {
		if one.count > 0 || one.status != importer.RowSkipped {
			parts = append(parts, fmt.Sprintf("%d %s", one.count, importer.StatusWord(one.status, p.Language)))
		}
	}
	return strings.Join(parts, ", ")
}
