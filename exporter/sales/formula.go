package sales

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/book"
)

// total sums a column, over all the sheets that it went over.
func total(sheet *book.Sheet, column int) string {
	ranges := sheet.Column(column)
	if len(ranges) == 0 {
		return "0"
	}
	return "SUM(" + strings.Join(ranges, ",") + ")"
}

// condition is a column and the word that its cells must have.
type condition struct {
	column int
	word   string // as it was written
	cell   string // where it stands in the summary
}

// odd reports whether SUMIFS would take a character of the word for more than itself.
func (c condition) odd() bool { return c.word == "" || strings.ContainsAny(c.word, `*?~<>="`) }

// sumOf sums a column, and countOf counts its rows, where the conditions hold.
func sumOf(sheet *book.Sheet, column int, conditions ...condition) string {
	return overSheets(sheet, "SUMIFS", sheet.Column(column), conditions)
}

func countOf(sheet *book.Sheet, conditions ...condition) string {
	return overSheets(sheet, "COUNTIFS", nil, conditions)
}

func overSheets(sheet *book.Sheet, function string, summed []string, conditions []condition) string {
	var parts []string
	for i := range sheet.Column(conditions[0].column) {
		var arguments []string
		if summed != nil {
			arguments = append(arguments, summed[i])
		}
		if slices.ContainsFunc(conditions, condition.odd) {
			parts = append(parts, product(sheet, i, arguments, conditions))
			continue
		}
		for _, c := range conditions {
			arguments = append(arguments, sheet.Column(c.column)[i], c.cell)
		}
		parts = append(parts, function+"("+strings.Join(arguments, ",")+")")
	}
	if len(parts) == 0 {
		return "0"
	}
	return strings.Join(parts, "+")
}

// product is the slower form of such a sum, which compares words as they are.
func product(sheet *book.Sheet, part int, summed []string, conditions []condition) string {
	factors := []string{"1"}
	for _, c := range conditions {
		factors = append(factors, "("+sheet.Column(c.column)[part]+"="+c.cell+")")
	}
	return "SUMPRODUCT(" + strings.Join(append([]string{strings.Join(factors, "*")}, summed...), ",") + ")"
}

// here is a cell as formulas of its own sheet name it.
func here(cell string) string { return cell[strings.LastIndex(cell, "!")+1:] }
