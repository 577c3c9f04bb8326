package csvtemplate

import (
	"slices"
	"time"
)

// Words are choices that mean themselves.
func Words(words ...string) (out []Choice) {
	for _, word := range words {
		out = append(out, Choice{word, word})
	}
	return out
}

// Delimiters are those of CSV files.
func Delimiters() []Choice { return append(Words(",", ";"), Choice{"tab", "\t"}) }

// LineEnds are the ends of a line.
func LineEnds() []Choice { return Words("crlf", "lf") }

// Dates are the notations of a day, or of a moment, with their layouts: those that are named, or all.
func Dates(named ...string) []Choice {
	all := []Choice{
		{"yyyy-mm-dd", time.DateOnly}, {"dd.mm.yyyy", "02.01.2006"}, {"dd-mm-yyyy", "02-01-2006"}, {"mm-dd-yyyy", "01-02-2006"},
		{"dd/mm/yyyy", "02/01/2006"}, {"mm/dd/yyyy", "01/02/2006"}, {"yyyymmdd", "20060102"},
		{"yyyy-mm-dd hh:mm", "2006-01-02 15:04"}, {"dd.mm.yyyy hh:mm", "02.01.2006 15:04"}, {"rfc3339", time.RFC3339},
	}
	return slices.DeleteFunc(all, func(one Choice) bool { return len(named) > 0 && !slices.Contains(named, one.Name) })
}
