package selection

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// meant ends the sentence about a name that no product has with the ones that were probably
// meant; zero where nothing is like it.
func meant(candidates []string) wording.Message {
	if len(candidates) == 0 {
		return wording.Message{}
	}
	var named []wording.Message
	for _, name := range candidates {
		named = append(named, wording.Literal(shown([]string{name})))
	}
	return wording.NewMessage("remark.meant", joined("remark.or", named))
}

// joined are messages in one, with what stands between two of them.
func joined(between string, list []wording.Message) wording.Message {
	all := list[0]
	for _, one := range list[1:] {
		all = wording.NewMessage(between, all, one)
	}
	return all
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
func MeantCategory(text string, seen []supplier.Category) wording.Message {
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

// summary counts the rows of a map that match nothing, and names some; zero for none.
func summary(file string, rows []wording.Message) wording.Message {
	const named = 10
	switch n := len(rows); {
	case n == 0:
		return wording.Message{}
	case n == 1:
		return wording.NewMessage("remark.map_row_unused.one", file, rows[0])
	default:
		return wording.NewMessage("remark.map_row_unused.several", file, n, joined("remark.comma", rows[:min(n, named)]))
	}
}
