package selection

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// namedAtMost is how many entries of one list Unused and Unreached name; of the others
// they give the number.
const namedAtMost = 1000

// Unused names what the filter lists and no product had, which mostly is a slip of the
// pen: categories, brands, suppliers and SKUs, as `brands "Стежкa": no product has it; did you mean
// "Стежка"?` or `skus "KB-1" (only.csv:12): no product has it`. It is for after a build, and
// names a bounded number of each list.
func (s *Selector) Unused() (out []wording.Message) {
	if s == nil {
		return nil
	}
	for _, set := range []*categorySet{s.categories.only, s.categories.not} {
		if set != nil {
			seen := s.categories.seen.categories()
			out = append(out, unused(set.key, "", set.entries, func(text string) []string { return meantCategories(text, seen) })...)
		}
	}
	for _, set := range []*nameSet{s.brands.only, s.brands.not} {
		if set != nil {
			seen, _ := s.brands.seen.all()
			out = append(out, unused(set.key, "", set.entries, func(text string) []string { return meantBrands(text, seen) })...)
		}
	}
	for _, set := range []*nameSet{s.suppliers.only, s.suppliers.not, s.skus.only, s.skus.not} {
		if set != nil {
			out = append(out, unused(set.key, set.file, set.entries, func(string) []string { return nil })...)
		}
	}
	return out
}

// meantAtMost is for how many entries of a list is looked for what was meant: each look goes
// through all that products have.
const meantAtMost = 20

func unused(key, file string, entries []*entry, candidates func(text string) []string) (out []wording.Message) {
	for _, e := range entries {
		if e.used.Load() {
			continue
		}
		text := key + " " + shown([]string{e.text})
		if file != "" {
			text += fmt.Sprintf(" (%s:%d)", file, e.line)
		}
		var near wording.Message
		if len(out) < meantAtMost {
			near = meant(candidates(e.text))
		}
		out = append(out, wording.NewMessage("remark.filter_unused", text, near))
	}
	return bounded(key, out)
}

// bounded puts a number in the place of what is too much to name.
func bounded(key string, out []wording.Message) []wording.Message {
	if len(out) <= namedAtMost {
		return out
	}
	return append(out[:namedAtMost:namedAtMost], wording.NewMessage("remark.filter_unused.more", key, len(out)-namedAtMost))
}

// Unreached names the categories that lie below one that the filter lists by its id, and
// that the id did not reach, since nobody told Learn where the id's category is. The mend
// is to list the path in its place.
func (s *Selector) Unreached() (out []wording.Message) {
	if s == nil {
		return nil
	}
	for _, set := range []*categorySet{s.categories.only, s.categories.not} {
		if set != nil {
			out = append(out, bounded(set.key, s.categories.unreached(set))...)
		}
	}
	return out
}

func (l *categoryLists) unreached(set *categorySet) (out []wording.Message) {
	var found [][2]string // an id of the list, and what it does not reach
	_, seen := l.seen.memo.all()
	listed := map[string]string{} // ids of the list, by the path that products tell
	for _, a := range seen {
		if place, ok := set.tree.ids[strings.TrimSpace(a.category.ID)]; ok {
			path, id := pathOf(&a.category), set.entries[place].text
			if other, taken := listed[path]; !taken || id < other {
				listed[path] = id
			}
		}
	}
	for _, a := range seen {
		path := pathOf(&a.category)
		if _, reached := set.tree.nearest(a.category.ID, path); reached {
			continue
		}
		for up, ok := above(path); ok; up, ok = above(up) {
			if id, below := listed[up]; below {
				found = append(found, [2]string{shown([]string{id}), shown([]string{wayTo(&a.category)})})
				break
			}
		}
	}
	sorting.Func(found, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	for _, one := range slices.Compact(found) {
		out = append(out, wording.NewMessage("remark.filter_unreached", set.key, one[0], one[1]))
	}
	return out
}
