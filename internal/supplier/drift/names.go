package drift

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
)

// Bounds of the names that are kept: with more, some are data and no names.
const (
	maxNames     = 300
	maxNameDepth = 4
	maxNameLen   = 100
)

// noteNames keeps the paths of a record's filled members, so that a value that is gone can
// be looked for among those that are new.
func (p *Profile) noteNames(record, prefix string, depth int) {
	if depth > maxNameDepth || jsonread.FirstByte(record) != '{' {
		return
	}
	_ = jsonread.EachValue(record, func(value, name string) bool { // the page is sound
		if len(p.Names) == maxNames {
			return false
		}
		if !filled(value) || name == "" || strings.ContainsAny(name, "\"\\\n\t") || len(prefix)+len(name) > maxNameLen {
			return true
		}
		if strings.ContainsAny(name, " .[]|*$^()") {
			name = `"` + name + `"`
		}
		path := prefix + name
		p.noteName(path)
		if jsonread.FirstByte(value) == '[' {
			path += "[]"
			_ = jsonread.EachValue(value, func(element, _ string) bool { value = element; return false })
		}
		p.noteNames(value, path+".", depth+1)
		return true
	})
}

func (p *Profile) noteName(path string) {
	if at, known := slices.BinarySearch(p.Names, path); !known && len(p.Names) < maxNames {
		p.Names = slices.Insert(p.Names, at, path)
	}
}

// newNames are the paths that a sample has and that were never seen, those that end like
// the path of the lost field or stand beside it first.
func (p *Profile) newNames(before *Profile, lost *FieldProfile) []string {
	outside := strings.HasPrefix(lost.Field, "answer.") || strings.HasPrefix(lost.Field, "lookups.") // no member of a record
	if outside || len(p.Names) == maxNames || len(before.Names) == maxNames || len(before.Names) == 0 {
		return nil
	}
	var out []string
	for _, path := range p.Names {
		_, known := slices.BinarySearch(before.Names, path)
		if name, in := strings.CutPrefix(path, lost.within); in && !known {
			out = append(out, name)
		}
	}
	near := func(name string) int {
		parent, last := cutLast(lost.Place)
		itsParent, itsLast := cutLast(name)
		switch {
		case strings.EqualFold(last, itsLast):
			return 0
		case parent == itsParent:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(out, func(a, b string) int { return near(a) - near(b) })
	return out
}

func cutLast(path string) (parent, last string) {
	at := strings.LastIndexByte(path, '.')
	return path[:max(at, 0)], path[at+1:]
}

// filled reports whether a JSON text is neither null nor an empty text, list or object.
func filled(value string) bool {
	if jsonread.IsAbsent(value) {
		return false
	}
	if c := jsonread.FirstByte(value); c != '[' && c != '{' {
		return true
	}
	some := false
	_ = jsonread.EachValue(value, func(string, string) bool { some = true; return false }) // the page is sound
	return some
}
