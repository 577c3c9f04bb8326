package lexicon

import (
	_ "embed"
	"slices"
	"sync"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

//go:embed general.yaml
var generalYAML []byte

// general are words that no source says otherwise: they stand beside the code, and not in
// templates.
var general = sync.OnceValue(func() (words struct {
	Pieces []string   `yaml:"pieces"`
	Months [][]string `yaml:"months"`
}) {
	if err := strictyaml.Decode("general.yaml", generalYAML, &words); err != nil {
		panic(err) // a test reads it
	}
	return words
})

// CountsPieces reports whether a word in lower case only says that a number counts pieces.
func CountsPieces(word string) bool { return slices.Contains(general().Pieces, word) }

// MonthOf is the month that a word in lower case names, from 1; 0 where it names none.
func MonthOf(word string) int {
	return 1 + slices.IndexFunc(general().Months, func(names []string) bool { return slices.Contains(names, word) })
}
