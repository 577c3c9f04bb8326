package listfile

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/pattern"
)

// rowLevel is by what a row that names a section is told from those within it.
type rowLevel struct {
	outline int    // of a group of rows
	column  int    // of its only cell
	indent  int    // of its text
	numbers int    // that its name begins with: 2 for "1.2 Tea"
	look    uint32 // its font and fill
}

// numbering is how the name of a numbered section begins.
var numbering = pattern.Lazy(`^(\d{1,3}(?:\.\d{1,3})*)[.)]?\s+\p{L}`)

// numbersOf counts the numbers before a name.
func numbersOf(name string) int {
	if found := numbering().FindStringSubmatch(name); found != nil {
		return strings.Count(found[1], ".") + 1
	}
	return 0
}

// sections are those in which the rows of a table stand, the outermost first. How one stands to
// the one before it is shown by the group of its row, its column, its indent or its number,
// else by its look: one that looks otherwise directly below another is within it, and one that
// looks like an outer one is beside that. What nothing shows is noted.
type sections struct {
	said    string // NestedSections, FlatSections, or "": as the table shows
	open    []section
	pending []section // of nested ones: those in a row, without goods between
	goods   bool      // goods came since the last one
	unsure  []string
}

// section is one of them.
type section struct {
	name  string
	level rowLevel
}

// add takes a row that names a section.
func (s *sections) add(name string, level rowLevel) {
	level.numbers = numbersOf(name)
	one := section{name, level}
	direct := !s.goods && len(s.open) > 0
	s.goods = false
	switch s.said {
	case FlatSections:
		s.open = []section{one}
	case NestedSections:
		s.pending = append(s.pending, one)
	default:
		s.addShown(one, direct)
	}
}

// addShown takes a section where the table shows how it stands to the others; direct says that
// it is directly below another one.
func (s *sections) addShown(one section, direct bool) {
	for ; len(s.open) > 0; direct = false {
		top := s.open[len(s.open)-1]
		order, shown := compareLevels(top.level, one.level)
		alike := top.level.look == one.level.look
		known := s.looksLike(one.level.look)
		switch {
		case shown && order < 0, !shown && direct && !known:
			s.open = append(s.open, one)
			return
		case !shown && (alike || !known):
			if direct && len(s.unsure) < mostUnsure {
				s.unsure = append(s.unsure, top.name+sectionMark+one.name)
			}
			s.open[len(s.open)-1] = one
			return
		}
		s.open = s.open[:len(s.open)-1]
	}
	s.open = append(s.open, one)
}

// mostUnsure is how many sections are named of which nobody can tell what they stand in.
const mostUnsure = 10

// looksLike reports whether one of the open sections has a look.
func (s *sections) looksLike(look uint32) bool {
	for _, one := range s.open {
		if one.level.look == look {
			return true
		}
	}
	return false
}

// compareLevels compares how deep two sections stand, below zero where the second one is
// deeper; shown is false where only their looks may tell.
func compareLevels(a, b rowLevel) (order int, shown bool) {
	for _, pair := range [][2]int{{a.outline, b.outline}, {a.column, b.column}, {a.indent, b.indent}} {
		if pair[0] != pair[1] {
			return pair[0] - pair[1], true
		}
	}
	if a.numbers > 0 && b.numbers > 0 {
		return a.numbers - b.numbers, true
	}
	return 0, a.look == b.look && (a.outline > 0 || a.column > 0 || a.indent > 0)
}

// path is the way to the rows that come, and notes that there are some.
func (s *sections) path(sheet string) string {
	s.goods = true
	if n := len(s.pending); n > 0 { // so many of the innermost are over
		s.open = append(s.open[:max(len(s.open)-n, 0)], s.pending...)
		s.pending = nil
	}
	var names []string
	if sheet != "" {
		names = append(names, sheet)
	}
	for _, one := range s.open {
		names = append(names, one.name)
	}
	return strings.Join(names, sectionMark)
}

// notes name the sections that stand directly below another one and are not told from it.
func (s *sections) notes() []Note {
	if len(s.unsure) == 0 {
		return nil
	}
	return []Note{Notef("sections", strings.Join(s.unsure, "; "))}
}
