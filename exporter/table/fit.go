package table

import "github.com/dropbridge/dropbridge/internal/csvtemplate"

// Fit makes a text one that an encoding has: a question mark stands for each character that it
// lacks, which are returned as well.
func Fit(e csvtemplate.Encoding, text string) (fitted string, lacking []rune) { return fit(e, text) }
