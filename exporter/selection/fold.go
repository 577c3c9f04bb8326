package selection

import (
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// apostrophes are the signs that keyboards, spreadsheets and sites put into words such
// as "м'ясо"; readers do not tell them apart.
var apostrophes = strings.NewReplacer("’", "'", "ʼ", "'", "‘", "'", "′", "'", "`", "'")

// fold makes one text of all spellings of a name.
func fold(name string) string {
	name = strings.Join(strings.Fields(name), " ")
	name = cases.Fold().String(norm.NFC.String(name))
	return norm.NFC.String(apostrophes.Replace(name))
}

// level stands between the names of a folded path.
const level = " > "

// foldPath folds each name of a path such as "Дім > Кухня". A name that holds the sign
// itself becomes two, in the filter as in the products, so that they still meet.
func foldPath(path string) string {
	var names []string
	for name := range strings.SplitSeq(path, ">") {
		if name = fold(name); name != "" {
			names = append(names, name)
		}
	}
	return strings.Join(names, level)
}

// pathOf is the folded path of a product's category, "" where it has none.
func pathOf(c *supplier.Category) string { return foldPath(wayTo(c)) }

// wayTo is the path to a category as people read it, its id where it has no name.
func wayTo(c *supplier.Category) string {
	switch {
	case len(c.Path) > 0:
		return strings.Join(c.Path, level)
	case c.Name != "":
		return c.Name
	}
	return strings.TrimSpace(c.ID)
}

// above is the path of the category that holds another one.
func above(path string) (string, bool) {
	i := strings.LastIndex(path, level)
	if i < 0 {
		return "", false
	}
	return path[:i], true
}
