package selection

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// meant ends the sentence about a name that no product has with the ones that were probably
// meant; "" where nothing is like it.
func meant(candidates []string) string {
	for i, name := range candidates {
		candidates[i] = shown([]string{name})
	}
	if len(candidates) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(candidates, " or ") + "?"
}

// meantBrands are the brands that are most like one that no product has.
func meantBrands(text string, seen []string) []string {
	slices.Sort(seen)
	if near := strictyaml.Nearest(text, seen); near != "" {
		return []string{near}
	}
	return nil
}

// meantCategoriesAtMost is how many paths are proposed for one name.
const meantCategoriesAtMost = 3

// meantCategories are the paths of the categories that have the name, which is mostly that
// of a leaf where its whole path was wanted; else the path, or the name, that is most like it.
func meantCategories(text string, seen []supplier.Category) []string {
	wanted := foldPath(text)
	if chain, starred := chainOf(wanted); starred {
		return meantChain(chain, seen)
	}
	var named, all []string
	for i := range seen {
		names := seen[i].Path
		if len(names) == 0 {
			names = []string{wayTo(&seen[i])}
		}
		for n := range names {
			path := strings.Join(names[:n+1], level)
			all = append(all, path)
			if folded := foldPath(path); folded != wanted && strings.HasSuffix(level+folded, level+wanted) {
				named = append(named, path)
			}
		}
	}
	slices.Sort(named)
	if named = slices.Compact(named); len(named) > 0 {
		return named[:min(len(named), meantCategoriesAtMost)]
	}
	slices.Sort(all)
	if near := strictyaml.Nearest(text, slices.Compact(all)); near != "" {
		return []string{near}
	}
	return nil
}

// MeantCategory ends the sentence about a category that no product has, as Unused does.
func MeantCategory(text string, seen []supplier.Category) string {
	return meant(meantCategories(text, seen))
}

// meantChain is the chain of as many names that is most like one that no product has. One
// that products have, but nearer rows answered, was meant as it stands.
func meantChain(wanted string, seen []supplier.Category) []string {
	long := strings.Count(wanted, level) + 1
	var chains []string
	for i := range seen {
		names := strings.Split(pathOf(&seen[i]), level)
		for n := long; n <= len(names); n++ {
			chains = append(chains, strings.Join(names[n-long:n], level))
		}
	}
	slices.Sort(chains)
	if near := strictyaml.Nearest(wanted, slices.Compact(chains)); near != "" && near != wanted {
		return []string{anywhere + level + near}
	}
	return nil
}

// categories are those that were asked about.
func (m *categoryMemo[V]) categories() (out []supplier.Category) {
	_, answers := m.memo.all()
	for _, a := range answers {
		out = append(out, a.category)
	}
	return out
}

// summary counts the rows of a map that match nothing, and names some; "" for none.
func summary(file string, rows []string) string {
	const named = 10
	switch n := len(rows); {
	case n == 0:
		return ""
	case n == 1:
		return fmt.Sprintf("a row of %s matches no product: %s", file, rows[0])
	default:
		return fmt.Sprintf("rows of %s that match no product: %d, such as %s", file, n, strings.Join(rows[:min(n, named)], ", "))
	}
}
