package book

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// SumOf is the formula of the sum of a sheet's column, over all the sheets that it went over.
func SumOf(sheet *Sheet, column int) string {
	return "SUM(" + strings.Join(sheet.Column(column), ",") + ")"
}

// Where is what a column of a sheet must be in the rows that a sum takes.
type Where struct {
	Column int
	Word   string // that its cells must have
	Cell   string // where that word, or the month's first day, stands
	Month  bool   // instead of a word: dates of that month
}

// odd reports whether SUMIFS would take the word for more than itself: for a pattern or
// a comparison, for a number ("01" is "1" to it), or would not take it, as it is long.
func (w Where) odd() bool {
	first, _ := utf8.DecodeRuneInString(w.Word)
	return !w.Month && (!unicode.IsLetter(first) || strings.ContainsAny(w.Word, `*?~<>="`) || len(w.Word) > 255)
}

// SumWhere is the formula of a column's sum, and CountWhere of how many rows there are,
// where all of the conditions hold.
func SumWhere(sheet *Sheet, column int, conditions ...Where) string {
	return overSheets(sheet, "SUMIFS", sheet.Column(column), conditions)
}

// CountWhere counts rows; see SumWhere.
func CountWhere(sheet *Sheet, conditions ...Where) string {
	return overSheets(sheet, "COUNTIFS", nil, conditions)
}

func overSheets(sheet *Sheet, function string, summed []string, conditions []Where) string {
	var parts []string
	for i := range sheet.parts {
		var arguments []string
		if summed != nil {
			arguments = append(arguments, summed[i])
		}
		if slices.ContainsFunc(conditions, Where.odd) {
			parts = append(parts, product(sheet, i, arguments, conditions))
			continue
		}
		for _, c := range conditions {
			cells := sheet.Column(c.Column)[i]
			if c.Month {
				arguments = append(arguments, cells, `">="&`+c.Cell, cells, fmt.Sprintf(`"<"&EDATE(%s,1)`, c.Cell))
			} else {
				arguments = append(arguments, cells, c.Cell)
			}
		}
		parts = append(parts, function+"("+strings.Join(arguments, ",")+")")
	}
	return strings.Join(parts, "+")
}

// product is the slower form of such a sum, which compares words as they are.
func product(sheet *Sheet, part int, summed []string, conditions []Where) string {
	factors := []string{"1"}
	for _, c := range conditions {
		cells := sheet.Column(c.Column)[part]
		if c.Month {
			factors = append(factors, fmt.Sprintf("(%s>=%s)", cells, c.Cell), fmt.Sprintf("(%s<EDATE(%s,1))", cells, c.Cell))
		} else {
			factors = append(factors, fmt.Sprintf("(%s=%s)", cells, c.Cell))
		}
	}
	return "SUMPRODUCT(" + strings.Join(append([]string{strings.Join(factors, "*")}, summed...), ",") + ")"
}

// Here is a cell as formulas of its own sheet name it.
func Here(cell string) string { return cell[strings.LastIndex(cell, "!")+1:] }
